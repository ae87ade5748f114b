import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

/** A request that would cost far more than it, and how it is refused. */
export type Attack = {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly status: number
  readonly message: RegExp
}

/** What attacks use: a key of the default plan, and libraries whose replacements are much longer than what they replace. */
export type Victim = { readonly key: string; readonly library: string; readonly libraries: readonly string[] }

const MEGA = 2 ** 23

const repeat = (start: string, piece: string, end = ''): string =>
  start + piece.repeat(Math.floor((MEGA - start.length - end.length) / piece.length)) + end

/** Bodies of 8 MiB that are dear to parse, to check or to show. */
const HUGE: Readonly<Record<string, string>> = {
  'empty objects': repeat('[', '{},', '{}]'),
  'empty arrays': repeat('[', '[],', '[]]'),
  'small numbers': repeat('[', '1,', '1]'),
  'different fields': `{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":0`).join(',')}}`,
  'the same field': repeat('{', '"a":{},', '"a":0}'),
  'open arrays': repeat('', '['),
  'open objects': repeat('', '{"a":'),
  'a string': repeat('"', 'a', '"'),
  'an escaped string': repeat('"', '\\u0041', '"'),
  'one number': repeat('', '1'),
  'white space': repeat('', ' '),
  'no JSON': repeat('[', 'x'),
}

/** Such bodies that fit within the bytes of one text. */
const SMALL: Readonly<Record<string, string>> = {
  'empty objects': `[${'{},'.repeat(23_000)}{}]`,
  'the same field': `{${'"a":{},'.repeat(9000)}"a":0}`,
  'different fields': `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":0`).join(',')}}`,
  'open arrays': '['.repeat(70_000),
  'open objects': '{"a":'.repeat(14_000),
}

const QUICKLY = { level: 1, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } } as const
const ENCODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const

const TOO_LARGE = /^Cannot read the body: it is larger than \d+ bytes, the limit of this path and plan; divide/
const TOO_MANY =
  /^Cannot read the body: it has more than \d+ values and field names; divide it|nested more than 32 levels/
const PUT = /its replacements put more than 5000 characters into it \(at offset \d+\), which is what the plan allows$/
const SPOKEN = /as it is read out it has more than 5000 characters, which is what the plan allows$/

/** Requests without a key. */
function attacksOfAnyone(): readonly Attack[] {
  const path = '/studio/session'
  const studio = { 'x-declaim-studio': '1' }
  const compressed = Object.entries(HUGE).flatMap(([name, text]) =>
    Object.entries(ENCODINGS).map(([encoding, compress]): Attack => {
      const headers = { ...studio, 'content-encoding': encoding }
      const body = compress(text, QUICKLY)
      return { name: `sign in: ${name}, ${encoding}`, path, headers, body, status: 413, message: TOO_LARGE }
    }),
  )
  const plain = { path, status: 413, message: TOO_LARGE, body: Buffer.alloc(100_000, '[') }
  return [
    ...compressed,
    { ...plain, name: 'sign in: 100 kB', headers: studio },
    { ...plain, name: 'sign in: multipart', headers: { ...studio, 'content-type': 'multipart/form-data; boundary=a' } },
    {
      ...plain,
      name: 'sign in: gzip within gzip',
      headers: { ...studio, 'content-encoding': 'gzip, gzip' },
      body: gzipSync(gzipSync(Buffer.alloc(1000))),
      status: 415,
      message: /Content-Encoding is gzip, gzip; expected one of/,
    },
    {
      ...plain,
      name: 'sign in: arrays within 1 kB',
      headers: studio,
      body: Buffer.from('['.repeat(1000)),
      status: 400,
      message: TOO_MANY,
    },
  ]
}

/** Requests with a key of the default plan. */
function attacksOfAccounts({ key, library, libraries }: Victim): readonly Attack[] {
  const headers = { 'x-api-key': key }
  const speak = '/v1/tts/input_validated'
  const json = (body: unknown): Buffer => Buffer.from(JSON.stringify(body))
  const text = (name: string, written: string, message: RegExp, more: object = {}): Attack => {
    return { name, path: speak, headers, body: json({ speaker_id: 3, text: written, ...more }), status: 400, message }
  }
  const bodies = [
    speak,
    '/v1/tts/clips',
    '/v1/tts/clips/combine',
    '/v1/tts/replacement_libraries',
    '/mcp',
    '/v1/audio/speech',
  ]
  return [
    ...Object.entries(HUGE).flatMap(([name, huge]) => {
      const keys = { ...headers, authorization: `Bearer ${key}`, 'content-encoding': 'gzip' }
      const refused = { headers: keys, body: gzipSync(huge, QUICKLY), status: 413, message: TOO_LARGE }
      return bodies.map((path): Attack => ({ name: `${path}: ${name}, gzip`, path, ...refused }))
    }),
    ...Object.entries(SMALL).map(([name, small]): Attack => {
      return {
        name: `${speak}: ${name}, 70 kB`,
        path: speak,
        headers,
        body: Buffer.from(small),
        status: 400,
        message: TOO_MANY,
      }
    }),
    {
      name: 'CSV: one row of a million cells',
      path: `/v1/tts/replacement_libraries/${library}/replacements/bulk`,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: Buffer.from(','.repeat(1_000_000)),
      status: 400,
      message: TOO_MANY,
    },
    text('replacements: one for each word', 'a '.repeat(499), PUT, { library_ids: [library] }),
    text('replacements: 50 words', 'a '.repeat(50), PUT, { library_ids: [library] }),
    text('replacements: many libraries', 'a b c d e f g h '.repeat(60), PUT, { library_ids: libraries }),
    text('replacements: sounds', 'z '.repeat(499), PUT, { library_ids: [library] }),
    text('replacements: within tags', '<b>a</b> '.repeat(110), PUT, { library_ids: [library] }),
    text('amounts', '$7,777,777.77 '.repeat(70), SPOKEN),
    text('fractions', '¼'.repeat(1000), SPOKEN),
    {
      ...text('clips: a hundred texts with replacements', '', PUT),
      path: '/v1/tts/clips',
      body: json(
        Array.from({ length: 100 }, () => ({ speaker_id: 3, text: 'a '.repeat(499), library_ids: [library] })),
      ),
    },
  ]
}

/** Every attack. Building them takes a second or two. */
export function listAttacks(victim: Victim): readonly Attack[] {
  return [...attacksOfAnyone(), ...attacksOfAccounts(victim)]
}

type Post = (path: string, body: object) => Promise<Record<string, string>>

/** Stores the libraries that attacks use. `post` sends JSON with the key of the attacker, below /v1/tts. */
export async function prepareAttacks(key: string, post: Post): Promise<Victim> {
  const libraries: string[] = []
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']) {
    const { library_id: id } = await post('/replacement_libraries', { name })
    libraries.push(id!)
    const original = 'abcdefgh'[libraries.length - 1]!
    await post(`/replacement_libraries/${id}/replacements`, { original, replacement_text: '1 '.repeat(999) })
  }
  const sounds = { original: 'z', replacement_text: 'TUH-puhl '.repeat(200), is_phonetic_respelling: true }
  await post(`/replacement_libraries/${libraries[0]}/replacements`, sounds)
  return { key, library: libraries[0]!, libraries }
}

/** Sends an attack. */
export async function attack(url: string, { path, headers, body }: Attack, signal?: AbortSignal): Promise<Response> {
  const sent = Uint8Array.from(body)
  return await fetch(url + path, { method: 'POST', headers, body: sent, ...(signal && { signal }) })
}
