import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_REPLACEMENTS: '5' })
})
afterAll(() => service.close())

const PATH = '/v1/pronunciation-dictionaries'

async function call(path: string, init: RequestInit = {}, key = TEST_KEY): Promise<Response> {
  return await fetch(`${service.url}${PATH}${path}`, {
    ...init,
    headers: { 'xi-api-key': key, ...(init.headers as Record<string, string> | undefined) },
  })
}

function form(fields: Readonly<Record<string, string | Blob>>): RequestInit {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { method: 'POST', body }
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const lexicon = (lexemes: string, alphabet = 'ipa') =>
  new Blob([
    `<?xml version="1.0" encoding="UTF-8"?><lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="${alphabet}" xml:lang="en-US">${lexemes}</lexicon>`,
  ])

const ALIAS = '<lexeme><grapheme>W3C</grapheme><alias>World Wide Web Consortium</alias></lexeme>'
const PHONEME = '<lexeme><grapheme>tomato</grapheme><phoneme>təˈmɑːtoʊ</phoneme></lexeme>'

type Added = { readonly id: string; readonly version_id: string; readonly version_rules_num: number }

async function spokenWith(locator: Added | undefined, text: string): Promise<Buffer> {
  const locators =
    locator === undefined ? [] : [{ pronunciation_dictionary_id: locator.id, version_id: locator.version_id }]
  const answer = await fetch(`${service.url}/v1/text-to-speech/tone?output_format=pcm_16000`, {
    ...json({ text, pronunciation_dictionary_locators: locators }),
    headers: { 'xi-api-key': TEST_KEY, 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('a dictionary', () => {
  test('of a lexicon is used by its locator, listed, read and downloaded', async () => {
    const answer = await call('/add-from-file', form({ name: 'Names', file: lexicon(ALIAS + PHONEME) }))
    expect(answer.status).toBe(200)
    const added = (await answer.json()) as Added
    expect(added).toMatchObject({ name: 'Names', version_rules_num: 2, permission_on_resource: 'admin' })
    const said = await spokenWith(added, 'The W3C.')
    expect(said.equals(await spokenWith(undefined, 'The World Wide Web Consortium.'))).toBe(true)

    const list = (await (await call('')).json()) as { pronunciation_dictionaries: { id: string }[]; has_more: boolean }
    expect(list.pronunciation_dictionaries).toContainEqual(
      expect.objectContaining({ id: added.id, name: 'Names', latest_version_rules_num: 2 }),
    )
    expect(await (await call(`/${added.id}`)).json()).toMatchObject({
      id: added.id,
      rules: [
        { type: 'alias', string_to_replace: 'W3C', alias: 'World Wide Web Consortium' },
        { type: 'phoneme', string_to_replace: 'tomato', alphabet: 'ipa' },
      ],
    })
    const file = await call(`/${added.id}/${added.version_id}/download`)
    expect(file.headers.get('content-type')).toBe('application/pls+xml; charset=utf-8')
    const copy = (await (await call('/add-from-file', form({ name: 'Copy', file: await file.blob() }))).json()) as Added
    expect(copy.version_rules_num).toBe(2)
    expect((await spokenWith(copy, 'A tomato.')).equals(await spokenWith(added, 'A tomato.'))).toBe(true)
    // It is one of our libraries.
    expect(await service.json(`/replacement_libraries/${added.id}`)).toMatchObject({ name: 'Names' })
  })

  test('of rules has aliases and phonemes in both alphabets', async () => {
    const rules = [
      { type: 'alias', string_to_replace: 'ACME', alias: 'the company' },
      { type: 'phoneme', string_to_replace: 'Nguyen', phoneme: 'W IH1 N', alphabet: 'cmu-arpabet' },
      { type: 'phoneme', string_to_replace: 'Gyro', phoneme: 'ˈjɪəroʊ', alphabet: 'ipa' },
    ]
    const answer = await call('/add-from-rules', json({ name: 'Rules', rules }))
    expect(answer.status).toBe(200)
    const { id } = (await answer.json()) as Added
    const body = (await (await call(`/${id}`)).json()) as { rules: { phoneme?: string }[] }
    expect(body.rules).toMatchObject([{ alias: 'the company' }, { phoneme: 'wˈɪn' }, { string_to_replace: 'Gyro' }])
  })

  test('leaves out what English cannot say, and says so', async () => {
    const odd = '<lexeme><grapheme>x</grapheme><phoneme>ǃǁ</phoneme></lexeme>'
    const answer = await call('/add-from-file', form({ name: 'Odd', file: lexicon(ALIAS + odd) }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-declaim-warning')).toContain('Left out: lexeme 2 (x)')
    expect(((await answer.json()) as Added).version_rules_num).toBe(1)
  })

  test('lists have pages', async () => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page = (await (await call(`?page_size=2${cursor === null ? '' : `&cursor=${cursor}`}`)).json()) as {
        pronunciation_dictionaries: { id: string }[]
        next_cursor: string | null
        has_more: boolean
      }
      ids.push(...page.pronunciation_dictionaries.map(({ id }) => id))
      expect(page.has_more).toBe(page.next_cursor !== null)
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(2)
  })
})

describe('what cannot be a dictionary is refused in the shape of that API, and leaves nothing behind', () => {
  const many = Array.from({ length: 6 }, (_, i) => ALIAS.replace('W3C', `W${i}C`)).join('')
  test.each<[string, string, () => RequestInit, number, string]>([
    ['no file', '/add-from-file', () => form({ name: 'N' }), 400, 'file'],
    ['no name', '/add-from-file', () => form({ file: lexicon(ALIAS) }), 400, 'name'],
    [
      'no lexicon',
      '/add-from-file',
      () => form({ name: 'N', file: new Blob(['no xml']) }),
      400,
      'Cannot read the lexicon',
    ],
    ['an empty lexicon', '/add-from-file', () => form({ name: 'N', file: lexicon('') }), 400, 'it has no entry'],
    ['too many entries', '/add-from-file', () => form({ name: 'N', file: lexicon(many) }), 409, 'may hold 5'],
    ['the same word twice', '/add-from-file', () => form({ name: 'N', file: lexicon(ALIAS + ALIAS) }), 409, 'W3C'],
    ['JSON as a form', '/add-from-file', () => json({ name: 'N' }), 400, 'expected a form'],
    [
      'a broken form',
      '/add-from-file',
      () => ({ method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'no form' }),
      400,
      'not multipart/form-data',
    ],
    ['no rules', '/add-from-rules', () => json({ name: 'N' }), 400, 'rules'],
    [
      'a rule of no kind',
      '/add-from-rules',
      () => json({ name: 'N', rules: [{ string_to_replace: 'a' }] }),
      400,
      'rules[0].type',
    ],
    [
      'phonemes that are none',
      '/add-from-rules',
      () =>
        json({
          name: 'N',
          rules: [{ type: 'phoneme', string_to_replace: 'a', phoneme: 'QQ1', alphabet: 'cmu-arpabet' }],
        }),
      400,
      'rules[0]',
    ],
  ])('%s', async (_, path, init, status, message) => {
    const count = async () => (await service.json<{ count: number }>('/replacement_libraries')).count
    const before = await count()
    const answer = await call(path, init())
    const { detail } = (await answer.json()) as { detail: { message: string } }
    expect([answer.status, detail.message]).toEqual([status, expect.stringContaining(message)])
    expect(await count()).toBe(before)
  })

  test('an unknown one, and one of another account', async () => {
    const added = (await (
      await call(
        '/add-from-rules',
        json({ name: 'Mine', rules: [{ type: 'alias', string_to_replace: 'a', alias: 'b' }] }),
      )
    ).json()) as Added
    const { key } = await createApiKey(service.db, { name: 'k', account: 'other dictionaries', now: 1 })
    for (const path of [`/${added.id}`, `/${added.id}/latest/download`])
      expect((await call(path, {}, key)).status).toBe(404)
    expect((await call('/unknown')).status).toBe(404)
    expect((await call(`/${added.id}/1/download`)).status).toBe(404)
    const { key: reading } = await createApiKey(service.db, {
      name: 'r',
      account: 'other dictionaries',
      scopes: ['libraries:read'],
      now: 1,
    })
    expect((await call('', {}, reading)).status).toBe(200)
    expect((await call('/add-from-rules', json({ name: 'N', rules: [] }), reading)).status).toBe(403)
  })
})
