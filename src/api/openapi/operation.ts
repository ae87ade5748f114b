import { contentTypeOf } from '../../delivery/files/content-types.ts'
import { AUDIO_FORMATS, type AudioFormat } from '../../delivery/files/output-format.ts'

/** A JSON Schema as TypeBox makes it. */
export type JsonSchema = object

export const TAGS = {
  Voices: 'The avatars that can speak',
  Speech: 'Text to audio at once',
  Clips: 'Stored speech: accepted now, rendered by workers, kept for a week',
  Exports:
    'Scripts that become files. Speech is kept between the exports of a script, so that only what is new costs anything',
  Projects: 'Scripts that several people edit, with their history',
  Events: 'What happens to clips',
  Pronunciation: 'How words are said',
  'Replacement libraries': 'Words that are said in another way, kept by account',
  Account: 'The usage and the keys of the account',
  Administration: 'All accounts, keys and plans; needs the scope admin',
  OpenAI: "OpenAI's speech API, for tools that speak it. Errors have OpenAI's shape",
  ElevenLabs: "ElevenLabs' speech API, for tools that speak it. Errors have ElevenLabs' shape",
} as const

/** APIs of others that the service answers too. */
export type Door = 'OpenAI' | 'ElevenLabs'

/** What the API document says about a route beyond the schemas that the route itself validates with. */
export type Operation = {
  readonly id: string
  readonly tag: keyof typeof TAGS
  readonly summary: string
  readonly description?: string
  /** Bodies of routes that check them by hand, by media type; else the route's own schema. */
  readonly body?: Readonly<Record<string, JsonSchema>>
  /** JSON bodies to try, by name. Their ids are placeholders for objects that the caller has created. */
  readonly examples?: Readonly<Record<string, unknown>>
  /** Queries of routes that check them by hand; else the route's own schema. */
  readonly query?: JsonSchema
  readonly queryExample?: Readonly<Record<string, string>>
  /** Values of the path to try. */
  readonly pathExample?: Readonly<Record<string, string>>
  /** Answers by media type; else JSON by the route's own schema. */
  readonly answers?: Readonly<Record<string, JsonSchema>>
  /** Headers of the answer, besides those of every answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that the caller may set, besides those of every request. */
  readonly requestHeaders?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
  /** Errors besides 400, 401 and 429 that it may answer. */
  readonly problems?: readonly ('NotFound' | 'Conflict')[]
}

/** Operations by method and path, such as `GET /clips/:clip_id`. */
export type Operations = Readonly<Record<string, Operation>>

/** Audio and archives, which JSON Schema says nothing about. */
export const BYTES: JsonSchema = { type: 'string', contentEncoding: 'binary' }

/** The answers of a route that answers audio, by media type. */
export function describeAudio(formats: readonly AudioFormat[] = AUDIO_FORMATS): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(formats.map((format) => [contentTypeOf(format), BYTES]))
}

export const TEXT: JsonSchema = { type: 'string' }

/** A header of answers that speak a text. */
export const WARNING_HEADER = {
  'X-Declaim-Warning':
    'What of the request is clamped, dropped, skipped or ignored, in ASCII and at most 1,000 characters; absent if nothing is',
} as const

/** Placeholder ids in examples; replace them to try an example. */
export const EXAMPLE_IDS = {
  clip: '7d1c2a53-8c14-4f5e-9a3e-0c8f0c5b7c11',
  webhookUrl: 'https://example.com/declaim',
  library: '1f0e8a52-2f6b-4a0f-8f0a-5d2d3c1b9e10',
  replacement: '9b2f6f0e-6d57-4b0b-9d39-4c5f8e2a7d21',
  newPlan: 'large',
} as const

export const IDEMPOTENCY: NonNullable<Operation['requestHeaders']> = {
  'Idempotency-Key': {
    description: 'Makes the request safe to send again: the same request gets the first answer, another one 409',
    schema: { type: 'string', maxLength: 255 },
  },
}
