import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { DownloadDescription, DownloadedVoice, DownloadFile, PackagePart } from './layout.ts'
import { readJson } from './read-json.ts'

/** Kokoro's names: language, sex, name (https://huggingface.co/hexgrad/Kokoro-82M/blob/main/VOICES.md). */
const VOICE = /^(?<language>[abefhijpz])(?<sex>[fm])_(?<name>[a-z][a-z0-9]*)$/
const ENGLISH = { a: 'en-us', b: 'en-gb' } as const
const LANGUAGES: Readonly<Record<string, string>> = {
  e: 'Spanish',
  f: 'French',
  h: 'Hindi',
  i: 'Italian',
  j: 'Japanese',
  p: 'Portuguese',
  z: 'Chinese',
}
const SAMPLE_RATE = 24_000

const Vocabulary = Type.Record(Type.String(), Type.Integer())
const HasVocabulary = Type.Union([
  Type.Object({ vocab: Vocabulary }),
  Type.Object({ model: Type.Object({ vocab: Vocabulary }) }),
])

export type KokoroFiles = {
  readonly name: string
  readonly model: DownloadFile
  readonly config: PackagePart
  /** Name of a voice -> its style vectors. */
  readonly styles: ReadonlyMap<string, PackagePart>
}

/** Describes a Kokoro model with those of its voices that speak English. Returns the reason if none does. */
export function describeKokoro({ name, model, config, styles }: KokoroFiles): DownloadDescription | string {
  const voices: (DownloadedVoice & { readonly engineVoice: string })[] = []
  const notes: string[] = []
  for (const engineVoice of [...styles.keys()].sort()) {
    const parts = VOICE.exec(engineVoice)?.groups
    const languageCode = ENGLISH[parts?.language as 'a' | 'b']
    if (parts === undefined) notes.push(`${engineVoice} is left out: its name does not say its language and sex.`)
    else if (languageCode === undefined)
      notes.push(
        `${engineVoice} is left out: it speaks ${LANGUAGES[parts.language!]}, and this service speaks English.`,
      )
    else {
      const title = parts.name!
      const gender = parts.sex === 'f' ? 'female' : 'male'
      voices.push({ engineVoice, name: title[0]!.toUpperCase() + title.slice(1), languageCode, gender })
    }
  }
  if (voices.length === 0) return 'no voice of it speaks English'
  return {
    name,
    engine: 'kokoro',
    version: '1.0',
    languageCode: voices[0]!.languageCode,
    sampleRate: SAMPLE_RATE,
    source: 'Kokoro-82M',
    settings: { languageCodes: Object.fromEntries(voices.map((voice) => [voice.engineVoice, voice.languageCode])) },
    parts: {
      model: { fileName: 'model.onnx', copy: model },
      config,
      ...Object.fromEntries(voices.map(({ engineVoice }) => [`voice-${engineVoice}`, styles.get(engineVoice)!])),
    },
    voices,
    notes,
  }
}

/** Returns the first of these files that has a vocabulary, as a part of the package. */
export async function findVocabulary(files: readonly DownloadFile[]): Promise<PackagePart | undefined> {
  for (const file of files) {
    if (Value.Check(HasVocabulary, await readJson(file))) return { fileName: 'config.json', copy: file }
  }
  return undefined
}

/** The folder of a file in the download, with a `/` at its end unless it is the root. */
export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}
