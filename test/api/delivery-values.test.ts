import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

/** Everything that speaks a text, or would. */
const ENDPOINTS = ['/stream', '/clips', '/word-timing', '/explain', '/input_validated']

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function ask(path: string, text: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await service.call(path, { body: { speaker_id: 3, text }, headers })
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const answer: unknown = isJson ? await response.json() : await response.arrayBuffer()
  return { status: response.status, answer }
}

const SSML = { 'X-Enable-SSML': 'true' }

describe.each(ENDPOINTS)('POST %s', (path) => {
  describe.each(['tempo', 'loudness', 'pitch'])('<%s>', (tag) => {
    test.each(['fast', '', ' ', 'NaN', 'Infinity', '-Infinity', '1e999', '0x10', '1,5', '1 2', '++5', '1e', '٣'])(
      'refuses the value %j where it stands',
      async (value) => {
        const text = `Say <${tag} value="${value}">this</${tag}> now.`
        expect(await ask(path, text)).toMatchObject({
          status: 400,
          answer: { code: 'INVALID_TEXT', message: expect.stringContaining(`(at offset ${text.indexOf('"') + 1})`) },
        })
      },
    )

    test.each([
      [`Say <${tag}>this</${tag}>.`, 'attribute value is missing (at offset 4)'],
      [`Say <${tag} value=5>this</${tag}>.`, 'needs a value in quotes (at offset 4)'],
      [`Say <${tag} value="1" value="2">this</${tag}>.`, 'is given twice; remove one (at offset 4)'],
      [`Say <${tag} value="1"><${tag} value="1">this</${tag}></${tag}>.`, `inside <${tag}>`],
    ])('refuses %j', async (text, message) => {
      expect(await ask(path, text)).toMatchObject({
        status: 400,
        answer: { code: 'INVALID_TEXT', message: expect.stringContaining(message) },
      })
    })

    test.each(['+5', '.5', '5.', '1e1', ' 1 ', '0', '-0', '-1', '1e308', '-1e308', '1e-320'])(
      'accepts the number %j',
      async (value) => {
        expect((await ask(path, `Say <${tag} value="${value}">this</${tag}> now.`)).status).toBe(200)
      },
    )
  })

  test.each([
    '...',
    ',',
    ' \n\t ',
    '<tempo value="0.7">,</tempo>',
    '<tempo value="0.7"><loudness value="-40">...</loudness></tempo>',
  ])('refuses the text %j: it has no words', async (text) => {
    expect(await ask(path, text)).toMatchObject({ status: 400, answer: { code: 'INVALID_TEXT' } })
  })

  test.each([
    '<break time="2s"/>',
    '<speak><break time="2s"/></speak>',
    '<speak><p><break strength="strong"/></p> , </speak>',
  ])('refuses the SSML %j: it has no words', async (text) => {
    expect(await ask(path, text, SSML)).toMatchObject({ status: 400, answer: { code: 'INVALID_TEXT' } })
  })
})

type Explained = { readonly warnings: readonly string[]; readonly words: readonly { readonly delivery: object }[] }

test.each([
  ['tempo', '0', 0.7],
  ['tempo', '-1', 0.7],
  ['tempo', '99', 2.3],
  ['loudness', '-1e308', -15],
  ['loudness', '20', 9],
  ['pitch', '-250', -45],
  ['pitch', '500', 100],
])('<%s value="%s"> is spoken as %d, and said so', async (tag, value, used) => {
  const body = { speaker_id: 3, text: `Say <${tag} value="${value}">this</${tag}>.` }
  const { warnings, words } = await service.json<Explained>('/explain', { body })
  expect(words[1]!.delivery).toMatchObject({ [tag]: used })
  expect(warnings).toEqual([expect.stringContaining(`${used} is used`)])
})

test('a tag around punctuation alone makes its pause longer, and no warning of it', async () => {
  type Paused = Explained & { readonly pauses: readonly { readonly seconds: number }[] }
  const explain = (comma: string) =>
    service.json<Paused>('/explain', { body: { speaker_id: 3, text: `Hello${comma} world.` } })
  const [plain, slow] = await Promise.all([
    explain(','),
    explain('<tempo value="0.7"><loudness value="-40">,</loudness></tempo>'),
  ])
  expect(slow.pauses[0]!.seconds).toBeCloseTo(plain.pauses[0]!.seconds / 0.7, 6)
  expect(slow.warnings).toEqual([])
})
