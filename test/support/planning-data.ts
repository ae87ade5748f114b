import { readFileSync } from 'node:fs'
import { createContentPolicy } from '../../src/delivery/moderation/content-policy.ts'
import type { PlanningResources } from '../../src/delivery/resources.ts'
import type { PhrasingOptions } from '../../src/synthesis/planning/phrasing/phrase-sentence.ts'
import { createPhrasingModel } from '../../src/synthesis/planning/phrasing/phrasing-model.ts'
import type { SpeechEngine } from '../../src/synthesis/speech-engine.ts'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'
import { findVoice, parseCatalogue } from '../../src/voices/catalogue.ts'

const DATA = new URL('../../data/', import.meta.url)

const tagger = createTagger(readFileSync(new URL('tagging/en-us.bin', DATA)))

/** What the service knows about the sounds of words. */
export const LANGUAGE = {
  lexicon: createLexicon(readFileSync(new URL('lexicon/en-us.bin', DATA))),
  homographs: createHomographModel(readFileSync(new URL('homographs/en-us.bin', DATA)), tagger),
  letterToSound: createLetterToSound(readFileSync(new URL('letter-to-sound/en-us.bin', DATA))),
  readings: createReadingScorer(readFileSync(new URL('reading/en-us.bin', DATA))),
}

/** The service's phrasing model. */
export const PHRASING = createPhrasingModel(readFileSync(new URL('phrasing/en-us.json', DATA), 'utf8'), tagger)

/** The content of a JSON file in `data/`. */
export function loadJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, DATA), 'utf8'))
}

const catalogue = parseCatalogue(loadJson('avatars.json'))

/** Nora, whom the neural voice speaks. */
export const NORA = findVoice(catalogue, 3)

const engine: Partial<SpeechEngine> = {
  name: NORA.engine,
  renders: () => new Set(['tempo', 'pitchSemitones', 'gainDb', 'melody']),
}

/** All that planning needs, with an engine that cannot speak and a policy that refuses `forbidden term`. */
export const PLANNING: PlanningResources = {
  ...LANGUAGE,
  catalogue,
  phrasing: PHRASING,
  engines: new Map([[NORA.engine, engine as SpeechEngine]]),
  speechLoudness: -19,
  spokenLengthFactor: 5,
  unreadableCharacters: 'skip',
  contentPolicy: createContentPolicy({ terms: ['forbidden term'], profanities: [], patterns: [] }),
}

/** How the planner phrases the default reading, with every draw at its mean. */
export const PHRASED_PLAINLY: PhrasingOptions = { model: PHRASING, draw: () => 0, movesBreaks: false }
