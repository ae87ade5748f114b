import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

const HEADER = 'original,replacement_text,is_phonetic_respelling,enabled'

type Row = {
  readonly replacement_id?: string
  readonly original: string
  readonly replacement_text: string
  readonly is_phonetic_respelling: boolean
  readonly enabled: boolean
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_REPLACEMENTS: '300', MAX_LIBRARIES: '100' })
})
afterAll(() => service.close())

async function createPath(): Promise<string> {
  const body = { name: 'Bulk' }
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body })
  return `/replacement_libraries/${library_id}/replacements`
}

const upload = (path: string, body: unknown, type = 'application/json', headers: Record<string, string> = {}) =>
  service.call(`${path}/bulk`, { body, headers: { 'content-type': type, ...headers } })

const listed = async (path: string) => (await service.json<{ replacements: readonly Row[] }>(path)).replacements

const ROWS: readonly Row[] = [
  { original: '1099-MISC', replacement_text: 'ten ninety-nine misc', is_phonetic_respelling: false, enabled: true },
  { original: 'tuple', replacement_text: 'TUH-puhl', is_phonetic_respelling: true, enabled: false },
  { original: 'a "b", c', replacement_text: ' line one\r\nline "two" ', is_phonetic_respelling: false, enabled: true },
  { original: '=SUM(A1)', replacement_text: 'Größe 🎉', is_phonetic_respelling: false, enabled: true },
]

describe('an upload', () => {
  test('as JSON stores every row in order and answers their ids', async () => {
    const path = await createPath()
    const answer = (await (await upload(path, ROWS)).json()) as { count: number; replacement_ids: string[] }
    const stored = await listed(path)
    expect(stored).toMatchObject(ROWS)
    expect(answer).toEqual({ count: 4, replacement_ids: stored.map((row) => row.replacement_id) })
  })

  test('as a lexicon (PLS) is read, with phonemes and aliases', async () => {
    const path = await createPath()
    const lexicon =
      '<?xml version="1.0"?><lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US">' +
      '<lexeme><grapheme>tomato</grapheme><phoneme>təˈmɑːtoʊ</phoneme></lexeme>' +
      '<lexeme><grapheme>SQL</grapheme><alias>sequel</alias></lexeme></lexicon>'
    expect(await (await upload(path, lexicon, 'application/pls+xml')).json()).toMatchObject({ count: 2 })
    expect(await listed(path)).toMatchObject([
      { original: 'tomato', is_phonetic_respelling: true, enabled: true },
      { original: 'SQL', replacement_text: 'sequel', is_phonetic_respelling: false, enabled: true },
    ])
  })

  test.each([
    ['not XML', '<lexicon', 'Cannot read'],
    ['another document', '<html></html>', 'no <lexicon>'],
    [
      'a lexeme without a sound',
      '<lexicon><lexeme><grapheme>x</grapheme></lexeme><lexeme><alias>y</alias></lexeme></lexicon>',
      'lexeme 1 (x)',
    ],
    [
      'the same spelling twice',
      '<lexicon><lexeme><grapheme>x</grapheme><alias>a</alias></lexeme><lexeme><grapheme>x</grapheme><alias>b</alias></lexeme></lexicon>',
      'is in row 1 too',
    ],
  ])('as a lexicon that is %s stores nothing and says why', async (_, lexicon, expected) => {
    const path = await createPath()
    const response = await upload(path, lexicon, 'application/pls+xml')
    expect([400, 409]).toContain(response.status)
    expect(JSON.stringify(await response.json())).toContain(expected)
    expect(await listed(path)).toEqual([])
  })

  test.each([
    ['as RFC 4180 has it', `${HEADER}\r\nAI,"A, ""I""",false,true\r\ntuple,TUH-puhl,true,false\r\n`],
    ['with a byte order mark', `\ufeff${HEADER}\nAI,"A, ""I""",FALSE,TRUE\ntuple,TUH-puhl,True,False`],
    ['from an old Mac, with a blank line', `${HEADER}\r\rAI,"A, ""I""",0,1\rtuple,TUH-puhl,1,0`],
    [
      'with other columns and another order',
      'id,Enabled,replacement_text, original ,is_phonetic_respelling\n7,,"A, ""I""",AI,\n8,false,TUH-puhl,tuple,true',
    ],
  ])('as CSV %s is read', async (_, csv) => {
    const path = await createPath()
    expect(await (await upload(path, csv, 'text/csv; charset=utf-8')).json()).toMatchObject({ count: 2 })
    expect(await listed(path)).toMatchObject([
      { original: 'AI', replacement_text: 'A, "I"', is_phonetic_respelling: false, enabled: true },
      { original: 'tuple', replacement_text: 'TUH-puhl', is_phonetic_respelling: true, enabled: false },
    ])
  })

  test('needs only original and replacement_text', async () => {
    const path = await createPath()
    await upload(path, [{ original: 'AI', replacement_text: 'A I' }])
    await upload(path, 'original,replacement_text\nML,A I', 'text/csv')
    const row = { replacement_text: 'A I', is_phonetic_respelling: false, enabled: true }
    expect(await listed(path)).toMatchObject([
      { original: 'AI', ...row },
      { original: 'ML', ...row },
    ])
  })

  test.each(['[]', HEADER])('of nothing (%s) stores nothing', async (body) => {
    const path = await createPath()
    const response = await upload(path, body, body === HEADER ? 'text/csv' : 'application/json')
    expect(await response.json()).toEqual({ count: 0, replacement_ids: [] })
  })

  test('is stored once under an idempotency key', async () => {
    const path = await createPath()
    const send = async (csv: string) => await upload(path, csv, 'text/csv', { 'Idempotency-Key': 'bulk-1' })
    const first = await (await send(`${HEADER}\nAI,A I,,`)).json()
    expect(await (await send(`${HEADER}\nAI,A I,,`)).json()).toEqual(first)
    expect((await send(`${HEADER}\nML,M L,,`)).status).toBe(409)
    expect(await listed(path)).toHaveLength(1)
  })

  test('is heard by the next request', async () => {
    const path = await createPath()
    await upload(path, `${HEADER}\nAI,artificial intelligence,false,true`, 'text/csv')
    const body = { speaker_id: 3, text: 'What is AI?', library_ids: path.split('/')[2] }
    expect(await service.json('/explain', { body })).toHaveProperty('spoken_text', 'what is artificial intelligence')
  })
})

