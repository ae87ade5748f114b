import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContentPolicy } from '../../delivery/moderation/content-policy.ts'
import type { Resources } from '../../delivery/resources.ts'
import { deferRejection } from '../../speaking/defer-rejection.ts'
import { createEncoderThreads } from '../../speaking/threads/encoder-threads.ts'
import { loadResamplerLibrary } from '../../speaking/threads/load-audio-libraries.ts'
import { createPhrasingModel, type PhrasingModel } from '../../synthesis/planning/phrasing/phrasing-model.ts'
import type { VoiceFolders } from '../../synthesis/voice-packages/find-voice-packages.ts'
import { createHomographModel, type HomographModel } from '../../text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../../text/reading/scoring/scorer.ts'
import { createTagger } from '../../text/tagging/tagger.ts'
import { parseReferenceSpeakers, parseReferenceVoices } from '../../voices/reference-speakers.ts'
import type { ThreadsHealth } from '../check-readiness.ts'
import { loadPolicyLists } from './load-policy-lists.ts'
import { type LoadedVoices, type LoadVoicesOptions, loadVoices } from './load-voices.ts'

/** To encode takes a fraction of the time that it takes to speak. */
const RENDER_THREADS_PER_ENCODER = 4

const DATA = new URL('../../../data/', import.meta.url)

export type LoadResourcesOptions = {
  readonly renderThreads: number
  /** Maximum number of listeners per thread that need sound at the same time. */
  readonly listenersPerThread: number
  readonly streamPatienceMs: number
  /** Path of the avatars file; undefined for the one that comes with the service. */
  readonly avatarsFile: string | undefined
  readonly foreignSpeakerIds: 'nearest' | 'refuse'
  /** LUFS. */
  readonly speechLoudness: number
  /** Characters of a text as it is read out, for each that the plan allows as written. */
  readonly spokenLengthFactor: number
  /** Path of a list of terms, one a line. */
  readonly blockedTermsFile: string | undefined
  /** Path of a list of patterns; undefined for none. */
  readonly blockedPatternsFile: string | undefined
  readonly blockProfanity: boolean
  readonly unreadableCharacters: 'skip' | 'refuse'
  /** The operator's voice packages are in its `voices/`. */
  readonly dataDirectory: string
  /** Keys to upstream servers, by the name of their variable. */
  readonly voiceKeys: Readonly<Record<string, string>>
}

type VoiceFiles = Pick<LoadResourcesOptions, 'avatarsFile' | 'dataDirectory'>

/** The locations of avatars and voice packages. */
export function voicePlaces({ avatarsFile, dataDirectory }: VoiceFiles): {
  readonly avatarsFile: string | URL
  readonly folders: VoiceFolders
} {
  return {
    avatarsFile: avatarsFile ?? new URL('avatars.json', DATA),
    folders: { shipped: fileURLToPath(new URL('voices', DATA)), own: join(dataDirectory, 'voices') },
  }
}

export type LoadedResources = Resources &
  Pick<LoadedVoices, 'localVoices' | 'threadLoad' | 'refusesStreams' | 'close'> & {
    checkThreads(): Promise<ThreadsHealth>
  }

/**
 * Loads the data and starts the threads. Throws an Error that names the file that is wrong; of voice packages that are
 * wrong `onRefused` is told, and the service does without them. `onStarting` is called once the threads are starting.
 */
export async function loadResources(
  options: LoadResourcesOptions,
  onRefused: (error: unknown) => void,
  onStarting: () => void = () => {},
): Promise<LoadedResources> {
  const { renderThreads, listenersPerThread, streamPatienceMs, voiceKeys } = options
  const references = await loadReferences(options)
  const encoders = createEncoderThreads({ threads: Math.ceil(renderThreads / RENDER_THREADS_PER_ENCODER) })
  const { promise: areStarting, resolve: letOthersLoad } = Promise.withResolvers<void>()
  const voices = deferRejection(
    loadVoices({
      renderThreads,
      listenersPerThread,
      streamPatienceMs,
      voiceKeys,
      ...references,
      ...voicePlaces(options),
      onRefused,
      onStarting: letOthersLoad,
    }),
  )
  // The threads take longest to start, so everything else is loaded meanwhile.
  await Promise.race([areStarting, voices]).catch(() => {})
  onStarting()
  const [started, loaded, encoding] = await Promise.allSettled([voices, loadData(options), encoders.ready()])
  if (started.status === 'rejected' || loaded.status === 'rejected' || encoding.status === 'rejected') {
    await encoders.close()
    if (started.status === 'rejected') throw started.reason
    await started.value.close()
    throw loaded.status === 'rejected' ? loaded.reason : (encoding as PromiseRejectedResult).reason
  }
  const speaking = started.value
  return {
    ...loaded.value,
    catalogue: speaking.catalogue,
    engines: speaking.engines,
    threadLoad: speaking.threadLoad,
    localVoices: speaking.localVoices,
    refusesStreams: speaking.refusesStreams,
    async checkThreads() {
      const [engines, encoding] = await Promise.all([speaking.checkThreads(), encoders.check()])
      return { engines, encoders: encoding }
    },
    speechLoudness: options.speechLoudness,
    spokenLengthFactor: options.spokenLengthFactor,
    unreadableCharacters: options.unreadableCharacters,
    encoders,
    async close() {
      await Promise.all([speaking.close(), encoders.close()])
    },
  }
}

/** Speaker ids and voices that programs of other services name. */
async function loadReferences({
  foreignSpeakerIds,
}: Pick<LoadResourcesOptions, 'foreignSpeakerIds'>): Promise<
  Pick<LoadVoicesOptions, 'referenceSpeakers' | 'referenceVoices'>
> {
  if (foreignSpeakerIds === 'refuse') return { referenceSpeakers: [], referenceVoices: [] }
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(new URL(file, DATA), 'utf8'))
  return {
    referenceSpeakers: parseReferenceSpeakers(await read('reference-speakers.json')),
    referenceVoices: parseReferenceVoices(await read('elevenlabs-voices.json')),
  }
}

/** Loads what needs parts of speech: the model of homographs and that of phrasing. */
async function loadTaggedModels(): Promise<{ readonly homographs: HomographModel; readonly phrasing: PhrasingModel }> {
  const [homographs, phrasing, tagging] = await Promise.all([
    readFile(new URL('homographs/en-us.bin', DATA)),
    readFile(new URL('phrasing/en-us.json', DATA), 'utf8'),
    readFile(new URL('tagging/en-us.bin', DATA)),
  ])
  const tagger = createTagger(tagging)
  return {
    homographs: createHomographModel(homographs, tagger),
    phrasing: createPhrasingModel(phrasing, tagger),
  }
}

async function loadData(options: LoadResourcesOptions) {
  const [lexicon, letterToSound, readings, tagged, lists, createResampler] = await Promise.all([
    readFile(new URL('lexicon/en-us.bin', DATA)).then(createLexicon),
    readFile(new URL('letter-to-sound/en-us.bin', DATA)).then(createLetterToSound),
    readFile(new URL('reading/en-us.bin', DATA)).then(createReadingScorer),
    loadTaggedModels(),
    loadPolicyLists(options),
    loadResamplerLibrary(),
  ])
  const contentPolicy = createContentPolicy(lists, { lexicon, letterToSound })
  return { lexicon, letterToSound, readings, ...tagged, contentPolicy, createResampler }
}
