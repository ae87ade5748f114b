import fc from 'fast-check'
import { type ApiDocument, type ApiOperation, listOperations } from './api-document.ts'
import { type Answer, createAnswerCheck, readJson } from './check-answer.ts'
import { type FuzzRequest, fuzzRequests } from './fuzz-requests.ts'
import { createKnownIds } from './known-ids.ts'

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
const BROKE_OFF = 599

/** Sends random requests to every operation that the service documents, and checks each answer against the document. */
export async function fuzzApi({ url, key, requests, seed, onBatch }: FuzzOptions): Promise<FuzzReport> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument
  const operations = listOperations(document)
  const check = createAnswerCheck(document)
  const arbitrary = fuzzRequests(document, operations)
  const ids = createKnownIds(operations)
  const answers = new Map(operations.map(({ name }) => [name, new Map<number, number>()]))
  const problems = new Map<string, string>()
  /** Ids of clips whose deletion has been asked for. */
  const deleted = new Set<string>()

  /** A clip that is deleted while it is being read ends the combination that reads it. */
  function combinesDeleted({ name }: ApiOperation, body: string): boolean {
    return name === 'POST /clips/combine' && [...deleted].some((id) => body.includes(id))
  }

  async function send(request: FuzzRequest): Promise<void> {
    const { operation, headers } = request
    const path = ids.fillIn(request.isKnown ? ids.locate(operation, request.path) : request.path)
    const body = request.body === undefined ? undefined : ids.fillIn(request.body)
    if (operation.name === 'DELETE /clips/{clip_id}') deleted.add(path.split('/').at(-1)!)
    const own = request.key === 'none' ? {} : operation.headersOf(request.key === 'valid' ? key : 'wrong')
    const answer = await ask(`${url}${operation.base}${path}`, {
      method: operation.method,
      headers: { ...headers, ...own },
      ...(body !== undefined && { body }),
    })
    const counts = answers.get(operation.name)!
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    if (answer.status === BROKE_OFF && combinesDeleted(operation, body ?? '')) return
    if (answer.status === 200 && isJson(answer)) ids.remember({ operation, path }, readJson(answer.bytes)[0])
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

/** An answer; with status BROKE_OFF if it was cut off. */
async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init)
    const { status, headers } = response
    return { status, headers, bytes: isEndless(headers) ? await leave(response) : await response.bytes() }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: BROKE_OFF, headers: new Headers(), bytes: Buffer.from(`broke off: ${message} (${String(cause)})`) }
  }
}

function isJson({ headers }: Answer): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

/** Server-sent events go on until the caller leaves. */
function isEndless(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** Leaves an endless answer: what it would have sent depends on others. */
async function leave({ body }: Response): Promise<Uint8Array> {
  await body?.cancel()
  return Buffer.from('(endless)')
}
