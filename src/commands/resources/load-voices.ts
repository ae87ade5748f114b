import type { Patience } from '../../speaking/scheduling/admission.ts'
import { createEngineThreads, type EngineThreads } from '../../speaking/threads/engine-threads.ts'
import type { ThreadLoad } from '../../speaking/threads/job-pool.ts'
import type { ThreadHealth } from '../../speaking/threads/pool/thread-pool.ts'
import { loadCheckedPackage } from '../../synthesis/engines/check-package.ts'
import { builtInEngine, type EngineSpec, isBuiltIn } from '../../synthesis/engines/create-engine.ts'
import type { SpeechEngine } from '../../synthesis/speech-engine.ts'
import {
  type FoundPackage,
  findVoicePackages,
  type VoiceFolders,
} from '../../synthesis/voice-packages/find-voice-packages.ts'
import { type Catalogue, createCatalogue, isListed, parseCatalogue } from '../../voices/catalogue.ts'
import { aliasSpeakers, type ReferenceSpeaker, type ReferenceVoice, standIn } from '../../voices/reference-speakers.ts'
import type { Voice } from '../../voices/voice.ts'
import { readTextFile } from '../files.ts'
import { checkSpoken, readPackageVoices } from './package-voices.ts'

export type LoadVoicesOptions = {
  /** Threads that speak. */
  readonly renderThreads: number
  /** Maximum number of listeners per thread that need sound at the same time. */
  readonly listenersPerThread: number
  /** How long a stream waits for its first sound at most. */
  readonly streamPatienceMs: number
  readonly avatarsFile: string | URL
  readonly folders: VoiceFolders
  /** Keys to upstream servers, by the name of their variable. */
  readonly voiceKeys: Readonly<Record<string, string>>
  /** Ids that the nearest avatar speaks for if no avatar has them. */
  readonly referenceSpeakers: readonly ReferenceSpeaker[]
  /** Public voices of other services; none if absent. */
  readonly referenceVoices?: readonly ReferenceVoice[]
  /** Is told of each package that cannot be used; the error names it and says why. */
  readonly onRefused: (error: unknown) => void
  /** Called once the threads are starting. What the main thread does from then on costs no time of theirs, on several cores. */
  readonly onStarting?: () => void
}

/** Everything that speaks, and the avatars that it speaks as. */
export type LoadedVoices = {
  readonly catalogue: Catalogue
  /** The voices that speak on this machine. */
  readonly localVoices: readonly Voice[]
  readonly engines: ReadonlyMap<string, SpeechEngine>
  threadLoad(): ThreadLoad
  /** Seconds after which an account can try again whose streams would be refused now in every voice; undefined if one would not. */
  refusesStreams(account: string, patience: Patience): number | undefined
  checkThreads(): Promise<ThreadHealth>
  close(): Promise<void>
}

/** Requests to upstream servers at once; they wait for others and take no core here. */
const UPSTREAM_REQUESTS = 16

/**
 * Starts the engines that avatars name, and returns the avatars that they can speak as. A faulty package is
 * refused with its avatars; the others work. Throws an Error if the avatars file or a built-in engine is faulty,
 * or if no avatar remains.
 */
export async function loadVoices(options: LoadVoicesOptions): Promise<LoadedVoices> {
  const gathered = await gatherVoices(options)
  const pools = await startEngines(gathered, options)
  const engines = new Map(pools.flatMap((pool) => [...pool.engines]))
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.close()))
  }
  const threadLoad = () =>
    addFigures(
      pools.map((pool) => pool.load()),
      ['threads', 'busy', 'waiting'],
    )
  const refusesStreams = (account: string, patience: Patience): number | undefined => {
    const waits = pools.map((pool) => pool.refuses(account, patience) ?? 0)
    return waits.includes(0) ? undefined : Math.min(...waits)
  }
  const checkThreads = async () =>
    addFigures(await Promise.all(pools.map((pool) => pool.check())), ['threads', 'answering'])
  for (const { error } of pools.flatMap(({ refused }) => refused)) options.onRefused(error)
  try {
    const voices = keepSpoken(gathered.voices, engines, options)
    if (voices.length === 0) throw new Error('Cannot start without a voice: every package was refused')
    // A text goes to an upstream server only if its caller chose that avatar.
    const localVoices = voices.filter(
      (voice) => isListed(voice) && gathered.packages.get(voice.engine)?.kind !== 'upstream',
    )
    const aliases = aliasSpeakers(options.referenceSpeakers, { voices, candidates: localVoices })
    const foreign = standIn(options.referenceVoices ?? [], localVoices)
    const catalogue = createCatalogue(voices, { aliases, foreign })
    return { catalogue, localVoices, engines, threadLoad, refusesStreams, checkThreads, close }
  } catch (error) {
    await close()
    throw error
  }
}

