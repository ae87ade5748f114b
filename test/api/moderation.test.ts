import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { accountTermsCommand, type TermOptions } from '../../src/commands/administration/accounts.ts'
import { createLocalAdministration } from '../../src/commands/administration/local-administration.ts'
import { fillPath, listOperations } from '../support/list-operations.ts'
import { connect } from '../support/stream-input-client.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let folder: string
let service: TestService
let admin: string
let accountId: string
/** Texts that the moderation service got. */
const asked: object[] = []
let moderator: Server
/** What the moderation service answers: a verdict, garbage, an error, or nothing. */
let verdict: 'allow' | 'refuse' | 'garbage' | 'error' | 'nothing' = 'allow'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-moderation-'))
  await writeFile(join(folder, 'terms.txt'), 'Acme\n')
  await writeFile(join(folder, 'patterns.txt'), '# digits\ncard numbers = \\b\\d{16}\\b\nhostile = (a+)+$\n')
  moderator = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      asked.push(JSON.parse(body))
      if (verdict === 'nothing') return
      response.statusCode = verdict === 'error' ? 500 : 200
      const answers = { allow: { allowed: true }, refuse: { allowed: false, rule: 'hate' }, garbage: [], error: {} }
      response.end(JSON.stringify(answers[verdict]))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => moderator.once('listening', resolve))
  service = await startTestService({ ...listSettings(), ...moderatorSettings() })
  admin = (await createApiKey(service.db, { name: 'x', account: 'ops', scopes: ['admin'], now: 1 })).key
  const [row] = await service.db.selectFrom('accounts').selectAll().where('name', '=', 'default').execute()
  accountId = row!.id
})
afterAll(async () => {
  await service.close()
  moderator.closeAllConnections()
  moderator.close()
  await rm(folder, { recursive: true })
})

const listSettings = () => ({
  BLOCKED_TERMS_FILE: join(folder, 'terms.txt'),
  BLOCKED_PATTERNS_FILE: join(folder, 'patterns.txt'),
  BLOCK_PROFANITY: 'yes',
})
const moderatorSettings = () => ({
  MODERATION_URL: `http://127.0.0.1:${(moderator.address() as AddressInfo).port}/check`,
  MODERATION_TIMEOUT_MS: '300',
})

async function check(text: string, on = service) {
  const answer = await on.call('/input_validated', { body: { speaker_id: 3, text } })
  const { code, message } = (await answer.json()) as { code?: string; message: string }
  return { status: answer.status, code, message, retryAfter: answer.headers.get('retry-after') }
}

const NOT_ALLOWED = { status: 400, code: 'CONTENT_NOT_ALLOWED' }

describe('the lists of the operator', () => {
  test.each([
    ['Buy Acme now', 'Cannot speak "Acme" (at offset 4): the operator of this service does not allow it'],
    ['My card is 4111111111111111', 'the rule "card numbers" of this service does not allow it'],
    ['What the fuck', 'the rule "profanity" of this service does not allow it'],
    ['What the f&#117;ck', 'the rule "profanity"'],
  ])('refuse %j', async (text, message) => {
    expect(await check(text)).toMatchObject({ ...NOT_ALLOWED, message: expect.stringContaining(message) })
  })

  test('say neither the word nor the pattern of a rule', async () => {
    const { message } = await check('What the fuck, 4111111111111111')
    expect(message).not.toMatch(/fuck|4111|\\d/)
  })

  test('cannot be used to keep the service busy', async () => {
    expect((await check(`${'a'.repeat(900)} b`)).status).toBe(200)
  })

  test('have no profanities unless the operator asks for them', async () => {
    const own = await startTestService()
    try {
      expect((await check('What the fuck', own)).status).toBe(200)
    } finally {
      await own.close()
    }
  })

  test.each([
    ['x = (', 'Cannot use the pattern of rule "x"'],
    ['nothing', 'Cannot read line 1 of the patterns'],
  ])('with the line %j stop the start', async (line, message) => {
    const path = join(folder, 'wrong.txt')
    await writeFile(path, line)
    await expect(startTestService({ BLOCKED_PATTERNS_FILE: path })).rejects.toThrow(message)
  })
})

