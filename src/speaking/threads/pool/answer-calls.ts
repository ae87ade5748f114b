import { parentPort } from 'node:worker_threads'
import { CLOSE, PING, type ThreadCalls, type ThreadRequest, type ThreadResponse } from './thread-calls.ts'

export type AnswerCallsOptions = {
  /** What the owner learns with the news that the thread can be called. */
  readonly ready?: unknown
  /** Memory of an output that moves to the owner instead of being copied. */
  readonly buffersOf: (output: unknown) => readonly ArrayBuffer[]
  /** Ends what is under way and frees what the thread holds. */
  readonly close?: () => Promise<void>
}

/** Runs in a thread of a pool: answers the calls of its owner with these functions, until the owner closes the thread. */
export function answerCalls<Calls extends ThreadCalls>(
  calls: Calls,
  { ready, buffersOf, close = async () => {} }: AnswerCallsOptions,
): void {
  const port = parentPort!
  const send = (response: ThreadResponse, buffers: readonly ArrayBuffer[] = []): void =>
    port.postMessage(response, [...buffers])
  const answer = async (request: ThreadRequest): Promise<void> => {
    const { call } = request as { readonly call?: number }
    try {
      const output = 'input' in request ? await calls[request.name]!(request.input as never) : undefined
      if (call !== undefined) send({ call, output }, buffersOf(output))
    } catch (error) {
      if (call === undefined) throw error
      send({ call, error })
    }
  }
  port.on('message', (request: ThreadRequest) => {
    if (request.name === CLOSE) void close().finally(() => process.exit())
    else if (request.name === PING) send({ call: (request as { readonly call: number }).call, output: undefined })
    else void answer(request)
  })
  send({ ready })
}
