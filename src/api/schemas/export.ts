import { type Static, Type } from 'typebox'
import { MAX_PARAGRAPHS } from '../../accounts/body-costs.ts'
import { DEFAULT_NAMES, NAME_FIELDS } from '../../delivery/exports/group-paragraphs.ts'
import { ServiceError } from '../../errors.ts'
import type { ExportRecipe } from '../../storage/records/export-recipe.ts'
import type { Export } from '../../storage/records/exports.ts'
import { parseAudioConfigs } from './audio-configs.ts'
import { orNull } from './optional.ts'
import { parseFlag } from './parse-flag.ts'
import { isAbsent, refuseValue } from './refuse-value.ts'
import { parseTitle } from './title.ts'

/** UTF-16 units of the names of a script, a scene and a paragraph, and of a pattern of file names. */
export const MAX_NAME_LENGTH = 200
/** Seconds; longer is taken for a slip, such as milliseconds. */
export const MAX_PAUSE_SECONDS = 600
/** Of all pauses together. */
const MAX_SILENCE_SECONDS = 6 * 3600
/** LUFS. */
export const LOUDNESS_RANGE = { least: -36, most: -9 } as const

export const LAYOUTS = ['one', 'scene', 'paragraph'] as const satisfies readonly ExportRecipe['layout'][]
export const CAPTIONS = ['srt', 'vtt', 'json'] as const satisfies readonly ExportRecipe['captions'][number][]
export const CHAPTERS = ['scene', 'paragraph', 'none'] as const satisfies readonly ExportRecipe['chapters'][]

/** A paragraph of an export, checked except for what is spoken. */
export type ParagraphBody = {
  readonly id: string | undefined
  readonly name: string
  readonly scene: string | null
  readonly pauseSeconds: number
  /** The fields that a synthesis request has. */
  readonly speech: Readonly<Record<string, unknown>>
}

export type ExportBody = Omit<ExportRecipe, 'version' | 'paragraphs'> & {
  readonly title: string
  readonly scriptId: string | undefined
  readonly paragraphs: readonly ParagraphBody[]
}

/** Checks the body of an export; the speech of its paragraphs is checked when they are planned. Throws MISSING_ARGUMENT. */
export function parseExportBody(body: unknown): ExportBody {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  const { paragraphs, library_ids, library_id } = fields
  if (isAbsent(paragraphs)) throw refusal('paragraphs is missing')
  if (!Array.isArray(paragraphs) || paragraphs.length < 1 || paragraphs.length > MAX_PARAGRAPHS)
    throw refusal(`expected paragraphs as a list of 1 to ${MAX_PARAGRAPHS}`)
  const parsed = paragraphs.map((paragraph, index) =>
    parseParagraph(paragraph, { index, libraries: { library_ids, library_id } }),
  )
  const silence = parsed.reduce((sum, { pauseSeconds }) => sum + pauseSeconds, 0)
  if (silence > MAX_SILENCE_SECONDS)
    throw refusal(`the pauses are ${Math.ceil(silence)} seconds in all; expected at most ${MAX_SILENCE_SECONDS}`)
  const layout = parseChoice('files', fields.files, LAYOUTS, 'one')
  const captions = parseCaptions(fields.captions)
  const hasChapterList = parseFlag('chapter_list', fields.chapter_list)
  const hasAudio = isAbsent(fields.audio) || parseFlag('audio', fields.audio)
  if (!hasAudio && captions.length === 0 && !hasChapterList)
    throw refusal('without audio it needs captions or chapter_list, or it has no files')
  return {
    title: parseTitle(fields.title) ?? 'Script',
    scriptId: parseName('script_id', fields.script_id),
    paragraphs: parsed,
    layout,
    output: parseAudioConfigs(fields.audio_configs, 'mp3'),
    loudness: parseLoudness(fields.loudness),
    captions,
    chapters: parseChoice('chapters', fields.chapters, CHAPTERS, 'scene'),
    hasChapterList,
    hasAudio,
    fileNames: parsePattern(fields.file_names) ?? DEFAULT_NAMES[layout],
  }
}

type ParagraphPlace = { readonly index: number; readonly libraries: object }

function parseParagraph(value: unknown, { index, libraries }: ParagraphPlace): ParagraphBody {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuseValue(`paragraphs[${index}]`, value, 'an object with speaker_id and text')
  const fields = value as Readonly<Record<string, unknown>>
  const { pause = null, speaker_id, text, seed } = fields
  const isPause = isAbsent(pause) || (typeof pause === 'number' && pause >= 0 && pause <= MAX_PAUSE_SECONDS)
  if (!isPause) throw refuseValue(`paragraphs[${index}].pause`, pause, `0 to ${MAX_PAUSE_SECONDS} seconds`)
  return {
    id: parseName(`paragraphs[${index}].id`, fields.id),
    name: parseName(`paragraphs[${index}].name`, fields.name) ?? '',
    scene: parseName(`paragraphs[${index}].scene`, fields.scene) ?? null,
    pauseSeconds: isAbsent(pause) ? 0 : (pause as number),
    speech: { speaker_id, text, seed, ...libraries },
  }
}

