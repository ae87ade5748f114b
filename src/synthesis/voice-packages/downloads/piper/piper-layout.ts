import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { DEFAULT_LOCALE, findLocaleByName } from '../../../../text/english/dialects.ts'
import { firstProblem } from '../../voice-manifest.ts'
import { type DownloadDescription, type DownloadFile, type DownloadLayout, packageName } from '../layout.ts'
import { readJson } from '../read-json.ts'

/** The fields of Piper's `.onnx.json` that describe a voice (https://github.com/rhasspy/piper). */
const PiperFacts = Type.Object({
  audio: Type.Object({ sample_rate: Type.Integer({ minimum: 8000, maximum: 192_000 }) }),
  espeak: Type.Object({ voice: Type.String() }),
  language: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
  phoneme_type: Type.Optional(Type.String()),
  num_speakers: Type.Integer({ minimum: 1 }),
  speaker_id_map: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
})

/** `NAME.onnx` with `NAME.onnx.json`. */
export const PIPER_LAYOUT: DownloadLayout = {
  title: 'a Piper voice (NAME.onnx with NAME.onnx.json)',
  async recognise(files) {
    const byName = new Map(files.map((file) => [file.name, file]))
    const found: DownloadDescription[] = []
    const refused: string[] = []
    for (const model of files.filter(({ name }) => name.endsWith('.onnx'))) {
      const config = byName.get(`${model.name}.json`)
      if (config === undefined) continue
      const description = describePiper(model, { config, value: await readJson(config) })
      if (typeof description === 'string') refused.push(`${model.name}: ${description}`)
      else found.push(description)
    }
    return { found, refused }
  },
}

type Config = { readonly config: DownloadFile; readonly value: unknown }

/** Returns a description, or the reason why there is none. */
function describePiper(model: DownloadFile, { config, value }: Config): DownloadDescription | string {
  if (value === undefined) return `${config.name} is not JSON`
  if (!Value.Check(PiperFacts, value))
    return `${config.name} is not the config of a Piper voice: ${firstProblem(PiperFacts, value)}`
  const { audio, espeak, language, phoneme_type = 'espeak', num_speakers, speaker_id_map = {} } = value
  if (phoneme_type !== 'espeak') return `it was trained on "${phoneme_type}", and only phonemes of espeak can be made`
  const languageCode = findEnglish(language?.code ?? espeak.voice, espeak.voice)
  if (languageCode === undefined) return `it speaks ${language?.code ?? espeak.voice}, and this service speaks English`
  const speakers = Object.keys(speaker_id_map)
  const numbers = new Set(Object.values(speaker_id_map))
  if (num_speakers > 1 && (speakers.length === 0 || numbers.size < speakers.length))
    return `${config.name} names ${numbers.size} of ${num_speakers} speakers`
  if (Object.values(speaker_id_map).some((number) => number >= num_speakers))
    return `${config.name} names a speaker above the ${num_speakers} that it has`
  const stem = model.name.split('/').at(-1)!.slice(0, -'.onnx'.length)
  const title = stem.split('-')[1] ?? stem
  return {
    name: packageName(stem),
    engine: 'piper',
    version: '1',
    languageCode,
    sampleRate: audio.sample_rate,
    source: `Piper ${stem}`,
    settings: {},
    parts: {
      model: { fileName: 'model.onnx', copy: model },
      config: { fileName: 'model.onnx.json', copy: config },
    },
    voices:
      num_speakers === 1
        ? [{ engineVoice: undefined, name: title, languageCode, gender: undefined }]
        : speakers.map((engineVoice) => ({
            engineVoice,
            name: `${title} ${engineVoice}`,
            languageCode,
            gender: undefined,
          })),
    notes: [],
  }
}

/** `language` may have a region; espeak's voice has it too (`en-gb-x-rp`), and is British without one. */
function findEnglish(language: string, espeakVoice: string): string | undefined {
  if (!/^en(?:[_-]|$)/i.test(language)) return undefined
  const codes = `${language} ${espeakVoice === 'en' ? 'en-gb' : espeakVoice}`.toLowerCase().replaceAll('_', '-')
  const locales = Array.from(codes.matchAll(/\ben-([a-z]+)/g), ([, region]) => findLocaleByName(region!))
  const locale = locales.find((one) => one !== undefined && one !== DEFAULT_LOCALE) ?? DEFAULT_LOCALE
  return locale.toLowerCase().replace('_', '-')
}