test('every way in is moderated: all operations that take a text refuse it, alone and in bulk', async () => {
  const speaking = (await listOperations(service.url)).filter(({ body }) =>
    JSON.stringify(body ?? null).includes('speaker_id'),
  )
  expect(speaking.length).toBeGreaterThanOrEqual(5)
  const { project_id } = await service.json<{ project_id: string }>('/projects', { method: 'POST', body: {} })
  for (const { method, path: pattern, body } of speaking) {
    const path = fillPath(pattern, new Map([['project_id', project_id]]))
    const { paragraphs: [paragraph] = [], ...rest } = body as { paragraphs?: object[] }
    const said = { text: 'Buy Acme now' }
    const text = paragraph === undefined ? { ...rest, ...said } : { ...rest, paragraphs: [{ ...paragraph, ...said }] }
    for (const sent of path === '/clips' ? [text, [{ ...text, text: 'Fine' }, text]] : [text]) {
      const answer = await service.call(path, { method, body: sent })
      expect({ path, status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
        path,
        ...NOT_ALLOWED,
      })
    }
  }
  const door = await fetch(`${service.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: 'Bearer test-key-of-the-default-account-of-tests', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'Buy Acme now' }),
  })
  expect([door.status, await door.text()]).toEqual([400, expect.stringContaining('Acme')])
})

describe('the terms of an account', () => {
  const change = async (body: object) => {
    const path = `/admin/accounts/${accountId}/moderation`
    return await (await service.call(path, { method: 'PATCH', body, headers: { 'x-api-key': admin } })).json()
  }

  test('allow and deny words for it alone', async () => {
    expect(await change({ allow: ['acme', 'fuck'], deny: ['Project Falcon'] })).toEqual({
      allow: ['acme', 'fuck'],
      deny: ['Project Falcon'],
    })
    // Another process or a moment later notices the change; a new service has read nothing yet.
    const own = await startTestService({ ...listSettings(), DATA_DIR: await mkdtemp(join(folder, 'own-')) })
    try {
      const { db } = own
      const [row] = await db.selectFrom('accounts').select('id').where('name', '=', 'default').execute()
      const terms = { account_id: row!.id, allow: '["acme","fuck"]', deny: '["Project Falcon"]' }
      await db.insertInto('account_terms').values(terms).execute()
      expect((await check('What the fuck, Acme', own)).status).toBe(200)
      expect(await check('The project falcon', own)).toMatchObject(NOT_ALLOWED)
      const { key } = await createApiKey(db, { name: 'x', account: 'other', now: 1 })
      const other = (text: string) =>
        own.call('/input_validated', { body: { speaker_id: 3, text }, headers: { 'x-api-key': key } })
      expect((await other('The project falcon')).status).toBe(200)
      expect((await other('Acme')).status).toBe(400)
    } finally {
      await own.close()
    }
  })

  test('are replaced list by list, shown, and checked', async () => {
    await change({ allow: ['one'], deny: ['two'] })
    expect(await change({ deny: [] })).toEqual({ allow: ['one'], deny: [] })
    for (const wrong of [{ allow: [''] }, { deny: ['x'.repeat(201)] }, { allow: 'x' }, { deny: ['  '] }])
      expect(await change(wrong)).toMatchObject({ code: 'MISSING_ARGUMENT' })
    expect(await change({})).toEqual({ allow: ['one'], deny: [] })
    await change({ allow: [], deny: [] })
  })
})

describe('the moderation service', () => {
  test('gets the text and the account, and its rule is named', async () => {
    verdict = 'allow'
    asked.length = 0
    expect((await check('Hello')).status).toBe(200)
    expect(asked).toEqual([{ text: 'Hello', spoken: 'hello', account_id: accountId }])
    verdict = 'refuse'
    expect(await check('Hello')).toMatchObject({
      ...NOT_ALLOWED,
      message: 'Cannot speak the text: the rule "hate" of this service does not allow it',
    })
  })

  test('gets a text as a reader sees it and as it is said too, whatever hides it', async () => {
    verdict = 'allow'
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'L' } })
    const replacement = { original: 'cherry', replacement_text: 'remoteban' }
    await service.json(`/replacement_libraries/${library_id}/replacements`, { body: replacement })
    const body = { speaker_id: 3, text: 'A <b>che\u200brry</b>, a cherry', library_ids: [library_id] }
    const forms = [
      { text: body.text, spoken: 'a cherry a remoteban', account_id: accountId },
      { text: 'A cherry, a remoteban', spoken: 'a cherry a remoteban', account_id: accountId },
    ]
    for (const path of ['/input_validated', '/explain', '/stream', '/word-timing', '/clips']) {
      asked.length = 0
      const answer = await service.call(path, { body })
      expect([path, answer.status]).toEqual([path, 200])
      await answer.arrayBuffer()
      expect(asked).toEqual(expect.arrayContaining(forms))
    }
    asked.length = 0
    const client = await connect(`${service.url}/v1/tts/stream-input`, { key: TEST_KEY })
    client.send({ type: 'start', speaker_id: 3, library_ids: [library_id], audio_configs: { file_format: 'pcm' } })
    client.send({ type: 'text', text: 'A <b>pea' })
    client.send({ type: 'text', text: 'r</b>. A cher' })
    client.send({ type: 'text', text: 'ry.' })
    client.send({ type: 'end' })
    await client.event('done')
    await client.end()
    expect(asked).toEqual(
      expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('A remoteban.') })]),
    )
  })

  test.each(['garbage', 'error', 'nothing'] as const)(
    'that answers %s: texts are refused until it is well',
    async (answer) => {
      verdict = answer
      expect(await check('Hello')).toMatchObject({ status: 503, code: 'INTERNAL_ERROR', retryAfter: '5' })
      verdict = 'allow'
      expect((await check('Hello')).status).toBe(200)
    },
  )

  test('that fails lets texts through if the operator says so', async () => {
    const own = await startTestService({ ...moderatorSettings(), MODERATION_ON_FAILURE: 'allow' })
    try {
      for (verdict of ['garbage', 'error', 'nothing'] as const) expect((await check('Hello', own)).status).toBe(200)
      verdict = 'refuse'
      expect(await check('Hello', own)).toMatchObject(NOT_ALLOWED)
    } finally {
      verdict = 'allow'
      await own.close()
    }
  })
})

describe('declaim accounts terms', () => {
  async function terms(options: Omit<TermOptions, 'account'> = {}): Promise<readonly string[]> {
    const lines: string[] = []
    await accountTermsCommand({ account: 'by hand', ...options }, createLocalAdministration(service.config), (line) =>
      lines.push(line),
    )
    return lines
  }

  test('shows and changes what one account may say, and the audit log notes it', async () => {
    const { key, record } = await createApiKey(service.db, { name: 'x', account: 'by hand', now: 1 })
    const isAllowed = async (text: string): Promise<boolean> =>
      (await service.call('/input_validated', { body: { speaker_id: 3, text }, headers: { 'x-api-key': key } })).ok
    expect(await terms()).toEqual([])
    expect(await isAllowed('Acme')).toBe(false)
    expect(await terms({ allow: ['Acme', 'Acme'], deny: ['road runner', 'tunnel'] })).toEqual([
      'allow  Acme',
      'deny  road runner',
      'deny  tunnel',
    ])
    await expect.poll(() => isAllowed('Acme'), { timeout: 5000 }).toBe(true)
    await expect.poll(() => isAllowed('The road runner'), { timeout: 5000 }).toBe(false)
    expect(await terms({ allow: ['tunnel'], remove: ['road runner', 'Acme'] })).toEqual(['allow  tunnel'])
    await expect.poll(() => isAllowed('The road runner'), { timeout: 5000 }).toBe(true)
    const { entries } = (await (
      await service.call(`/admin/audit?account_id=${record.accountId}`, { headers: { 'x-api-key': admin } })
    ).json()) as { entries: object[] }
    expect(entries).toMatchObject([
      { action: 'changeModeration', actor: { kind: 'operator' }, details: { allow: 1, deny: 0 } },
      { action: 'changeModeration', actor: { kind: 'operator' }, details: { allow: 1, deny: 2 } },
    ])
    expect(JSON.stringify(entries)).not.toContain('tunnel')
  })

  test('refuses an empty term and an unknown account', async () => {
    await expect(terms({ deny: [' '] })).rejects.toThrow('Cannot use term " "')
    await expect(
      accountTermsCommand({ account: 'nobody' }, createLocalAdministration(service.config), () => {}),
    ).rejects.toThrow('nobody')
  })
})
