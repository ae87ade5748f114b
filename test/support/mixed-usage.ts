import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const KEY = 'key-of-mixed-usage-that-nobody-guesses'
const HEADERS = { 'x-api-key': KEY, 'content-type': 'application/json' }

/** Characters of requests at one endpoint: answered completely, and broken off by the end of a process. */
export type MixedSum = { complete: number; broken: number }

export type MixedUsage = {
  readonly sent: Readonly<Record<'stream' | 'word-timing', MixedSum>>
  /** Characters of the clips that exist and did not fail. */
  readonly clips: number
  /** Characters by endpoint, as GET /usage reports them. */
  readonly charged: Readonly<Record<string, number>>
  /** Characters of the month, as GET /usage reports them. */
  readonly month: number
  readonly refused: number
}

type Options = {
  readonly requests: number
  readonly kills: number
  readonly settings: Readonly<Record<string, string>>
  /** How long the month may go on counting what killed processes held. */
  readonly patienceMs?: number
}

const CALLERS = 16

/** Sends streams, word timings, clips and texts that are refused, while the service is killed and started again. */
export async function runMixedUsage({ requests, kills, settings, patienceMs = 0 }: Options): Promise<MixedUsage> {
  const start = () => startServerProcess({ ...settings, DECLAIM_BOOTSTRAP_KEY: KEY, LOG_LEVEL: 'silent' })
  let server: Promise<ServerProcess> = start()
  const sent = { stream: { complete: 0, broken: 0 }, 'word-timing': { complete: 0, broken: 0 } }
  let [next, killed, refused] = [0, 0, 0]

  async function killOnce(): Promise<void> {
    const current = await server
    server = current.kill().then(start)
    await server
  }

  /** The status of a complete answer; `broken` if the connection ended before. Asks again if a busy machine refuses a stream. */
  async function send(path: string, body: object): Promise<number | 'broken'> {
    for (;;) {
      const { url } = await server
      try {
        const answer = await fetch(`${url}/v1/tts${path}`, {
          method: 'POST',
          headers: HEADERS,
          body: JSON.stringify(body),
        })
        await answer.arrayBuffer()
        if (answer.status !== 503) return answer.status
        await sleep(250)
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as { code?: string }
        if (code !== 'ECONNREFUSED') return 'broken'
        await sleep(20)
      }
    }
  }

  async function request(i: number): Promise<void> {
    const text = 'a'.repeat(5 + (i % 40))
    const one = { speaker_id: 3, text }
    if (i % 5 === 0) await send('/clips', one)
    else if (i % 5 === 1) await send('/clips', [one, { speaker_id: 4, text: 'bb' }])
    else if (i % 5 === 2) {
      if ((await send('/stream', { ...one, text: '<tempo>' })) === 400) refused++
    } else {
      const endpoint = i % 5 === 3 ? 'stream' : 'word-timing'
      const status = await send(`/${endpoint}`, one)
      if (status !== 200 && status !== 'broken') throw new Error(`/${endpoint} answered ${status}`)
      sent[endpoint][status === 200 ? 'complete' : 'broken'] += text.length
    }
  }

  async function caller(): Promise<void> {
    while (next < requests) {
      const i = next++
      if (killed < kills && i >= ((killed + 1) * requests) / (kills + 1)) {
        killed++
        await killOnce()
      }
      await request(i)
    }
  }

  try {
    await Promise.all(Array.from({ length: CALLERS }, caller))
    const { url } = await server
    return { sent, refused, ...(await readCharges(url, patienceMs)) }
  } finally {
    await (await server).stop()
  }
}

async function readCharges(url: string, patienceMs: number): Promise<Pick<MixedUsage, 'clips' | 'charged' | 'month'>> {
  const get = async <Body>(path: string) =>
    (await (await fetch(`${url}/v1/tts${path}`, { headers: HEADERS })).json()) as Body
  type Clip = { readonly id: string; readonly status: string; readonly characters: number }
  while ((await get<readonly Clip[]>('/clips?status=PROCESSING&limit=1')).length > 0) await sleep(100)
  let clips = 0
  for (let before = ''; ; ) {
    const page = await get<readonly Clip[]>(`/clips?limit=1000${before}`)
    for (const { status, characters } of page) clips += status === 'FAILED' ? 0 : characters
    if (page.length < 1000) break
    before = `&before=${page.at(-1)!.id}`
  }
  type Usage = { characters: number; usage: readonly { endpoint: string; characters: number }[] }
  for (const deadline = performance.now() + patienceMs; ; await sleep(500)) {
    const { characters: month, usage } = await get<Usage>('/usage?group_by=endpoint')
    const charged = Object.fromEntries(usage.map((sum) => [sum.endpoint, sum.characters]))
    const sum = usage.reduce((total, { characters }) => total + characters, 0)
    if (sum === month || performance.now() >= deadline) return { clips, month, charged }
  }
}
