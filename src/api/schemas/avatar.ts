import { type Static, Type } from 'typebox'
import type { Avatar } from '../../voices/voice.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

const avatarSchema = Type.Object({
  name: Type.String(),
  id: Type.Integer({ description: 'Value to use as speaker_id' }),
  style: Type.String(),
  accent_type: Type.String(),
  characteristics: Type.Array(Type.String()),
  preview_audio: Type.String({ description: 'URL of a preview; needs no key' }),
  locale: Type.String({ description: 'Of the form en_US' }),
  language: Type.String(),
  language_variant: textOrNull,
  source: { ...textOrNull, description: "Who made a third party's voice; null for the service's own" },
  otherTags: Type.Array(Type.String()),
  gender: Type.String(),
})

export const avatarListSchema = Type.Object({ avatars: Type.Array(avatarSchema) })

export type AvatarBody = Static<typeof avatarSchema>

export function toAvatarBody(avatar: Avatar, previewUrl: string): AvatarBody {
  return {
    name: avatar.name,
    id: avatar.id,
    style: avatar.style,
    accent_type: avatar.accentType,
    characteristics: [...avatar.characteristics],
    preview_audio: previewUrl,
    locale: avatar.locale,
    language: avatar.language,
    language_variant: avatar.languageVariant,
    source: avatar.source,
    otherTags: [...avatar.otherTags],
    gender: avatar.gender,
  }
}