async function refusal(path: string, body: unknown, type = 'application/json') {
  const response = await upload(path, body, type)
  const { code, message } = (await response.json()) as { code: string; message: string }
  return { status: response.status, code, message }
}

describe('an upload stores nothing and says why', () => {
  const good = { original: 'AI', replacement_text: 'A I' }

  test('with every bad row named', async () => {
    const path = await createPath()
    const rows = [
      good,
      { original: 'AI' },
      { ...good, replacement_text: 'TUH--puhl', is_phonetic_respelling: true },
      { ...good, original: ' ' },
      { ...good, original: 'ML' },
      { ...good, enabled: 'yes' },
      { ...good, original: 'x'.repeat(501) },
      'AI',
      { ...good, original: 5 },
    ]
    const { status, code, message } = await refusal(path, rows)
    expect([status, code]).toEqual([400, 'MISSING_ARGUMENT'])
    expect(message.split(/: |; /).filter((part) => part.startsWith('row '))).toEqual(
      [2, 3, 4, 6, 7, 8, 9].map((row) => `row ${row}`),
    )
    for (const part of [
      'Cannot store 9 replacements: 7 of them cannot be used',
      'row 2: replacement_text is missing',
      'row 3: Cannot read respelling "TUH--puhl"',
      'original is empty',
      'row 6: enabled is "yes"; expected true or false',
      'row 7: original has 501 characters; expected at most 500',
      'row 8: it is not an object',
      'row 9: original is not a string',
    ])
      expect(message).toContain(part)
    expect(await listed(path)).toEqual([])
  })

  test('with rows of a CSV counted after its header', async () => {
    const path = await createPath()
    const csv = `${HEADER}\n"A\nI",A I,,\n\nB,x\nC,tuhpuhl,true,true\nD,x,maybe,\n,x,,`
    const { message } = await refusal(path, csv, 'text/csv')
    expect(message).toContain('row 2: it has 2 values but the header has 4')
    expect(message).toContain('row 3: Cannot read respelling "tuhpuhl"')
    expect(message).toContain('row 4: is_phonetic_respelling is "maybe"; expected true or false')
    expect(message).toContain('row 5: Cannot store replacement: original is empty')
    expect(await listed(path)).toEqual([])
  })

  test('with the code of the first bad row, and very many of them as ranges', async () => {
    const bad = { ...good, replacement_text: 'x', is_phonetic_respelling: true }
    const rows = Array.from({ length: 200 }, (_, index) =>
      index === 60 || index === 150 ? { ...good, original: `AI ${index}` } : bad,
    )
    const { code, message } = await refusal(await createPath(), rows)
    expect(code).toBe('INVALID_TEXT')
    expect(message).toMatch(/; and rows 51-60, 62-150, 152-200$/)
  })

  test.each([
    ['{"original":"AI"}', 'application/json', 'expected a JSON array'],
    ['', 'application/json', 'expected a JSON array'],
    ['[', 'application/json', 'not valid JSON'],
    ['', 'text/csv', 'its header is ""; expected original,replacement_text,is_phonetic_respelling,enabled'],
    ['original;replacement_text\nAI;A I', 'text/csv', 'its header is "original;replacement_text"'],
    [`${HEADER},Original\nAI,A I,,,`, 'text/csv', 'its header is'],
    [`${HEADER}\n"AI,A I,,`, 'text/csv', 'Cannot read the CSV: line 2: a quote is opened and never closed'],
    [`${HEADER}\nA"I",A I,,`, 'text/csv', 'Cannot read the CSV: line 2: a quote is inside a field'],
  ])('where it is %j as %s', async (body, type, message) => {
    const path = await createPath()
    const options = { method: 'POST', body, headers: { 'content-type': type } }
    const response = await service.call(`${path}/bulk`, options)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) })
  })

  test('where a CSV is not UTF-8', async () => {
    const path = await createPath()
    const body = Buffer.from(`${HEADER}\nGröße,x,,`, 'latin1')
    const url = `${service.url}/v1/tts${path}/bulk`
    const headers = { 'x-api-key': 'test-key-of-the-default-account-of-tests', 'content-type': 'text/csv' }
    const response = await fetch(url, { method: 'POST', body, headers })
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'MISSING_ARGUMENT', message: 'Cannot read the CSV: it is not UTF-8' },
    ])
  })

  test('where the library does not exist', async () => {
    expect(await refusal('/replacement_libraries/nowhere/replacements', [good])).toMatchObject({ status: 404 })
  })
})

