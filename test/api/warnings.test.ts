import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const TEXT = '<b>Two</b> cups of 茶 &amp; <tempo value="9">cake</tempo>.'
/** What /explain says about it. */
const WARNINGS = [
  'HTML tag <b> is not spoken: 2 times, first at offset 0',
  'HTML entity &amp; is decoded: at offset 21',
  'Character U+8336 "茶" is skipped, because no voice reads it: at offset 19',
  'tempo 9 is outside 0.7 to 2.3: 2.3 is used',
]
const HEADER = WARNINGS.join('; ').replace(' "茶"', '')

async function warningOf(path: string, body: object): Promise<string | null> {
  const answer = await service.call(path, { body })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  return answer.headers.get('x-declaim-warning')
}

type Clip = { readonly status: string; readonly warnings: readonly string[] }

describe('what of a text is clamped, dropped or skipped', () => {
  test.each(['/stream', '/word-timing'])('is in a header of POST %s', async (path) => {
    expect(await warningOf(path, { speaker_id: 3, text: TEXT })).toBe(HEADER)
  })

  test('is what /explain lists', async () => {
    const { warnings } = await service.json<Clip>('/explain', { body: { speaker_id: 3, text: TEXT } })
    expect(warnings).toEqual(WARNINGS)
  })

  test('is in a clip from the moment that it is accepted', async () => {
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: TEXT } })
    expect((await service.json<Clip>(`/clips/${id}`)).warnings).toEqual(WARNINGS)
    await service.finished(id)
    expect(await service.json<Clip>(`/clips/${id}`)).toMatchObject({ status: 'COMPLETE', warnings: WARNINGS })
    expect((await service.json<Clip[]>('/clips?limit=1'))[0]!.warnings).toEqual(WARNINGS)
  })

  test('is in the header of the door that has one of its own, after what the door ignores', async () => {
    const body = { model: 'tts-1', voice: 'tone', input: 'A <b>cup</b>.', instructions: 'Whisper' }
    const answer = await fetch(`${service.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    expect(answer.headers.get('x-declaim-warning')).toMatch(
      /^instructions are ignored: .*; HTML tag <b> is not spoken: 2 times, first at offset 2$/,
    )
  })
})

describe('a text that is spoken as it is written', () => {
  test.each(['/stream', '/word-timing'])('has no such header at POST %s', async (path) => {
    expect(await warningOf(path, { speaker_id: 3, text: 'A cup of tea.' })).toBeNull()
  })

  test('has no warnings as a clip, and neither has a combination', async () => {
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'Tea.' } })
    await service.finished(id)
    const body = { clip_ids: [id], async: true }
    const { clip_id: joined } = await service.json<{ clip_id: string }>('/clips/combine', { body })
    const clips = await Promise.all([id, joined].map((one) => service.json<Clip>(`/clips/${one}`)))
    expect(clips.map(({ warnings }) => warnings)).toEqual([[], []])
  })
})
