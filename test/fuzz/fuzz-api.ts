import fc from 'fast-check'
import { type ApiDocument, listOperations } from './api-document.ts'
import { createAnswerCheck } from './check-answer.ts'
import { type FuzzRequest, fuzzRequests, ID_KINDS, type IdKind, placeholderOf } from './fuzz-requests.ts'

export type FuzzOptions = {
  /** Of the service, such as `http://127.0.0.1:8787`. */
  readonly url: string
  readonly key: string
  readonly requests: number
  readonly seed: number
  /** Is called after each batch with the number of requests that have been sent. */
  readonly onBatch?: (sent: number) => Promise<void>
}

export type FuzzReport = {
  /** Answers by operation and status. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** One line each; a request of the same operation with the same problem is reported once. */
  readonly problems: readonly string[]
}

const BATCH = 500
const CONCURRENCY = 8
/** Ids that are remembered of a kind: recent ones, so that some of them were deleted meanwhile. */
const REMEMBERED = 20
const API_PREFIX = '/v1/tts'

/** Sends random requests to every operation that the service documents, and checks each answer against the document. */
export async function fuzzApi({ url, key, requests, seed, onBatch }: FuzzOptions): Promise<FuzzReport> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument
  const operations = listOperations(document)
  const check = createAnswerCheck(document)
  const arbitrary = fuzzRequests(document, operations)
  const ids = new Map<IdKind, string[]>(ID_KINDS.map((kind) => [kind, []]))
  const answers = new Map(operations.map(({ name }) => [name, new Map<number, number>()]))
  const problems = new Map<string, string>()
  let turn = 0

  function fillIn(text: string): string {
    return ID_KINDS.reduce((filled, kind) => {
      const known = ids.get(kind)!
      const id = known[turn++ % known.length] ?? 'none'
      return filled.replaceAll(placeholderOf(kind), id).replaceAll(encodeURIComponent(placeholderOf(kind)), id)
    }, text)
  }

  async function send(request: FuzzRequest): Promise<void> {
    const { operation, headers } = request
    const path = fillIn(request.path)
    const body = request.body === undefined ? undefined : fillIn(request.body)
    const own = request.key === 'none' ? {} : { 'x-api-key': request.key === 'valid' ? key : 'wrong' }
    const response = await fetch(`${url}${API_PREFIX}${path}`, {
      method: operation.method,
      headers: { ...headers, ...own },
      ...(body !== undefined && { body }),
    })
    const answer = { status: response.status, headers: response.headers, bytes: await response.bytes() }
    const counts = answers.get(operation.name)!
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    if (answer.status === 200) remember(Buffer.from(answer.bytes).toString('latin1'), ids)
    for (const problem of check(operation, answer)) {
      const kind = `${operation.name}: ${problem.slice(0, 80).replaceAll(/[\d"].*/g, '')} ${answer.status}`
      if (!problems.has(kind))
        problems.set(kind, `${operation.name} ${path} ${JSON.stringify(headers)} ${body}\n    ${problem}`)
    }
  }

  for (let sent = 0; sent < requests; sent += BATCH) {
    const batch = fc.sample(arbitrary, { seed: seed * 1_000_003 + sent, numRuns: Math.min(BATCH, requests - sent) })
    const work = batch.values()
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const request of work) await send(request)
      }),
    )
    await onBatch?.(sent + batch.length)
  }
  return { answers, problems: [...problems.values()] }
}

/** Notes the ids of things that an answer names. */
function remember(answer: string, ids: ReadonlyMap<IdKind, string[]>): void {
  for (const kind of ID_KINDS) {
    const found = new RegExp(`"${kind}s?":\\[?"([0-9a-f-]{36})"`).exec(answer)?.[1]
    const known = ids.get(kind)!
    if (found === undefined || known.includes(found)) continue
    known.push(found)
    if (known.length > REMEMBERED) known.shift()
  }
}
