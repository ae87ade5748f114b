import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startTestService } from '../support/test-service.ts'

const FLITE_AVATARS = fileURLToPath(new URL('../support/flite-avatars.json', import.meta.url))
/** One breath, which takes its voice a while. */
const TEXT =
  'The sailors mended old nets beside the long stone wall and the gulls circled slowly over the quiet harbour in the early morning.'

test('a stream that would make others stutter is answered 503 at once, and is not charged', async () => {
  const service = await startTestService({
    RENDER_THREADS: '1',
    LISTENERS_PER_THREAD: '1',
    STREAM_PATIENCE_SECONDS: '0',
    AVATARS_FILE: FLITE_AVATARS,
  })
  const ask = () => service.call('/stream', { body: { speaker_id: 3, text: TEXT } })
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  const spoken = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  expect(spoken.length).toBeGreaterThan(0)
  expect(refused.length).toBe(answers.length - spoken.length)
  for (const answer of refused) {
    // Those who are refused come again one after another.
    const seconds = answer.headers.get('retry-after')
    expect(seconds).toMatch(/^[1-9]\d?$/)
    expect(await answer.json()).toEqual({
      code: 'INTERNAL_ERROR',
      message: `Cannot send audio now: too many callers wait for theirs; try again in ${seconds} s`,
    })
  }
  expect(refused.length).toBeGreaterThan(0)
  await Promise.all(spoken.map((answer) => answer.bytes()))
  const later = await ask()
  expect(later.status).toBe(200)
  const left = Number(later.headers.get('x-quota-limit')) - Number(later.headers.get('x-quota-remaining'))
  expect(left).toBe((spoken.length + 1) * TEXT.length)
  await later.bytes()
  await service.close()
})

test('streams are refused before their texts are read while many are refused, and read again when there is room', async () => {
  const service = await startTestService({
    RENDER_THREADS: '1',
    LISTENERS_PER_THREAD: '1',
    STREAM_PATIENCE_SECONDS: '0',
    AVATARS_FILE: FLITE_AVATARS,
  })
  /** Statuses of many streams at once, and of one among them whose text cannot be read. */
  const storm = async (): Promise<{ readonly valid: readonly number[]; readonly malformed: number }> => {
    const ask = async (text: string): Promise<number> => {
      const answer = await service.call('/stream', { body: { speaker_id: 3, text } })
      await answer.bytes()
      return answer.status
    }
    const texts = [...Array.from({ length: 40 }, () => TEXT), '<tempo>']
    const statuses = await Promise.all(texts.map(ask))
    return { valid: statuses.slice(0, -1), malformed: statuses.at(-1)! }
  }
  try {
    const valid = new Set<number>()
    const malformed = async (): Promise<number> => {
      const answer = await storm()
      for (const status of answer.valid) valid.add(status)
      return answer.malformed
    }
    await expect.poll(malformed, { timeout: 30_000 }).toBe(503)
    expect(valid).toEqual(new Set([200, 503]))
    const alone = async () => (await service.call('/stream', { body: { speaker_id: 3, text: '<tempo>' } })).status
    await expect.poll(alone, { timeout: 10_000 }).toBe(400)
  } finally {
    await service.close()
  }
})

test('a stream waits for its place and is served; one that does not want to wait is refused at once', async () => {
  const service = await startTestService({
    RENDER_THREADS: '1',
    LISTENERS_PER_THREAD: '1',
    STREAM_PATIENCE_SECONDS: '60',
    AVATARS_FILE: FLITE_AVATARS,
  })
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    service.call('/stream', { body: { speaker_id: 3, text: TEXT }, headers })
  try {
    const patient = Array.from({ length: 8 }, () => ask())
    const hasty = await Promise.all(Array.from({ length: 8 }, () => ask({ prefer: 'wait=0' })))
    for (const answer of hasty) expect(answer.headers.get('preference-applied')).toBe('wait=0')
    expect(hasty.map(({ status }) => status)).toContain(503)
    await Promise.all(hasty.map((answer) => answer.bytes()))
    const answers = await Promise.all(patient)
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    for (const answer of answers) expect((await answer.bytes()).length).toBeGreaterThan(10_000)
  } finally {
    await service.close()
  }
})
