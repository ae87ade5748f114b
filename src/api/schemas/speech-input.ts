import { Type } from 'typebox'
import { AUDIO_FORMATS, SAMPLE_RATES } from '../../delivery/files/output-format.ts'
import { MOST_SEED } from '../../text/markup/tree/own-elements.ts'
import { MAX_LABEL_LENGTH, MAX_METADATA_BYTES } from './clip-details.ts'
import { MAX_CLIPS } from './combination.ts'
import { optional } from './optional.ts'

const integerOrDigits = Type.Union([
  Type.Integer({ minimum: 0 }),
  Type.String({ pattern: '^[0-9]{1,15}$', description: 'The same as a string of digits' }),
])

const oneOrMany = Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 100 })])

export const audioConfigsSchema = Type.Object(
  {
    file_format: optional({
      type: 'string',
      enum: [...AUDIO_FORMATS, 'ogg', 'ulaw', 'mu-law', 'a-law'],
      description:
        'By default what `Accept` asks for, else mp3. ogg is opus; ulaw and mu-law are mulaw; a-law is alaw.',
    }),
    sample_rate: optional({
      type: ['integer', 'string'],
      enum: SAMPLE_RATES.flatMap((rate) => [rate, String(rate)]),
      description: 'Hz; by default the rate of the voice. mulaw and alaw have 8000 only.',
    }),
    bitrate: optional({
      type: ['number', 'string'],
      description: 'Kilobits a second, for mp3, opus and aac. The choices depend on format and sample rate.',
    }),
    bitrate_mode: optional({ type: 'string', enum: ['cbr', 'vbr'] }),
  },
  { description: 'How the audio is encoded' },
)

const title = optional({ type: 'string', maxLength: 200, description: 'What the audio file calls itself' })

export const seed = optional({
  type: ['integer', 'string'],
  minimum: 0,
  maximum: MOST_SEED,
  description:
    'Chooses another reading of the same words: other pauses and another melody. The same seed always gives the same audio.',
})

/** The body of a synthesis request as `parseSpeechBody` reads it; a test compares the two. */
export const speechInputSchema = Type.Object(
  {
    speaker_id: { ...integerOrDigits, description: 'The id of an avatar' },
    text: Type.String({
      minLength: 1,
      description: 'What is spoken, with or without markup. Plans limit its length in UTF-16 units.',
    }),
    library_ids: optional({ ...oneOrMany, description: 'Replacement libraries, applied in this order' }),
    library_id: optional({ ...oneOrMany, description: 'Another name of library_ids' }),
    model: optional({
      type: 'string',
      enum: ['legacy', 'caruso', 'preview'],
      description: 'All markup works in each',
    }),
    audio_configs: optional(audioConfigsSchema),
    title,
    seed,
    include_word_timing: optional({
      type: 'boolean',
      description: 'With `Accept: multipart/mixed`, /stream sends the times of the words between the audio',
    }),
    include_phones: optional({
      type: 'boolean',
      description: 'Word times come with the times of their sounds and the visemes that make them',
    }),
  },
  { description: 'One text and how it is spoken' },
)

const clipDetailProperties = {
  label: optional({
    type: 'string',
    minLength: 1,
    maxLength: MAX_LABEL_LENGTH,
    description: 'Kept with the clip; a list can be filtered by it',
  }),
  metadata: optional({
    type: 'object',
    additionalProperties: true,
    description: `Kept with the clip: a JSON object of at most ${MAX_METADATA_BYTES} bytes`,
  }),
}

export const clipInputSchema = Type.Object(
  { ...speechInputSchema.properties, ...clipDetailProperties },
  { description: 'One text, how it is spoken, and what the clip is called' },
)

export const clipsInputSchema = Type.Union(
  [clipInputSchema, Type.Array(clipInputSchema, { minItems: 1, maxItems: MAX_CLIPS })],
  { description: 'One text, or up to 100 that are accepted together or not at all' },
)

export const combinationInputSchema = Type.Object({
  clip_ids: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_CLIPS, description: 'COMPLETE clips, in order' }),
  pause_durations: optional({
    anyOf: [
      { type: 'number', minimum: 0, maximum: 600 },
      { type: 'array', items: { type: 'number', minimum: 0, maximum: 600 }, maxItems: MAX_CLIPS },
    ],
    description: 'Seconds between clips: one number for all gaps, or one for each; 0 by default',
  }),
  audio_configs: optional(audioConfigsSchema),
  title,
  chapters: optional({ type: 'boolean', description: 'Whether each clip is a chapter of the file; true by default' }),
  async: optional({
    type: 'boolean',
    description: 'Answers the id of a clip; the combination is rendered as that clip',
  }),
  ...clipDetailProperties,
})

export const respellingQuerySchema = Type.Object({
  word: Type.String({ minLength: 1, maxLength: 200 }),
  locale: Type.Optional(Type.String({ default: 'us', description: 'A dialect of English, such as us, uk or en_GB' })),
})

export const exportQuerySchema = Type.Object({
  format: Type.Optional(Type.Unsafe<'json' | 'csv'>({ type: 'string', enum: ['json', 'csv'], default: 'json' })),
})
