import { signal } from '@preact/signals'
import type { ExportInput } from '../../../client/src/declaim.ts'
import { keepLocally } from '../keep-locally.ts'

/** Which paragraphs of the script are exported. */
export const SCOPES = {
  all: 'The whole script',
  scene: 'The scene with the cursor',
  selection: 'The selected paragraphs',
  changed: 'What has changed since the last export',
} as const
export type Scope = keyof typeof SCOPES

export const LAYOUTS = {
  one: 'One file',
  scene: 'A file for each scene',
  paragraph: 'A file for each paragraph',
  none: 'No audio, only captions',
} as const

export const FORMATS = {
  mp3: 'MP3',
  wav: 'WAV',
  flac: 'FLAC',
  opus: 'Opus',
  aac: 'AAC',
  mulaw: 'µ-law',
  alaw: 'A-law',
} as const
export type Format = keyof typeof FORMATS

/** Hz that a format can have. */
export function ratesOf(format: Format): readonly number[] {
  return format === 'mulaw' || format === 'alaw' ? [8000] : [8000, 16_000, 22_050, 24_000, 44_100, 48_000]
}

/** `usual`: what the service takes. `vbr`: variable. Else constant, in kb/s. */
export type Bitrate = 'usual' | 'vbr' | number

/** Constant bitrates that are offered, in kb/s. The service takes more of them for some formats. */
export function bitratesOf(format: Format, sampleRate: number): readonly number[] {
  if (format === 'opus') return [16, 24, 32, 48, 64, 96, 128]
  if (format === 'aac') return sampleRate < 22_050 ? [16, 24, 32] : [32, 48, 64, 96, 128]
  if (format !== 'mp3') return []
  if (sampleRate < 16_000) return [16, 24, 32, 48, 64]
  return sampleRate < 32_000 ? [32, 48, 64, 96, 128, 160] : [64, 96, 128, 160, 192, 256, 320]
}

/** Whether a format has variable bitrates. */
export function hasVariable(format: Format): boolean {
  return format === 'mp3' || format === 'opus'
}

/** LUFS; null leaves the level as it is. */
export const LOUDNESS = [
  [null, 'As it is'],
  [-14, '−14 LUFS (online video)'],
  [-16, '−16 LUFS (podcast)'],
  [-19, '−19 LUFS (audiobook, mono)'],
  [-23, '−23 LUFS (broadcast)'],
] as const

export const CHAPTERS = { scene: 'Scenes', paragraph: 'Paragraphs', none: 'None' } as const
export const CAPTIONS = { srt: 'SubRip', vtt: 'WebVTT', json: 'JSON with the time of each word' } as const

export type ExportChoice = {
  readonly layout: keyof typeof LAYOUTS
  readonly format: Format
  readonly sampleRate: number
  readonly bitrate: Bitrate
  readonly loudness: number | null
  readonly captions: readonly (keyof typeof CAPTIONS)[]
  readonly chapters: keyof typeof CHAPTERS
  readonly hasChapterList: boolean
  /** Pattern of the file names; empty for the usual one. */
  readonly names: string
}

const ONE: ExportChoice = {
  layout: 'one',
  format: 'mp3',
  sampleRate: 44_100,
  bitrate: 'usual',
  loudness: null,
  captions: [],
  chapters: 'scene',
  hasChapterList: false,
  names: '',
}
const TELEPHONE: ExportChoice = {
  ...ONE,
  layout: 'paragraph',
  format: 'wav',
  sampleRate: 8000,
  chapters: 'none',
  names: '{name}',
}

/** Settings for what people make most. */
export const PRESETS: Readonly<Record<string, ExportChoice>> = {
  'One file': ONE,
  Podcast: { ...ONE, loudness: -16, captions: ['vtt'], hasChapterList: true },
  'Course (LMS)': { ...ONE, layout: 'scene', captions: ['vtt'], names: '{scene_number} {scene}' },
  Video: { ...ONE, format: 'wav', sampleRate: 48_000, loudness: -14, captions: ['srt'], hasChapterList: true },
  'Telephone, 8 kHz WAV': TELEPHONE,
  'Telephone, 16 kHz WAV': { ...TELEPHONE, sampleRate: 16_000 },
  'Telephone, µ-law': { ...TELEPHONE, format: 'mulaw' },
  'Telephone, A-law': { ...TELEPHONE, format: 'alaw' },
}

const KEY = 'declaim-export-choice'

/** The settings of the last export in this browser. */
export const exportChoice = signal<ExportChoice>(readChoice())

function readChoice(): ExportChoice {
  try {
    return { ...ONE, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<ExportChoice>) }
  } catch {
    return ONE
  }
}

export function changeChoice(change: Partial<ExportChoice>): void {
  exportChoice.value = fitChoice({ ...exportChoice.value, ...change })
  keepLocally(KEY, JSON.stringify(exportChoice.value))
}

/** The choice with a sample rate and a bitrate that its format has. */
function fitChoice(choice: ExportChoice): ExportChoice {
  const { format, bitrate } = choice
  const rates = ratesOf(format)
  const sampleRate = rates.includes(choice.sampleRate) ? choice.sampleRate : rates.at(-1)!
  const isKept =
    bitrate === 'usual' || (bitrate === 'vbr' ? hasVariable(format) : bitratesOf(format, sampleRate).includes(bitrate))
  return { ...choice, sampleRate, bitrate: isKept ? bitrate : 'usual' }
}

/** The name of the preset that has these settings; undefined if none has. */
export function presetOf(choice: ExportChoice): string | undefined {
  const has = (preset: ExportChoice) =>
    (Object.keys(preset) as (keyof ExportChoice)[]).every(
      (field) => JSON.stringify(preset[field]) === JSON.stringify(choice[field]),
    )
  return Object.keys(PRESETS).find((name) => has(PRESETS[name]!))
}

/** The settings as the API takes them. */
export function toSettings(choice: ExportChoice): Omit<ExportInput, 'paragraphs'> {
  const { layout, format, sampleRate, bitrate, loudness, captions, chapters, hasChapterList, names } = choice
  return {
    files: layout === 'none' ? 'one' : layout,
    audio: layout !== 'none',
    audio_configs: {
      file_format: format,
      sample_rate: sampleRate as 8000,
      ...(bitrate === 'vbr' && { bitrate_mode: 'vbr' }),
      ...(typeof bitrate === 'number' && { bitrate }),
    },
    loudness,
    captions: layout === 'none' && captions.length === 0 ? ['srt'] : captions,
    chapters,
    chapter_list: hasChapterList,
    ...(names !== '' && layout !== 'none' && { file_names: names }),
  }
}
