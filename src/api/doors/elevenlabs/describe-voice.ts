import { type Static, Type } from 'typebox'
import type { Avatar, Voice } from '../../../voices/voice.ts'
import { orNull } from '../../schemas/optional.ts'
import { voiceNameOf } from '../find-voice-by-name.ts'

export const voiceSettingsSchema = Type.Object({
  stability: Type.Number({ description: 'Without effect' }),
  similarity_boost: Type.Number({ description: 'Without effect' }),
  style: Type.Number({ description: 'Without effect' }),
  use_speaker_boost: Type.Boolean({ description: 'Without effect' }),
  speed: Type.Number({ description: "Factor of the avatar's tempo" }),
})

export const elevenLabsVoiceSchema = Type.Object({
  voice_id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  labels: Type.Record(Type.String(), Type.String()),
  description: Type.String(),
  preview_url: Type.String(),
  available_for_tiers: Type.Array(Type.String()),
  high_quality_base_model_ids: Type.Array(Type.String()),
  settings: voiceSettingsSchema,
  is_owner: Type.Boolean(),
  is_legacy: Type.Boolean(),
})

export const elevenLabsVoicesSchema = Type.Object({ voices: Type.Array(elevenLabsVoiceSchema) })

export const elevenLabsVoicePageSchema = Type.Object({
  voices: Type.Array(elevenLabsVoiceSchema),
  has_more: Type.Boolean(),
  total_count: Type.Integer(),
  next_page_token: orNull(Type.String()),
})

/** Settings for clients that show them. They may be sent back. */
export const DEFAULT_SETTINGS = { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true, speed: 1 }

const USE_CASES: Readonly<Record<Avatar['style'], string>> = {
  Narration: 'narration',
  Promo: 'advertisement',
  Conversational: 'conversational',
  Character: 'characters_animation',
  Custom: 'narration',
}

/** An avatar as ElevenLabs' API describes a voice. */
export function describeElevenLabsVoice(
  avatar: Avatar,
  { id = voiceNameOf(avatar), previewUrl }: { readonly id?: string; readonly previewUrl: string },
): Static<typeof elevenLabsVoiceSchema> {
  const { name, style, accentType, characteristics, gender, locale } = avatar
  return {
    voice_id: id,
    name: `${name} (${style})`,
    category: 'premade',
    labels: {
      accent: accentType.toLowerCase(),
      gender,
      use_case: USE_CASES[style],
      language: locale.slice(0, locale.indexOf('_')),
      descriptive: (characteristics[0] ?? style).toLowerCase(),
    },
    description: characteristics.join(', '),
    preview_url: previewUrl,
    available_for_tiers: [],
    high_quality_base_model_ids: [],
    settings: DEFAULT_SETTINGS,
    is_owner: false,
    is_legacy: false,
  }
}

/** A voice of ours, and the name of the public voice of ElevenLabs that it speaks for, if the caller named that. */
export type FoundVoice = { readonly voice: Voice; readonly standsFor: string | undefined }

/** The warning for a caller that named a public voice of ElevenLabs; none for a voice of ours. */
export function standInWarning({ voice: { avatar }, standsFor }: FoundVoice): readonly string[] {
  if (standsFor === undefined) return []
  return [`the voice ${standsFor} is spoken by ${avatar.name} (${avatar.style}), speaker_id ${avatar.id}`]
}
