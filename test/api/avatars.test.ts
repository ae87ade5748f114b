import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialectOf } from '../../src/text/english/dialects.ts'
import { decodeMp3 } from '../support/decode-audio.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const FIELDS = [
  'name',
  'id',
  'style',
  'accent_type',
  'characteristics',
  'preview_audio',
  'locale',
  'language',
  'language_variant',
  'source',
  'otherTags',
  'gender',
]

type Avatar = Record<string, unknown> & { id: number; preview_audio: string }

let service: TestService
let avatars: readonly Avatar[]

beforeAll(async () => {
  service = await startTestService({ AVATARS_FILE: '' })
  ;({ avatars } = await service.json<{ avatars: Avatar[] }>('/avatars'))
})
afterAll(() => service.close())

test('there are at least 12 avatars with ids of their own, and one has id 3', () => {
  const ids = avatars.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(12)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain(3)
})

test('the ids that client programs send speak', async () => {
  for (const speaker_id of [3, 4, 5, 7, 8, ...from(10, 20), 26, 27, ...from(30, 33), ...from(42, 51)]) {
    expect(await service.json('/input_validated', { body: { speaker_id, text: 'Hello' } })).toEqual({ message: 'OK' })
  }
})

function from(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

test('every avatar has all twelve fields in their types', () => {
  for (const avatar of avatars) {
    expect(Object.keys(avatar)).toEqual(FIELDS)
    expect(avatar.name).toMatch(/\S/)
    expect(['Narration', 'Promo', 'Conversational', 'Character', 'Custom']).toContain(avatar.style)
    expect(['male', 'female']).toContain(avatar.gender)
    expect(avatar.locale).toMatch(/^[a-z]{2}_[A-Z]{2}$/)
    for (const list of [avatar.characteristics, avatar.otherTags]) expect(Array.isArray(list)).toBe(true)
    expect([null, 'CMU Flite']).toContain(avatar.source)
    expect(avatar.language).toBe('English')
    const { accent, country } = dialectOf(avatar.locale as string)
    expect([accent, 'Scottish']).toContain(avatar.accent_type)
    expect(avatar.language_variant).toBe(country)
    for (const adjective of avatar.characteristics as string[]) expect(adjective).toMatch(/^[A-Z][a-z]+(?:-[a-z]+)*$/)
  }
})

test('every preview plays without a key, and is rendered once', async () => {
  for (const { preview_audio: url } of avatars) {
    const first = await fetch(url)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('audio/mpeg')
    const bytes = Buffer.from(await first.arrayBuffer())
    const samples = await decodeMp3(bytes)
    expect(samples.length).toBeGreaterThan(16_000)
    expect(samples.some((sample) => sample > 2000)).toBe(true)
    const second = await fetch(url)
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('a preview of no avatar is not found', async () => {
  for (const file of ['999999.mp3', '3.wav', 'x.mp3', '3']) {
    const response = await fetch(`${service.url}/audio/previews/${file}`)
    const body = { code: 'NOT_FOUND', message: `Cannot find audio "${file}"` }
    expect([response.status, await response.json()]).toEqual([404, body])
  }
})
