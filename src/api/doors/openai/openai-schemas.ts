import { Type } from 'typebox'
import type { AudioFormat } from '../../../delivery/files/output-format.ts'
import { optional } from '../../schemas/optional.ts'
import { SPEECH_MODELS } from './models.ts'
import { OPENAI_VOICE_NAMES } from './openai-voices.ts'

/** OpenAI's formats; the first is the default. */
export const RESPONSE_FORMATS: readonly [AudioFormat, ...AudioFormat[]] = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']
export const STREAM_FORMATS = ['audio', 'sse'] as const
/** Bounds of `speed`. */
export const SLOWEST = 0.25
export const FASTEST = 4

/** The body of OpenAI's speech endpoint as `parseOpenAiSpeech` reads it; a test compares the two. */
export const openAiSpeechSchema = Type.Object(
  {
    model: Type.String({
      description: `${SPEECH_MODELS.join(', ')}, or a dated version of them. All speak alike: the voice decides`,
    }),
    input: Type.String({ minLength: 1, description: 'What is spoken, with or without markup' }),
    voice: Type.Union(
      [
        Type.String({ minLength: 1 }),
        Type.Integer({ minimum: 0 }),
        Type.Object({ id: Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 0 })]) }),
      ],
      { description: `${OPENAI_VOICE_NAMES.join(', ')}, or the name or id of an avatar` },
    ),
    response_format: optional({
      type: 'string',
      enum: RESPONSE_FORMATS,
      description: 'mp3 by default; pcm has 24 kHz',
    }),
    speed: optional({
      anyOf: [
        { type: 'number', minimum: SLOWEST, maximum: FASTEST },
        { type: 'string', pattern: '^(?:0?\\.(?:2[5-9]|[3-9])\\d*|[1-3](?:\\.\\d+)?|4(?:\\.0+)?)$' },
      ],
      description: `Factor of the avatar's tempo, ${SLOWEST} to ${FASTEST}, as a number or as text`,
    }),
    stream_format: optional({ type: 'string', enum: STREAM_FORMATS }),
    instructions: optional({ type: 'string', description: 'Ignored; X-Declaim-Warning says so' }),
    library_ids: optional({
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 100 }],
      description: "Replacement libraries. OpenAI's API lacks this field",
    }),
  },
  { description: "OpenAI's request for speech" },
)

export const modelSchema = Type.Object({
  id: Type.String(),
  object: Type.Unsafe<'model'>({ type: 'string', const: 'model' }),
  created: Type.Integer({ description: 'Epoch seconds' }),
  owned_by: Type.String(),
})

export const modelListSchema = Type.Object({
  object: Type.Unsafe<'list'>({ type: 'string', const: 'list' }),
  data: Type.Array(modelSchema),
})

export const audioModelListSchema = Type.Object({
  models: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
})

export const voiceListSchema = Type.Object({
  voices: Type.Array(
    Type.Object({
      id: Type.String({ description: 'What `voice` takes' }),
      name: Type.String(),
      gender: Type.String(),
      language: Type.String(),
      speaker_id: Type.Integer(),
    }),
  ),
})

/** The body with which OpenAI reports an error. */
export const openAiErrorSchema = Type.Object({
  error: Type.Object({
    message: Type.String(),
    type: Type.String({ description: 'invalid_request_error, permission_error, requests or server_error' }),
    param: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The field that is wrong' }),
    code: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
})