/** A name on one line; undefined if it is absent or blank. */
function parseName(field: string, value: unknown): string | undefined {
  if (isAbsent(value)) return undefined
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH)
    throw refuseValue(field, value, `a string of at most ${MAX_NAME_LENGTH} characters`)
  const name = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return name === '' ? undefined : name
}

function parsePattern(value: unknown): string | undefined {
  const pattern = parseName('file_names', value)
  for (const [whole, field] of pattern?.matchAll(/\{([^{}]*)\}/g) ?? []) {
    if ((NAME_FIELDS as readonly string[]).includes(field!)) continue
    throw refuseValue('file_names', whole, NAME_FIELDS.map((name) => `{${name}}`).join(', '))
  }
  return pattern
}

function parseChoice<Choice extends string>(
  field: string,
  value: unknown,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  if (isAbsent(value)) return fallback
  const choice = choices.find((one) => one === value)
  if (choice === undefined) throw refuseValue(field, value, choices.join(', '))
  return choice
}

function parseCaptions(value: unknown): ExportRecipe['captions'] {
  if (isAbsent(value)) return []
  if (!Array.isArray(value) || !value.every((one) => CAPTIONS.includes(one as (typeof CAPTIONS)[number])))
    throw refuseValue('captions', value, `a list of ${CAPTIONS.join(', ')}`)
  return CAPTIONS.filter((form) => value.includes(form))
}

function parseLoudness(value: unknown): number | null {
  if (isAbsent(value)) return null
  const { least, most } = LOUDNESS_RANGE
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw refuseValue('loudness', value, `${least} to ${most} LUFS`)
}

function refusal(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot export: ${problem}`)
}

const STATUSES = ['PROCESSING', 'COMPLETE', 'FAILED', 'CANCELED'] as const

const nullable = <Value>(schema: object, description: string) =>
  Type.Unsafe<Value | null>({ ...orNull(schema), description })

export const exportSchema = Type.Object({
  id: Type.String(),
  status: Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string', enum: STATUSES }),
  title: Type.String(),
  script_id: nullable<string>({ type: 'string' }, 'As given at creation'),
  url: nullable<string>(
    { type: 'string' },
    'Where the file is; null unless the status is COMPLETE. Needs no key, and ends with the export',
  ),
  file: nullable<{ name: string; bytes: number; files: number }>(
    {
      type: 'object',
      required: ['name', 'bytes', 'files'],
      properties: { name: { type: 'string' }, bytes: { type: 'integer' }, files: { type: 'integer' } },
    },
    'The file: an audio file, or a ZIP of several files; null unless the status is COMPLETE',
  ),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  progress: Type.Number({ minimum: 0, maximum: 1, description: '1 if COMPLETE' }),
  paragraphs: Type.Integer({ description: 'Paragraphs of the export' }),
  paragraphs_rendered: Type.Integer({ description: 'Those that had to be rendered for it' }),
  characters: Type.Integer({ description: 'UTF-16 units that it was charged with' }),
  audio_seconds: nullable<number>({ type: 'number' }, 'Length of all audio files; null unless the status is COMPLETE'),
  created_at: Type.Integer({ description: 'Epoch milliseconds' }),
  finished_at: nullable<number>({ type: 'integer' }, 'Epoch milliseconds; null while PROCESSING'),
})

export const exportListSchema = Type.Array(exportSchema)
export const MAX_EXPORTS_LISTED = 100

export const exportListQuerySchema = Type.Object({
  script_id: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Only exports of this script' })),
  limit: Type.Optional(
    Type.String({ pattern: '^(?:[1-9][0-9]?|100)$', description: `a whole number from 1 to ${MAX_EXPORTS_LISTED}` }),
  ),
  before: Type.Optional(
    Type.String({ pattern: '^[0-9a-f-]{36}$', description: 'the id of an export: lists only older ones' }),
  ),
})

export const freedSchema = Type.Object({ freed_bytes: Type.Integer({ description: 'What the speech took' }) })

export const estimateSchema = Type.Object({
  paragraphs: Type.Array(
    Type.Object({
      characters: Type.Integer({ description: 'UTF-16 units of its text' }),
      is_kept: Type.Boolean({
        description: 'Whether its speech is kept from an earlier export, so that it costs nothing',
      }),
      is_changed: Type.Boolean({
        description: 'Whether the last COMPLETE export of script_id lacks it, or has it in another form',
      }),
    }),
    { description: 'One for each paragraph, in order' },
  ),
  paragraphs_to_render: Type.Integer(),
  characters: Type.Integer({ description: 'UTF-16 units that the export would be charged with' }),
  audio_seconds: Type.Number({ description: 'Length of the audio; estimated for what is not rendered yet' }),
  problem: nullable<{ code: string; message: string }>(
    {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
    'What would refuse the export now, such as the limit that it meets; null if nothing would',
  ),
})

export function toExportBody(one: Export, url: string | null): Static<typeof exportSchema> {
  const { id, status, title, error, file } = one
  return {
    id,
    status,
    title,
    script_id: one.scriptId,
    url,
    file: file && { name: file.name, bytes: file.bytes, files: file.files },
    ...(error && { error }),
    progress: one.progress,
    paragraphs: one.paragraphs,
    paragraphs_rendered: one.rendered,
    characters: one.characters,
    audio_seconds: one.audioSeconds,
    created_at: one.createdAt,
    finished_at: one.finishedAt,
  }
}
