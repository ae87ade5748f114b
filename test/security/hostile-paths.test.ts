import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSecret } from '../../src/storage/records/secrets.ts'
import { sendBytes } from '../support/send-bytes.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const SECRET_FILE = 'content of a file that no caller may read'

let now = Date.UTC(2026, 0, 1)
let service: TestService
beforeAll(async () => {
  service = await startTestService({}, () => now)
  writeFileSync(join(service.dataDirectory, 'secret.mp3'), SECRET_FILE)
  mkdirSync(join(service.dataDirectory, 'audio', 'previews'), { recursive: true })
  writeFileSync(join(service.dataDirectory, 'audio', 'secret.mp3'), SECRET_FILE)
})
afterAll(() => service.close())

const CLIMBS = [
  '../../secret',
  '..%2f..%2fsecret',
  '..%5c..%5csecret',
  '%2e%2e%2f%2e%2e%2fsecret',
  '%252e%252e%252fsecret',
  '....//....//secret',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'secret%00',
  '..;/secret',
  '%c0%ae%c0%ae/secret',
  '%zz',
]

const PLACES: readonly (readonly [name: string, path: (climb: string) => string])[] = [
  ['a preview', (climb) => `/audio/previews/${climb}.mp3`],
  ['a clip id in a link', (climb) => `/audio/clips/${climb}/9999999999/abc.mp3`],
  ['a time in a link', (climb) => `/audio/clips/abc/${climb}/abc.mp3`],
  ['a signature', (climb) => `/audio/clips/abc/9999999999/${climb}.mp3`],
  ['a file of the Studio', (climb) => `/assets/${climb}`],
  ['a clip', (climb) => `/v1/tts/clips/${climb}`],
  ['the timing of a clip', (climb) => `/v1/tts/clips/${climb}/timing`],
  ['a library', (climb) => `/v1/tts/replacement_libraries/${climb}`],
  ['a replacement', (climb) => `/v1/tts/replacement_libraries/abc/replacements/${climb}`],
  ['the root', (climb) => `/${climb}`],
]

// Raw bytes: clients would tidy the path.
describe.each(PLACES)('%s', (_, pathOf) => {
  test.each(CLIMBS)('%s leads to no file', async (climb) => {
    const head = `GET ${pathOf(climb)} HTTP/1.1\r\nHost: test\r\nX-Api-Key: ${TEST_KEY}\r\nConnection: close\r\n\r\n`
    const answer = await sendBytes(service.url, head)
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(answer).not.toContain(SECRET_FILE)
    expect(answer).not.toMatch(/root:|ENOENT|\/tmp\//)
  })
})

describe('the link of a clip', () => {
  let parts: { readonly id: string; readonly expires: string; readonly signature: string }
  let other: typeof parts
  const divide = (url: string): typeof parts =>
    /clips\/(?<id>[^/]+)\/(?<expires>[^/]+)\/(?<signature>[^.]+)\.mp3$/.exec(url)!.groups as never
  const linkOf = ({ id, expires, signature }: typeof parts, format = 'mp3') =>
    `${service.url}/audio/clips/${id}/${expires}/${signature}.${format}`
  const statusOf = async (changes: Partial<typeof parts>, format?: string): Promise<number> => {
    const answer = await fetch(linkOf({ ...parts, ...changes }, format))
    await answer.arrayBuffer()
    return answer.status
  }

  beforeAll(async () => {
    const make = async (text: string): Promise<string> => {
      const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text } })
      return (await service.finished(clip_id)).url
    }
    parts = divide(await make('One.'))
    other = divide(await make('Two.'))
  })

  test('plays as it was given, also in ranges', async () => {
    expect(await statusOf({})).toBe(200)
    const part = await fetch(linkOf(parts), { headers: { range: 'bytes=10-19' } })
    expect([part.status, (await part.bytes()).length]).toEqual([206, 10])
  })

  test('does not play once any character of it was changed', async () => {
    const link = linkOf(parts)
    const start = link.indexOf(parts.id)
    const end = link.length - '.mp3'.length
    for (let at = start; at < end; at++) {
      if (link[at] === '/') continue
      const changed = `${link.slice(0, at)}${link[at] === '1' ? '2' : '1'}${link.slice(at + 1)}`
      // The last character of a signature has bits that mean nothing to a decoder; they count here.
      const answer = await fetch(changed)
      expect(answer.status, changed).toBe(404)
      await answer.arrayBuffer()
    }
  }, 120_000)

  test.each<[string, () => Partial<typeof parts>]>([
    ['the id of another clip', () => ({ id: other.id })],
    ['the signature of another clip', () => ({ signature: other.signature })],
    ['a later end', () => ({ expires: String(Number(parts.expires) + 1) })],
    ['the end as another number of the same value', () => ({ expires: `${parts.expires}.0` })],
    ['the end with a sign', () => ({ expires: `+${parts.expires}` })],
    ['no signature', () => ({ signature: '' })],
    ['half a signature', () => ({ signature: parts.signature.slice(0, 20) })],
    ['a longer signature', () => ({ signature: `${parts.signature}A` })],
    ['the signature in upper case', () => ({ signature: parts.signature.toUpperCase() })],
    ['the id in upper case', () => ({ id: parts.id.toUpperCase() })],
    ['id and end run together', () => ({ id: `${parts.id} ${parts.expires}`, expires: '' })],
    ['the signature of a guessed secret', () => ({ signature: sign('secret', parts.id, parts.expires) })],
  ])('does not play with %s', async (_, change) => {
    const changes = change()
    expect(await statusOf(changes)).toBe(404)
  })

  test('does not play in another format', async () => {
    for (const format of ['wav', 'flac', 'pcm', 'MP3', 'mp3.wav']) expect(await statusOf({}, format)).toBe(404)
  })

  test('is signed with a secret of 32 bytes that is in no answer', async () => {
    const secret = (await findSecret(service.db, 'audio-links'))!
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(sign(secret, parts.id, parts.expires)).toBe(parts.signature)
  })

  test('ends at its time, and then no other end can be put in', async () => {
    now = Number(parts.expires) * 1000
    expect(await statusOf({})).toBe(410)
    expect(await statusOf({ expires: String(Number(parts.expires) + 3600) })).toBe(404)
  })

  function sign(secret: string, id: string, expires: string): string {
    return createHmac('sha256', secret).update(`${id} ${expires}`).digest('base64url')
  }
})
