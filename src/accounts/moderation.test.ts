import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { setAccountTerms } from '../storage/records/account-terms.ts'
import { createApiKey } from './create-key.ts'
import { createModeration, type ModerationSettings } from './moderation.ts'

let answer: (response: ServerResponse, request: IncomingMessage) => unknown
const server = createServer((request, response) => void answer(response, request))
let url: string
let db: Database
let errors: unknown[]

beforeAll(async () => {
  db = await openDatabase(':memory:')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/moderate`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await db.destroy()
})
beforeEach(() => {
  errors = []
})

const plain = (text: string) => ({ written: text, resolved: text, spoken: text })

const say = (body: unknown, status = 200) => {
  answer = (response) => response.writeHead(status).end(JSON.stringify(body))
}
const moderation = (settings: Partial<ModerationSettings> = {}) =>
  createModeration({
    db,
    settings: { url, timeoutMs: 10_000, onFailure: 'refuse', ...settings },
    onError: (error) => errors.push(error),
  })

describe('a moderation service', () => {
  test('gets the text in its forms and the account, and may allow it', async () => {
    const asked: unknown[] = []
    answer = async (response, request) => {
      asked.push(await json(request))
      response.end('{"allowed": true}')
    }
    await moderation().check(plain('Hello “world”'), 'a1')
    expect(asked.splice(0)).toEqual([{ text: 'Hello “world”', spoken: 'Hello “world”', account_id: 'a1' }])
    await moderation().check({ written: 'A <b>x</b>', resolved: 'A x', spoken: 'a ex' }, 'a1')
    const also = { spoken: 'a ex', account_id: 'a1' }
    expect(asked).toHaveLength(2)
    expect(asked).toEqual(
      expect.arrayContaining([
        { text: 'A <b>x</b>', ...also },
        { text: 'A x', ...also },
      ]),
    )
  })

  test('that refuses the text as a reader sees it refuses it', async () => {
    answer = async (response, request) => {
      const { text } = (await json(request)) as { text: string }
      response.end(JSON.stringify({ allowed: text !== 'bad', rule: 'words' }))
    }
    const hidden = { written: 'b<b></b>ad', resolved: 'bad', spoken: 'bad' }
    await expect(moderation().check(hidden, 'a')).rejects.toMatchObject({ code: 'CONTENT_NOT_ALLOWED' })
    await moderation().check({ ...hidden, resolved: 'good' }, 'a')
  })

  test.each([
    [{ allowed: false, rule: 'slurs' }, 'slurs'],
    [{ allowed: false }, 'moderation'],
    [{ allowed: false, rule: '' }, 'moderation'],
    [{ allowed: false, rule: 7 }, 'moderation'],
    [{ allowed: false, rule: 'r'.repeat(101) }, 'r'.repeat(100)],
  ])('that answers %j refuses by the rule %s', async (body, rule) => {
    say(body)
    await expect(moderation().check(plain('x'), 'a')).rejects.toMatchObject({
      code: 'CONTENT_NOT_ALLOWED',
      message: `Cannot speak the text: the rule "${rule}" of this service does not allow it`,
    })
    expect(errors).toEqual([])
  })

  test.each([
    ['answers nothing that it should', () => say({ allowed: 'yes' })],
    ['answers null', () => say(null)],
    ['answers with an error', () => say({ allowed: true }, 500)],
    ['sends callers elsewhere', () => (answer = (response) => response.writeHead(302, { location: url }).end())],
    ['hangs up', () => (answer = (response) => response.destroy())],
  ])('that %s fails, and the operator has decided what that means', async (_what, misbehave) => {
    misbehave()
    await expect(moderation().check(plain('x'), 'a')).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      status: 503,
      headers: { 'retry-after': '5' },
    })
    await moderation({ onFailure: 'allow' }).check(plain('x'), 'a')
    expect(errors).toHaveLength(2)
  })

  test('that does not answer in time fails', async () => {
    answer = () => {}
    await expect(moderation({ timeoutMs: 20 }).check(plain('x'), 'a')).rejects.toMatchObject({ status: 503 })
  })

  test('is not asked if there is none', async () => {
    answer = () => errors.push('asked')
    await moderation({ url: undefined }).check(plain('x'), 'a')
    expect(errors).toEqual([])
  })
})

describe('the terms of an account', () => {
  test('stay the same object while they do not change, so that what is compiled from them can be kept', async () => {
    const { accountId } = (await createApiKey(db, { name: 'x', account: randomUUID(), now: 1 })).record
    const { termsOf } = moderation()
    expect(await termsOf(accountId)).toBeUndefined()
    await setAccountTerms(db, accountId, { allow: ['duck'], deny: ['goose'] })
    const [one, other] = [moderation(), moderation()]
    const terms = await one.termsOf(accountId)
    expect(terms).toEqual({ allow: ['duck'], deny: ['goose'] })
    expect(await one.termsOf(accountId)).toBe(terms)
    await setAccountTerms(db, accountId, { allow: [], deny: [] })
    expect(await other.termsOf(accountId)).toEqual({ allow: [], deny: [] })
  })
})
