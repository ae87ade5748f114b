import { loadCheckedPackage } from '../../synthesis/engines/check-package.ts'
import { createEngine } from '../../synthesis/engines/create-engine.ts'
import type { SpeechEngine } from '../../synthesis/speech-engine.ts'
import { NEUTRAL_PROSODY, type Segment } from '../../synthesis/synthesis-plan.ts'
import {
  type FoundPackage,
  findVoicePackages,
  type VoiceFolders,
} from '../../synthesis/voice-packages/find-voice-packages.ts'
import { voicePackageError } from '../../synthesis/voice-packages/voice-package.ts'
import type { Voice } from '../../voices/voice.ts'
import { loadAvatarsFile } from './load-voices.ts'
import { measureVoice, type VoiceFigures } from './measure-voice.ts'
import { checkSpoken, readPackageVoices } from './package-voices.ts'

export type CheckOptions = {
  /** Whether the voices speak ten sentences that are measured. */
  readonly measures?: boolean
  readonly avatarsFile: string | URL
  readonly folders: VoiceFolders
  readonly voiceKeys: Readonly<Record<string, string>>
}

/** What a package in order has. */
export type PackageReport = {
  readonly engine: string
  readonly voices: readonly string[]
  readonly avatarIds: readonly number[]
  /** What its voices measure, of the first ones if there are many. */
  readonly figures?: readonly VoiceFigures[]
}

/** More voices than this are not measured: a model with hundreds of speakers would take minutes. */
const MOST_MEASURED = 8

/**
 * Loads a package as the service does at its start, and speaks a word with it, except with voices of a server.
 * Throws an error with the package's name and the problem.
 */
export async function checkVoicePackage(
  found: Pick<FoundPackage, 'name' | 'folder'>,
  { avatarsFile, folders, voiceKeys: keys, measures = false }: CheckOptions,
): Promise<PackageReport> {
  const shipped = [...(await loadAvatarsFile(avatarsFile)).bySpeakerId.values()]
  const taken = await voicesBeside(found.name, { avatarsFile, folders })
  const { manifest, voices } = await readPackageVoices(found, taken)
  const engine = await createEngine({ kind: 'package', voice: await loadCheckedPackage(found.folder), keys })
  try {
    checkSpoken(engine, [...shipped, ...voices])
    if (manifest.engine !== 'upstream') await sayHello(engine)
    const report = { engine: manifest.engine, voices: engine.voices, avatarIds: voices.map(({ avatar }) => avatar.id) }
    if (!measures || manifest.engine === 'upstream') return report
    const figures: VoiceFigures[] = []
    for (const voice of engine.voices.slice(0, MOST_MEASURED)) figures.push(await measureVoice(engine, voice))
    return { ...report, figures }
  } finally {
    await engine.close()
  }
}

/** The avatars of the service and of all packages but one. */
export async function voicesBeside(
  name: string,
  { avatarsFile, folders }: Pick<CheckOptions, 'avatarsFile' | 'folders'>,
): Promise<readonly Voice[]> {
  const shipped = (await loadAvatarsFile(avatarsFile)).bySpeakerId.values()
  return [...shipped, ...(await voicesOfOthers(name, folders))]
}

/** The avatars of all other packages; those that cannot be read take no id. */
async function voicesOfOthers(name: string, folders: VoiceFolders): Promise<readonly Voice[]> {
  const others = (await findVoicePackages(folders)).filter((other) => other.name !== name)
  const read = await Promise.allSettled(others.map((other) => readPackageVoices(other, [])))
  return read.flatMap((result) => (result.status === 'fulfilled' ? result.value.voices : []))
}

async function sayHello(engine: SpeechEngine): Promise<void> {
  const segment: Segment = {
    voice: { name: engine.voices[0]!, tempo: 1, expression: 1, size: 1 },
    words: [
      {
        text: 'hello',
        phonemes: ['HH', 'AH0', 'L', 'OW1'],
        source: 0,
        prosody: NEUTRAL_PROSODY,
        shape: NEUTRAL_PROSODY,
        boundary: { mark: '.', pauseSeconds: 0.1 },
      },
    ],
    levelDb: 0,
    brightnessDb: 0,
    isPressed: false,
    endsSentence: true,
  }
  let timed = 0
  try {
    for await (const { words } of engine.speak(segment, { signal: new AbortController().signal })) timed += words.length
  } catch (cause) {
    throw voicePackageError(engine.name, `it cannot say "hello": ${(cause as Error).message}`, { cause })
  }
  if (timed !== 1) throw voicePackageError(engine.name, `it timed ${timed} words of the one word "hello"`)
}