function addFigures<Key extends string>(
  figures: readonly Readonly<Record<Key, number>>[],
  keys: readonly Key[],
): Record<Key, number> {
  const sums = keys.map((key) => [key, figures.reduce((sum, one) => sum + one[key], 0)] as const)
  return Object.fromEntries(sums) as Record<Key, number>
}

/** The avatars of the avatars file. Throws an Error that names the file and what is wrong. */
export async function loadAvatarsFile(path: string | URL): Promise<Catalogue> {
  const text = await readTextFile(path)
  try {
    return parseCatalogue(JSON.parse(text))
  } catch (error) {
    throw new Error(`Cannot use the avatars file ${path.toString()}`, { cause: error })
  }
}

type UsablePackage = FoundPackage & { readonly kind: string }
type Gathered = { readonly voices: readonly Voice[]; readonly packages: ReadonlyMap<string, UsablePackage> }

/** The avatars of the file and those of packages, and the packages as far as their manifests are in order. */
async function gatherVoices({ avatarsFile, folders, onRefused }: LoadVoicesOptions): Promise<Gathered> {
  const voices = [...(await loadAvatarsFile(avatarsFile)).bySpeakerId.values()]
  const packages = new Map<string, UsablePackage>()
  const refused = new Set<string>()
  for (const found of await findVoicePackages(folders)) {
    try {
      const { manifest, voices: own } = await readPackageVoices(found, voices)
      packages.set(found.name, { ...found, kind: manifest.engine })
      voices.push(...own)
    } catch (error) {
      refused.add(found.name)
      onRefused(error)
    }
  }
  const orphan = voices.find(({ engine }) => !isBuiltIn(engine) && !packages.has(engine) && !refused.has(engine))
  if (orphan !== undefined) {
    throw new Error(
      `Cannot speak as avatar ${orphan.avatar.id}: there is no engine or voice package "${orphan.engine}"`,
    )
  }
  return { voices: voices.filter(({ engine }) => !refused.has(engine)), packages }
}

/** Only engines that an avatar needs are started: those that compute in all threads, those that ask servers in one. */
async function startEngines(
  { voices, packages }: Gathered,
  options: LoadVoicesOptions,
): Promise<readonly EngineThreads[]> {
  const { renderThreads, listenersPerThread, streamPatienceMs: patienceMs } = options
  const local: EngineSpec[] = []
  const upstream: EngineSpec[] = []
  // One package after another, as some have hundreds of megabytes.
  for (const name of new Set(voices.map(({ engine }) => engine))) {
    const found = packages.get(name)
    const spec = await specifyEngine(name, found, options)
    if (spec === undefined) continue
    if (found?.kind === 'upstream') upstream.push(spec)
    else local.push(spec)
  }
  const pools: EngineThreads[] = []
  try {
    if (local.length > 0) {
      const maxListeners = renderThreads * listenersPerThread
      const starting = createEngineThreads({ threads: renderThreads, engines: local, maxListeners, patienceMs })
      options.onStarting?.()
      pools.push(await starting)
    }
    if (upstream.length > 0) {
      const waiting = { jobsAtOnce: UPSTREAM_REQUESTS, silenceTimeoutMs: 'never', patienceMs } as const
      pools.push(await createEngineThreads({ threads: 1, engines: upstream, ...waiting }))
    }
    return pools
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.close()))
    throw error
  }
}

/** Undefined for a package that is refused. Packages are checked here, once, and not in every thread. */
async function specifyEngine(
  name: string,
  found: UsablePackage | undefined,
  { voiceKeys: keys, onRefused }: LoadVoicesOptions,
): Promise<EngineSpec | undefined> {
  if (found === undefined) return builtInEngine(name)
  try {
    return { kind: 'package', voice: await loadCheckedPackage(found.folder), keys }
  } catch (error) {
    onRefused(error)
    return undefined
  }
}

/** The voices whose engines run and know them. A package with an avatar that it cannot speak as loses all its avatars. */
function keepSpoken(
  voices: readonly Voice[],
  engines: ReadonlyMap<string, SpeechEngine>,
  { onRefused }: LoadVoicesOptions,
): readonly Voice[] {
  const spoken = new Set<string>()
  for (const engine of engines.values()) {
    try {
      checkSpoken(engine, voices)
      spoken.add(engine.name)
    } catch (error) {
      if (isBuiltIn(engine.name)) throw error
      onRefused(error)
    }
  }
  return voices.filter(({ engine }) => spoken.has(engine))
}
