import { Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { S3Client } from '@aws-sdk/client-s3'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { StorageStalledError } from '../storage-stalled.ts'
import { watchProgress } from './watch-progress.ts'

export type S3Times = {
  /** Without progress for so long, or up to an eighth longer, an attempt ends. */
  readonly idleMs?: number
  /** A connection, or a free one if too many are open, has to be there by then. */
  readonly connectMs?: number
}

export type S3Connection = { readonly client: S3Client; close(): void }

const IDLE_MS = 20_000
const CONNECT_MS = 5000
/** Downloads of slow callers hold one each. */
const MAX_CONNECTIONS = 256

/**
 * Creates a client of an S3 server, whose requests end with StorageStalledError if they make no progress. The client repeats requests that
 * fail at once, but not those: the sum over its attempts is then hardly more than one of these times.
 */
export function connectToS3(endpoint: string | undefined, times: S3Times = {}): S3Connection {
  const { idleMs = IDLE_MS, connectMs = CONNECT_MS } = times
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  const [httpAgent, httpsAgent] = [new HttpAgent(options), new HttpsAgent(options)]
  const requestHandler = new PromptHandler({ connectionTimeout: connectMs, httpAgent, httpsAgent })
  const stopWatching = watchProgress([httpAgent, httpsAgent], {
    idleMs,
    onStalled: (socket) => requestHandler.fail(socket, `S3 made no progress for ${idleMs / 1000} s`),
  })
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Many servers know only the checksums that S3 has always required.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Costs a round trip for each larger object, and many servers do not know it.
    expectContinueHeader: false,
    requestHandler,
  })
  return {
    client,
    close() {
      stopWatching()
      client.destroy()
    },
  }
}

/** Makes requests that got no answer in time fail with an error that the client does not repeat. */
class PromptHandler extends NodeHttpHandler {
  /** The answer that a connection last began. */
  private readonly answers = new WeakMap<Socket, IncomingMessage>()
  private isClosed = false

  override async handle(...call: Parameters<NodeHttpHandler['handle']>): ReturnType<NodeHttpHandler['handle']> {
    // The client repeats requests whose connections were closed. Nothing would end them now, and they would keep the process running.
    if (this.isClosed) throw new StorageStalledError('The connection to S3 was closed')
    try {
      const handled = await super.handle(...call)
      const answer = handled.response.body as IncomingMessage
      this.answers.set(answer.socket, answer)
      return handled
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TimeoutError' || 'code' in error) throw error
      // Without its cause, for which the client would repeat the request.
      throw new StorageStalledError('S3 accepted no connection in time')
    }
  }

  override destroy(): void {
    this.isClosed = true
    super.destroy()
  }

  /** Breaks a connection, and with it the request or the answer under way. */
  fail(socket: Socket, message: string): void {
    const error = new StorageStalledError(message)
    const answer = this.answers.get(socket)
    // Otherwise the answer would end as by a peer that resets the connection.
    if (answer?.complete === false) answer.destroy(error)
    socket.destroy(error)
  }
}
