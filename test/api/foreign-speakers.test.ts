import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

/** Ids of the reference service: no avatar of the tone engine has them. */
const [FEMALE, MALE] = [103, 7]

describe('an id of the reference service that no avatar has', () => {
  const lines: string[] = []
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ LOG_LEVEL: 'info' }, undefined, { write: (line: string) => lines.push(line) })
  })
  afterAll(() => service.close())

  test('speaks with the nearest avatar, which the answer of /explain and the log name', async () => {
    const avatars = await service.json<{ avatars: { id: number; gender: string }[] }>('/avatars')
    for (const [speaker_id, gender] of [
      [FEMALE, 'female'],
      [MALE, 'male'],
    ] as const) {
      lines.length = 0
      const { avatar } = await service.json<{ avatar: { id: number; name: string } }>('/explain', {
        body: { speaker_id, text: 'Hello' },
      })
      const nearest = avatars.avatars.find(({ id }) => id === avatar.id)
      expect(nearest).toBeDefined()
      expect(nearest?.gender).toBe(gender)
      const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.speakerId !== undefined)
      expect(logged).toMatchObject([{ speakerId: speaker_id, avatar: { id: avatar.id, name: avatar.name } }])
      expect(logged[0].msg).toBe('No avatar has this speaker_id: the nearest speaks')
    }
  })

  test('sounds like that avatar in every call, and is in no list and has no preview', async () => {
    const { avatar } = await service.json<{ avatar: { id: number } }>('/explain', {
      body: { speaker_id: FEMALE, text: 'Hello' },
    })
    const audioOf = async (speaker_id: number | string) =>
      await (await service.call('/stream', { body: { speaker_id, text: 'Hello there.' } })).bytes()
    expect(Buffer.from(await audioOf(FEMALE)).equals(await audioOf(avatar.id))).toBe(true)
    expect(Buffer.from(await audioOf(`${FEMALE}`)).equals(await audioOf(avatar.id))).toBe(true)
    const { clip_id } = await service.json<{ clip_id: string }>('/clips', {
      body: { speaker_id: FEMALE, text: 'Hello there.' },
    })
    expect((await service.finished(clip_id)).status).toBe('COMPLETE')
    const { avatars } = await service.json<{ avatars: { id: number }[] }>('/avatars')
    expect(avatars.map(({ id }) => id)).not.toContain(FEMALE)
    expect((await fetch(`${service.url}/audio/previews/${FEMALE}.mp3`)).status).toBe(404)
  })

  test('any other unknown id is refused', async () => {
    const response = await service.call('/stream', { body: { speaker_id: 9999, text: 'Hello' } })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_SPEAKER_ID' }])
  })
})

test('FOREIGN_SPEAKER_IDS=refuse switches it off', async () => {
  const service = await startTestService({ FOREIGN_SPEAKER_IDS: 'refuse' })
  const response = await service.call('/stream', { body: { speaker_id: FEMALE, text: 'Hello' } })
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_SPEAKER_ID' }])
  await service.close()
})
