import { readFile } from 'node:fs/promises'
import { createLetterToSound } from '../text/phonemization/letter-to-sound.ts'
import { createLexicon } from '../text/phonemization/lexicon.ts'
import { createTermMatcher } from '../text/replacements/term-matcher.ts'
import { type Catalogue, parseCatalogue } from '../voices/catalogue.ts'
import { createEncoderThreads } from './encoder-threads.ts'
import type { Resources } from './resources.ts'

export type LoadResourcesOptions = {
  readonly renderThreads: number
  /** Path of the avatars file; undefined for the one that comes with the service. */
  readonly avatarsFile: string | undefined
  /** Path of a list of terms, one a line. */
  readonly blockedTermsFile: string | undefined
}

const DATA = new URL('../../data/', import.meta.url)

/** Loads the data and starts the threads. Throws an Error that names the file that is wrong. */
export async function loadResources(options: LoadResourcesOptions): Promise<Resources & { close(): Promise<void> }> {
  const [catalogue, lexicon, letterToSound, blockedTerms] = await Promise.all([
    loadCatalogue(options.avatarsFile),
    readFile(new URL('lexicon/en-us.bin', DATA)).then(createLexicon),
    readFile(new URL('letter-to-sound/en-us.bin', DATA)).then(createLetterToSound),
    loadTerms(options.blockedTermsFile),
  ])
  const engines = await startEngines(catalogue, options.renderThreads)
  const encoders = createEncoderThreads({ threads: 1 })
  return {
    catalogue,
    lexicon,
    letterToSound,
    blockedTerms: createTermMatcher(blockedTerms),
    engines,
    encoders,
    async close() {
      await Promise.all([...engines.values()].map((engine) => engine.close()))
      await encoders.close()
    },
  }
}

async function loadCatalogue(path: string | URL = new URL('avatars.json', DATA)): Promise<Catalogue> {
  const text = await readFile(path, 'utf8')
  try {
    return parseCatalogue(JSON.parse(text))
  } catch (error) {
    throw new Error(`Cannot use the avatars file ${path}`, { cause: error })
  }
}

async function loadTerms(path: string | undefined): Promise<readonly string[]> {
  if (path === undefined) return []
  const lines = (await readFile(path, 'utf8')).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
