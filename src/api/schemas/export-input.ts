import { Type } from 'typebox'
import { MAX_PARAGRAPHS } from '../../accounts/body-costs.ts'
import { NAME_FIELDS } from '../../delivery/exports/group-paragraphs.ts'
import { CAPTIONS, CHAPTERS, LAYOUTS, LOUDNESS_RANGE, MAX_NAME_LENGTH, MAX_PAUSE_SECONDS } from './export.ts'
import { optional } from './optional.ts'
import { audioConfigsSchema, seed, speechInputSchema } from './speech-input.ts'

const name = { type: 'string', maxLength: MAX_NAME_LENGTH } as const

export const exportParagraphSchema = Type.Object(
  {
    speaker_id: speechInputSchema.properties.speaker_id,
    text: speechInputSchema.properties.text,
    seed,
    id: optional({
      ...name,
      description: 'Your own name for it, by which a later export knows whether it has changed',
    }),
    name: optional({ ...name, description: 'Names its file and its chapter' }),
    scene: optional({ ...name, description: 'The title of the scene that begins with it' }),
    pause: optional({
      type: 'number',
      minimum: 0,
      maximum: MAX_PAUSE_SECONDS,
      description: 'Seconds of silence after it; 0 by default',
    }),
  },
  { description: 'One paragraph of a script' },
)

/** What the script of a project gives its export. */
const SCRIPT_FIELDS: ReadonlySet<string> = new Set(['paragraphs', 'title', 'script_id', 'library_ids', 'library_id'])

/** The body of an export as `parseExportBody` reads it. */
export const exportInputSchema = Type.Object(
  {
    paragraphs: Type.Array(exportParagraphSchema, { minItems: 1, maxItems: MAX_PARAGRAPHS }),
    title: optional({ type: 'string', maxLength: 200, description: 'What the script is called' }),
    script_id: optional({ ...name, description: 'Your own name for the script, by which its exports are found' }),
    library_ids: speechInputSchema.properties.library_ids,
    library_id: speechInputSchema.properties.library_id,
    files: optional({
      type: 'string',
      enum: LAYOUTS,
      description: 'One audio file (by default), one for each scene, or one for each paragraph',
    }),
    audio_configs: optional(audioConfigsSchema),
    loudness: optional({
      type: 'number',
      minimum: LOUDNESS_RANGE.least,
      maximum: LOUDNESS_RANGE.most,
      description: 'Integrated loudness of all audio together, in LUFS; absent to leave the level as it is',
    }),
    captions: optional({
      type: 'array',
      items: { type: 'string', enum: CAPTIONS },
      description: 'Caption files beside each audio file',
    }),
    chapters: optional({
      type: 'string',
      enum: CHAPTERS,
      description: 'What a chapter of an audio file is: a scene (by default), a paragraph, or nothing',
    }),
    audio: optional({
      type: 'boolean',
      description: 'false leaves the audio files out, for captions or a list of chapters alone; true by default',
    }),
    chapter_list: optional({ type: 'boolean', description: 'Adds a text file with the chapters of each audio file' }),
    file_names: optional({
      ...name,
      description: `Pattern of the file names, from ${NAME_FIELDS.map((field) => `{${field}}`).join(', ')}`,
    }),
  },
  { description: 'A script and the files that it becomes' },
)

/** The same for the script of a project. */
export const projectExportInputSchema = Type.Object(
  Object.fromEntries(Object.entries(exportInputSchema.properties).filter(([name]) => !SCRIPT_FIELDS.has(name))),
  { description: 'The files that the script of a project becomes' },
)
