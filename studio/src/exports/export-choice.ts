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
  const next = { ...exportChoice.value, ...change }
  const rates = ratesOf(next.format)
  exportChoice.value = rates.includes(next.sampleRate) ? next : { ...next, sampleRate: rates.at(-1)! }
  keepLocally(KEY, JSON.stringify(exportChoice.value))
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
  const { layout, format, sampleRate, loudness, captions, chapters, hasChapterList, names } = choice
  return {
    files: layout === 'none' ? 'one' : layout,
    audio: layout !== 'none',
    audio_configs: { file_format: format, sample_rate: sampleRate as 8000 },
    loudness,
    captions: layout === 'none' && captions.length === 0 ? ['srt'] : captions,
    chapters,
    chapter_list: hasChapterList,
    ...(names !== '' && layout !== 'none' && { file_names: names }),
  }
}
