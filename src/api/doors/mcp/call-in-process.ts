import { Readable } from 'node:stream'
import type { App } from '../../app.ts'

/** The origin of the calls, and what ends them. */
export type CallOrigin = {
  /** The address that the calls come from, for keys that only some addresses may use. */
  readonly address: string
  /** Ends all calls. */
  readonly signal: AbortSignal
}

/**
 * A `fetch` that calls the routes of `app` without a connection. Every call passes the same checks as one from outside: key,
 * scopes, rate limits, quota and moderation.
 */
export function createInProcessFetch(app: App, { address, signal: ended }: CallOrigin): typeof fetch {
  return async (target, { method = 'GET', headers, body, signal } = {}) => {
    const asked = new URL(target instanceof Request ? target.url : target)
    const signals = [ended, signal].filter((one) => one !== undefined && one !== null)
    const answer = await app.inject({
      method: method as 'GET',
      url: `${asked.pathname}${asked.search}`,
      headers: Object.fromEntries(new Headers(headers)),
      remoteAddress: address,
      payloadAsStream: true,
      signal: AbortSignal.any(signals),
      ...(typeof body === 'string' && { payload: body }),
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const content = Readable.toWeb(answer.stream()) as ReadableStream<Uint8Array>
    return new Response(content, { status: answer.statusCode, headers: fields })
  }
}
