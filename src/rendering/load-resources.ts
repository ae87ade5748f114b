import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createEngineThreads, type EngineThreads } from '../synthesis/engine-threads.ts'
import type { EngineSpec } from '../synthesis/engines/create-engine.ts'
import { createLetterToSound } from '../text/phonemization/letter-to-sound.ts'
import { createLexicon } from '../text/phonemization/lexicon.ts'
import { createTermMatcher } from '../text/replacements/term-matcher.ts'
import { type Catalogue, parseCatalogue } from '../voices/catalogue.ts'
import { createEncoderThreads } from './encoder-threads.ts'
import { loadResamplerLibrary } from './load-audio-libraries.ts'
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
  const catalogue = await loadCatalogue(options.avatarsFile)
  // The threads take longest to start, so everything else is loaded meanwhile.
  const [started, loaded] = await Promise.allSettled([
    startEngines(catalogue, options.renderThreads),
    loadData(options.blockedTermsFile),
  ])
  if (started.status === 'rejected') throw started.reason
  const speaking = started.value
  if (loaded.status === 'rejected') {
    await speaking.close()
    throw loaded.reason
  }
  const encoders = createEncoderThreads({ threads: 1 })
  return {
    ...loaded.value,
    catalogue,
    engines: speaking.engines,
    encoders,
    async close() {
      await Promise.all([speaking.close(), encoders.close()])
    },
  }
}

async function loadData(blockedTermsFile: string | undefined) {
  const [lexicon, letterToSound, terms, createResampler] = await Promise.all([
    readFile(new URL('lexicon/en-us.bin', DATA)).then(createLexicon),
    readFile(new URL('letter-to-sound/en-us.bin', DATA)).then(createLetterToSound),
    loadTerms(blockedTermsFile),
    loadResamplerLibrary(),
  ])
  return { lexicon, letterToSound, blockedTerms: createTermMatcher(terms), createResampler }
}

async function loadCatalogue(path = fileURLToPath(new URL('avatars.json', DATA))): Promise<Catalogue> {
  const text = await readFile(path, 'utf8')
  try {
    return parseCatalogue(JSON.parse(text))
  } catch (error) {
    throw new Error(`Cannot use the avatars file ${path}`, { cause: error })
  }
}

/** Starts the engines that the avatars name. Throws an Error that names the avatar whose engine or voice there is not. */
async function startEngines({ voices }: Catalogue, threads: number): Promise<EngineThreads> {
  const names = new Set(voices.map(({ engine }) => engine))
  const speaking = await createEngineThreads({ threads, engines: [...names].map(engineSpec) })
  const mute = voices.find(({ engine, engineVoice }) => !speaking.engines.get(engine)?.voices.includes(engineVoice))
  if (mute === undefined) return speaking
  await speaking.close()
  throw new Error(`Cannot speak as avatar ${mute.avatar.id}: engine ${mute.engine} has no voice "${mute.engineVoice}"`)
}

/** An engine is built in, or it is the voice package of its name. */
function engineSpec(name: string): EngineSpec {
  if (name === 'flite' || name === 'tone') return { kind: name }
  return { kind: 'neural', folder: fileURLToPath(new URL(`voices/${name}`, DATA)) }
}

async function loadTerms(path: string | undefined): Promise<readonly string[]> {
  if (path === undefined) return []
  const lines = (await readFile(path, 'utf8')).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
