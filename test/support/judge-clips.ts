import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'
import { TEST_KEY } from './test-service.ts'

/** What became of the clips that a service has accepted. */
export type Verdict = {
  readonly accepted: number
  /** Accepted, and not in the list. */
  readonly lost: number
  /** More than once in the list, or in the list and never accepted. */
  readonly doubled: number
  readonly failed: number
  /** COMPLETE with other audio or other words than its text has. */
  readonly wrong: number
}

export type SpeechBody = {
  readonly speaker_id: number
  readonly text: string
  readonly audio_configs: { readonly file_format: 'pcm' | 'mulaw' }
}

type Clip = { readonly id: string; readonly status: string; readonly url: string }

const HEADERS = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
const PAGE = 1000
const AT_ONCE = 16

/** Sends clips to a service that may fail, and judges what became of them. */
export type ClipJudge = {
  /** Sends clips to all nodes, some one by one and some in bulk. An answer that never comes is asked for again, under the same key. */
  accept(count: number): Promise<void>
  /** Waits until every clip has ended, and judges all that were accepted since the last verdict. */
  judge(): Promise<Verdict>
}

/** A service whose streams are what clips should sound like, such as one of `startTestService`. */
export type Reference = Pick<ServerProcess, 'url'>

export type ClipJudgeOptions = {
  /** Nodes that take requests, of which some may be dead. */
  readonly apis: readonly ServerProcess[]
  readonly reference: Reference
  /** Another one, if two releases speak differently and either may have planned a clip. */
  readonly otherReference?: Reference
}

export function createClipJudge({ apis, reference, otherReference }: ClipJudgeOptions): ClipJudge {
  let accepted = new Map<string, SpeechBody>()
  let sent = 0

  async function acceptSome(bodies: readonly SpeechBody[]): Promise<void> {
    const key = randomUUID()
    const isBulk = bodies.length > 1
    for (let attempt = 0; ; attempt++) {
      const api = apis[attempt % apis.length]!
      const response = await post(api, '/clips', isBulk ? bodies : bodies[0], { 'idempotency-key': key }).catch(
        () => undefined,
      )
      const answer = response?.ok === true ? await response.json().catch(() => undefined) : undefined
      if (answer === undefined) {
        if (response !== undefined && response.status < 500) throw new Error(await response.text())
        await sleep(100)
        continue
      }
      const { clip_id: one, clip_ids: ids = [one] } = answer as { clip_id: string; clip_ids?: string[] }
      for (const [index, id] of ids.entries()) accepted.set(id, bodies[index]!)
      return
    }
  }

  return {
    async accept(count) {
      const bodies = Array.from({ length: count }, () => bodyOf(sent++))
      const requests: SpeechBody[][] = []
      // Requests of 1, 10 and 50 clips.
      for (let size = 0; bodies.length > 0; size++) requests.push(bodies.splice(0, [1, 10, 50][size % 3]))
      await inTurns(requests, 4, acceptSome)
    },
    async judge() {
      const judged = accepted
      accepted = new Map()
      const api = () => apis.find(({ child }) => child.exitCode === null && child.signalCode === null)!
      while ((await list(api(), 'status=PROCESSING&limit=1')).length > 0) await sleep(100)
      const listed = await list(api(), `limit=${PAGE}`)
      const counts = Map.groupBy(listed, ({ id }) => id)
      let wrong = 0
      await inTurns([...judged], AT_ONCE, async ([id, body]) => {
        const [clip] = counts.get(id) ?? []
        if (clip?.status !== 'COMPLETE') return
        const [stored, spoken] = await Promise.all([fetch(clip.url), speak(reference, body)])
        const bytes = await stored.bytes()
        const isSpokenBy = (audio: Uint8Array): boolean => Buffer.from(bytes).equals(audio)
        if (stored.ok && bytes.length > 0 && isSpokenBy(spoken)) return
        if (otherReference !== undefined && isSpokenBy(await speak(otherReference, body))) return
        wrong += 1
        process.stderr.write(
          `Clip ${id}, "${body.text}": ${stored.status}, ${bytes.length} bytes, not ${spoken.length}\n`,
        )
      })
      const ids = [...judged.keys()]
      const unknown = listed.slice(0, judged.size).filter(({ id }) => !judged.has(id)).length
      return {
        accepted: ids.length,
        lost: ids.filter((id) => !counts.has(id)).length,
        doubled: unknown + ids.filter((id) => (counts.get(id)?.length ?? 0) > 1).length,
        failed: ids.filter((id) => counts.get(id)?.[0]?.status === 'FAILED').length,
        wrong,
      }
    },
  }
}

const WORDS = ['harbour', 'lantern', 'seventeen', 'quiet', 'meadow', 'engine', 'paper', 'violet', 'window', 'river']

/** Texts differ in their first words, so that no two sound the same. */
function bodyOf(index: number): SpeechBody {
  const name = Array.from(String(index), (digit) => WORDS[Number(digit)]).join(' ')
  const rest = ['', ' It costs $5, <tempo value="0.8">really</tempo>.', ` ${'And it goes on for a while. '.repeat(6)}`]
  const formats = ['pcm', 'pcm', 'mulaw'] as const
  return {
    speaker_id: 3,
    text: `Clip ${name}.${rest[index % rest.length]}`,
    audio_configs: { file_format: formats[index % formats.length]! },
  }
}

async function post(server: Reference, path: string, body: unknown, headers = {}): Promise<Response> {
  return await fetch(`${server.url}/v1/tts${path}`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(body),
  })
}

/** What the reference says. A busy one refuses streams that it could not speak in time, so it is asked again. */
async function speak(reference: Reference, body: SpeechBody): Promise<Uint8Array> {
  for (;;) {
    const response = await post(reference, '/stream', body)
    const bytes = await response.bytes()
    if (response.ok) return bytes
    if (response.status !== 503)
      throw new Error(`The reference answered ${response.status}: ${new TextDecoder().decode(bytes)}`)
    await sleep(100)
  }
}

async function list(server: ServerProcess, query: string): Promise<readonly Clip[]> {
  for (;;) {
    const response = await fetch(`${server.url}/v1/tts/clips?${query}`, { headers: HEADERS }).catch(() => undefined)
    if (response?.ok === true) return (await response.json()) as Clip[]
    await sleep(100)
  }
}

async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
