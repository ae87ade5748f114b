import { Type } from 'typebox'
import type { Voice } from '../../../voices/voice.ts'
import type { App } from '../../app.ts'
import { refuseValue } from '../../schemas/refuse-value.ts'
import type { Services } from '../../services.ts'
import { voiceNameOf } from '../find-voice-by-name.ts'
import {
  DEFAULT_SETTINGS,
  describeElevenLabsVoice,
  elevenLabsVoicePageSchema,
  elevenLabsVoiceSchema,
  elevenLabsVoicesSchema,
  voiceSettingsSchema,
} from './describe-voice.ts'
import { findElevenLabsVoice } from './elevenlabs-body.ts'

type Sources = Pick<Services, 'resources' | 'links'>

const voiceParams = Type.Object({ voice_id: Type.String() })

/** GET /v1/voices and below: the avatars as ElevenLabs describes voices. */
export function registerVoiceRoutes(app: App, { resources: { catalogue }, links }: Sources): void {
  const describe = describeWith(links)
  app.get('/', { schema: { response: { 200: elevenLabsVoicesSchema } } }, async () => ({
    voices: catalogue.voices.map(({ avatar }) => describe(avatar)),
  }))
  const settings = { schema: { response: { 200: voiceSettingsSchema } } }
  app.get('/settings/default', settings, async () => DEFAULT_SETTINGS)
  app.get(
    '/:voice_id',
    { schema: { params: voiceParams, response: { 200: elevenLabsVoiceSchema } } },
    async ({ params: { voice_id: id } }) => {
      const { voice, standsFor } = findElevenLabsVoice(id, catalogue)
      // Clients compare the id with the one they asked for.
      return describe(voice.avatar, standsFor === undefined ? undefined : id)
    },
  )
  app.get(
    '/:voice_id/settings',
    { schema: { params: voiceParams, ...settings.schema } },
    async ({ params: { voice_id: id } }) => {
      findElevenLabsVoice(id, catalogue)
      return DEFAULT_SETTINGS
    },
  )
}

const MOST_PER_PAGE = 100
const DEFAULT_PER_PAGE = 10

const pageQuery = Type.Object({
  search: Type.Optional(Type.String()),
  page_size: Type.Optional(
    Type.String({
      pattern: '^(?:[1-9]\\d?|100)$',
      description: `1 to ${MOST_PER_PAGE}; ${DEFAULT_PER_PAGE} by default`,
    }),
  ),
  next_page_token: Type.Optional(Type.String()),
  voice_ids: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
})

/** GET /v2/voices: the same in pages, and searched. */
export function registerVoicePageRoute(app: App, { resources: { catalogue }, links }: Sources): void {
  const describe = describeWith(links)
  app.get(
    '/',
    { schema: { querystring: pageQuery, response: { 200: elevenLabsVoicePageSchema } } },
    async ({ query: { search = '', page_size: asked, next_page_token: token, voice_ids: ids } }) => {
      const size = asked === undefined ? DEFAULT_PER_PAGE : Number(asked)
      const wanted = ids === undefined ? undefined : new Set([ids].flat())
      const found = catalogue.voices
        .filter(({ avatar }) => wanted === undefined || wanted.has(voiceNameOf(avatar)) || wanted.has(`${avatar.id}`))
        .filter((voice) => matches(voice, search))
      const start = token === undefined ? 0 : startOf(token)
      const page = found.slice(start, start + size)
      const hasMore = start + size < found.length
      return {
        voices: page.map(({ avatar }) => describe(avatar)),
        has_more: hasMore,
        total_count: found.length,
        next_page_token: hasMore ? String(start + size) : null,
      }
    },
  )
}

/** Describes a voice under its own id or another. */
function describeWith(links: Sources['links']) {
  return (avatar: Voice['avatar'], id?: string) =>
    describeElevenLabsVoice(avatar, { ...(id !== undefined && { id }), previewUrl: links.previewUrl(avatar.id) })
}

/** Tokens are places in the list, which does not change while the service runs. */
function startOf(token: string): number {
  if (!/^\d{1,9}$/.test(token)) throw refuseValue('next_page_token', token, 'that of the page before')
  return Number(token)
}

/** Whether each word of a search is in what is known of a voice. */
function matches({ avatar }: Voice, search: string): boolean {
  const { name, style, accentType, gender, locale, characteristics } = avatar
  const known = [name, style, accentType, gender, locale, ...characteristics].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.split(/[\s_]+/).some((part) => part.startsWith(word)))
}
