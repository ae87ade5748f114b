import { createHash } from 'node:crypto'

export type InterleaveOptions = {
  /** Of the service, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** One key for each caller. */
  readonly keys: readonly string[]
  readonly requests: number
}

export type InterleaveReport = {
  readonly requests: number
  /** Requests whose answer differs from the same request alone, with how. */
  readonly wrong: readonly string[]
}

/** What a caller asks for; each caller has texts that no other has. */
type Ask = { readonly name: string; readonly path: string; readonly body: object; readonly accept: string }

const TEXTS_PER_CALLER = 4
const WORDS = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliet']
const ENDPOINTS = [
  ['/stream', 'audio/pcm'],
  ['/stream', 'audio/mpeg'],
  ['/stream', 'audio/flac'],
  ['/word-timing', '*/*'],
  ['/explain', '*/*'],
] as const

/**
 * Several callers send requests with texts of their own, all at once and in any order. Compares every answer with the answer to the
 * same request when nobody else asked for anything.
 */
export async function interleave({ url, keys, requests }: InterleaveOptions): Promise<InterleaveReport> {
  const asks = keys.map((key, caller) => ({ key, asks: listAsks(caller) }))
  const alone = new Map<string, string>()
  for (const { key, asks: own } of asks) for (const ask of own) alone.set(ask.name, await answerTo(ask, { url, key }))
  const distinct = new Set(alone.values()).size
  const wrong: string[] = distinct === alone.size ? [] : [`${alone.size} requests have ${distinct} answers when alone`]
  let sent = 0
  await Promise.all(
    asks.flatMap(({ key, asks: own }, caller) =>
      // Two at once for each caller, so that its own requests meet too.
      [0, 1].map(async (offset) => {
        for (let turn = offset + caller; sent < requests; turn += 1 + ((turn * 7 + caller) % 3)) {
          sent += 1
          const ask = own[turn % own.length]!
          const answer = await answerTo(ask, { url, key })
          if (answer !== alone.get(ask.name)) wrong.push(`${ask.name}: ${answer}, alone ${alone.get(ask.name)}`)
        }
      }),
    ),
  )
  return { requests: sent, wrong }
}

function listAsks(caller: number): readonly Ask[] {
  return Array.from({ length: TEXTS_PER_CALLER }, (_, text) => {
    const words = Array.from(
      { length: 3 + text * 5 },
      (_, word) => WORDS[(caller * 3 + text * 7 + word * (caller + 1)) % 10],
    )
    return `Caller ${caller} says ${words.join(' ')}, text ${text}.`
  }).flatMap((text, index) =>
    ENDPOINTS.map(([path, accept]) => ({
      name: `caller ${caller}, text ${index}, ${path} ${accept}`,
      path,
      accept,
      body: { speaker_id: 3, text },
    })),
  )
}

/** Status, length and checksum of an answer's body. */
async function answerTo(
  { path, body, accept }: Ask,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<string> {
  const response = await fetch(`${url}/v1/tts${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, accept },
    body: JSON.stringify(body),
  })
  const bytes = await response.bytes()
  return `${response.status} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
}
