import { readFileSync } from 'node:fs'
import { createPhrasingModel } from '../../src/synthesis/planning/phrasing/phrasing-model.ts'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'

const DATA = new URL('../../data/', import.meta.url)

/** What the service knows about the sounds of words. */
export const LANGUAGE = {
  lexicon: createLexicon(readFileSync(new URL('lexicon/en-us.bin', DATA))),
  homographs: createHomographModel(readFileSync(new URL('homographs/en-us.bin', DATA))),
  letterToSound: createLetterToSound(readFileSync(new URL('letter-to-sound/en-us.bin', DATA))),
}

/** The service's phrasing model. */
export const PHRASING = createPhrasingModel(readFileSync(new URL('phrasing/en-us.json', DATA), 'utf8'))

/** The content of a JSON file in `data/`. */
export function loadJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, DATA), 'utf8'))
}