describe('an export', () => {
  test('as JSON or CSV can be uploaded again as it is', async () => {
    const path = await createPath()
    await upload(path, ROWS)
    for (const [query, type] of [
      ['', 'application/json'],
      ['?format=json', 'application/json'],
      ['?format=csv', 'text/csv'],
    ] as const) {
      const exported = await service.call(`${path}/export${query}`)
      expect(exported.headers.get('content-type')).toContain(type)
      const other = await createPath()
      expect(await (await upload(other, await exported.text(), type)).json()).toMatchObject({ count: ROWS.length })
      expect(await listed(other)).toMatchObject(ROWS)
    }
  })

  test('as CSV is quoted where it must be', async () => {
    const path = await createPath()
    await upload(path, ROWS.slice(0, 3))
    const response = await service.call(`${path}/export?format=csv`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="replacements.csv"')
    expect(await response.text()).toBe(
      `${HEADER}\r\n1099-MISC,ten ninety-nine misc,false,true\r\ntuple,TUH-puhl,true,false\r\n` +
        `"a ""b"", c"," line one\r\nline ""two"" ",false,true\r\n`,
    )
  })

  test('in another format is refused', async () => {
    const response = await service.call(`${await createPath()}/export?format=xml`)
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'MISSING_ARGUMENT', message: 'Cannot export replacements: format is "xml"; expected json or csv' },
    ])
  })
})

describe('limits', () => {
  test('end what a library may hold, in bulk and one by one', async () => {
    const path = await createPath()
    const rows = Array.from({ length: 301 }, (_, index) => ({ original: `w${index}`, replacement_text: 'x' }))
    const full = {
      status: 409,
      code: 'CONFLICT',
      message: expect.stringContaining('a library may hold 300'),
    }
    expect(await refusal(path, rows)).toMatchObject(full)
    expect(await listed(path)).toEqual([])
    expect((await upload(path, rows.slice(0, 300))).status).toBe(200)
    const one = await service.call(path, { body: rows[300] })
    expect([one.status, await one.json()]).toMatchObject([409, { code: 'CONFLICT' }])
    expect(await listed(path)).toHaveLength(300)
  })

  test('end how many libraries an account may have', async () => {
    const small = await startTestService({ MAX_LIBRARIES: '2' })
    try {
      const create = () => small.call('/replacement_libraries', { body: { name: 'One more' } })
      const statuses = [(await create()).status, (await create()).status]
      const refused = await create()
      expect([...statuses, refused.status]).toEqual([200, 200, 409])
      expect(await refused.json()).toEqual({
        code: 'CONFLICT',
        message: 'Cannot create replacement library: the account has 2, which is all it may have; delete one first',
      })
      expect(await small.json('/replacement_libraries')).toMatchObject({ count: 2 })
    } finally {
      await small.close()
    }
  })
})

test('a lexicon of millions of tags is refused before it is parsed', async () => {
  const path = await createPath()
  const response = await upload(path, `<lexicon>${'<a/>'.repeat(400_000)}</lexicon>`, 'application/pls+xml')
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain('divide it among several requests')
})
