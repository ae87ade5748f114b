import { extname } from 'node:path'
import type { Avatar, Declaim, SpeechInput } from '../../../client/src/declaim.ts'
import type { AudioFormat } from '../../delivery/files/output-format.ts'
import { CommandError } from '../exit-codes.ts'
import { readStandardInput, readTextFile } from '../files.ts'

/** What is spoken and how, as the options of a command say it. */
export type SpeechOptions = {
  /** Id or name of an avatar. */
  readonly voice?: string | undefined
  readonly library?: readonly string[] | undefined
  readonly format?: string | undefined
  readonly sampleRate?: string | undefined
  /** Chooses another reading of the text. */
  readonly seed?: string | undefined
}

/** Where a text comes from: the arguments, a file, or standard input if neither is given. */
export type TextSource = { readonly words: readonly string[]; readonly file?: string | undefined }

/** Formats of the service by the ending of a file's name. */
const FORMATS: Readonly<Record<string, AudioFormat>> = {
  '.mp3': 'mp3',
  '.wav': 'wav',
  '.flac': 'flac',
  '.ogg': 'opus',
  '.opus': 'opus',
  '.aac': 'aac',
  '.pcm': 'pcm',
  '.raw': 'pcm',
  '.ulaw': 'mulaw',
  '.alaw': 'alaw',
}

/** The text that a command speaks. */
export async function readSource({ words, file }: TextSource): Promise<string> {
  if (words.length > 0 && file !== undefined)
    throw new CommandError('usage', 'Cannot speak both the arguments and a file: give one of them')
  const isInput =
    file === '-' || (file === undefined && (words.length === 0 || (words.length === 1 && words[0] === '-')))
  if (!isInput) return file === undefined ? words.join(' ') : await readTextFile(file)
  if (process.stdin.isTTY) process.stderr.write('Type the text, then Ctrl-D:\n')
  const text = await readStandardInput()
  if (text.trim() !== '') return text
  const message = 'Cannot speak: no text was given; pass it as an argument, with --file, or on standard input'
  throw new CommandError('usage', message)
}

/** The body of a request. A file's name decides about the format unless an option does. */
export async function createInput(
  declaim: Declaim,
  text: string,
  { voice, library, format, sampleRate, seed }: SpeechOptions,
  output?: string,
): Promise<SpeechInput> {
  const fileFormat = format ?? (output === undefined ? undefined : formatOf(output))
  const audioConfigs = {
    ...(fileFormat !== undefined && { file_format: fileFormat }),
    ...(sampleRate !== undefined && { sample_rate: sampleRate }),
  }
  return {
    speaker_id: await findSpeaker(declaim, voice),
    text,
    ...(seed !== undefined && { seed }),
    ...(library !== undefined && { library_ids: await Promise.all(library.map((name) => findLibrary(declaim, name))) }),
    ...(Object.keys(audioConfigs).length > 0 && {
      audio_configs: audioConfigs as NonNullable<SpeechInput['audio_configs']>,
    }),
  }
}

/** The format that a file's name asks for. Throws if its ending is no format's. */
export function formatOf(file: string): string {
  const format = FORMATS[extname(file).toLowerCase()]
  if (format !== undefined) return format
  const known = Object.keys(FORMATS).join(', ')
  throw new CommandError(
    'usage',
    `Cannot write ${file}: unknown file extension; use one of ${known}, or name the format`,
  )
}

/** The id of an avatar by its id, its name, or its name and style; the first avatar if none is wanted. */
async function findSpeaker(declaim: Declaim, voice: string | undefined): Promise<number | string> {
  if (voice !== undefined && /^\d+$/.test(voice)) return voice
  const avatars = await declaim.avatars()
  const wanted = voice?.toLowerCase()
  const names = ({ name, style }: Avatar): readonly string[] => [name.toLowerCase(), `${name} ${style}`.toLowerCase()]
  const found = wanted === undefined ? avatars[0] : avatars.find((avatar) => names(avatar).includes(wanted))
  if (found !== undefined) return found.id
  const known = [...new Set(avatars.map(({ name }) => name))].join(', ')
  throw new CommandError('data', `Cannot speak as "${voice}": no avatar has this name. Known are ${known}`)
}

/** The id of a library by its id or name. Throws if there is none, or if several have the name. */
export async function findLibrary(declaim: Declaim, wanted: string): Promise<string> {
  const found = await lookUpLibrary(declaim, wanted)
  if (found !== undefined) return found
  throw new CommandError('data', `Cannot find library "${wanted}": "declaim libraries list" shows names and ids`)
}

/** The same; undefined if there is none. */
export async function lookUpLibrary(declaim: Declaim, wanted: string): Promise<string | undefined> {
  const libraries = await declaim.libraries.list()
  if (libraries.some(({ library_id: id }) => id === wanted)) return wanted
  const [found, ...others] = libraries.filter(({ name }) => name === wanted)
  if (others.length === 0) return found?.library_id
  const ids = [found!, ...others].map(({ library_id: id }) => id).join(', ')
  throw new CommandError('data', `Cannot choose library "${wanted}": several have this name; use one of the ids ${ids}`)
}
