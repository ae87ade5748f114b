import { Type } from 'typebox'
import { optional, orNull } from '../../schemas/optional.ts'
import { seed } from '../../schemas/speech-input.ts'

/** Bounds of `voice_settings.speed`. */
export const SLOWEST = 0.25
export const FASTEST = 4

/** `mp3_44100_128`: a format, a sample rate in Hz and a bitrate in kb/s. */
export const OUTPUT_FORMAT = /^(?<codec>[a-z0-9]+)_(?<rate>\d{4,5})(?:_(?<bitrate>\d{2,3}))?$/
export const DEFAULT_OUTPUT_FORMAT = 'mp3_44100_128'

const locator = {
  type: 'object',
  required: ['pronunciation_dictionary_id'],
  properties: { pronunciation_dictionary_id: { type: 'string' } },
}

/** The body of ElevenLabs' speech endpoints as `parseElevenLabsSpeech` reads it; a test compares the two. */
export const elevenLabsSpeechSchema = Type.Object(
  {
    text: Type.String({ minLength: 1, description: 'What is spoken, with or without markup' }),
    model_id: Type.Optional(
      Type.Unsafe<unknown>({
        description: 'The voice decides how the text sounds. Under eleven_v3, cues such as [whispers] are left out',
      }),
    ),
    voice_settings: optional({
      type: 'object',
      properties: {
        stability: { description: 'Ignored' },
        speed: {
          anyOf: [{ type: 'number', minimum: SLOWEST, maximum: FASTEST }, { type: 'null' }],
          description: "Factor of the avatar's tempo",
        },
      },
      description: 'Other settings are ignored',
    }),
    pronunciation_dictionary_locators: optional({
      anyOf: [{ type: 'array', items: locator, maxItems: 100 }, locator],
      description: 'Replacement libraries, by their ids',
    }),
    seed,
  },
  { description: "ElevenLabs' request for speech. Its other fields are ignored" },
)

export const elevenLabsQuerySchema = Type.Object({
  output_format: Type.Optional(
    Type.String({
      pattern: OUTPUT_FORMAT.source.replaceAll(/\?<\w+>/g, ''),
      description: `${DEFAULT_OUTPUT_FORMAT} by default; mp3_RATE_BITRATE, opus_48000_BITRATE, pcm_RATE, wav_RATE, ulaw_8000 or alaw_8000`,
    }),
  ),
})

const numbers = Type.Array(Type.Number())

const alignmentSchema = Type.Object(
  {
    characters: Type.Array(Type.String()),
    character_start_times_seconds: numbers,
    character_end_times_seconds: numbers,
  },
  { description: 'When each character is heard' },
)

export const timestampedSpeechSchema = Type.Object({
  audio_base64: Type.String({ contentEncoding: 'base64' }),
  alignment: orNull(alignmentSchema),
  normalized_alignment: orNull(alignmentSchema),
})

/** The body with which ElevenLabs reports an error. */
export const elevenLabsErrorSchema = Type.Object({
  detail: Type.Object({
    status: Type.String({ description: 'Such as invalid_parameters or voice_not_found' }),
    message: Type.String(),
  }),
})
