import { request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { WebhookEndpoint } from '../../storage/records/webhook-endpoints.ts'
import { type AddressRules, checkPort, findAddresses, hostOf } from './public-address.ts'

export type WebhookMessage = { readonly id: string; readonly payload: string }

export type SendWebhookOptions = AddressRules & {
  /** Epoch milliseconds. */
  readonly now: number
  readonly signal: AbortSignal
  /** For the whole exchange. */
  readonly timeoutMs?: number
  /** What the receiver may continue the trace with. */
  readonly traceparent?: string | undefined
}

const TIMEOUT_MS = 15_000

type Endpoint = Pick<WebhookEndpoint, 'url' | 'secret' | 'previousSecret'>

/**
 * Sends a message as Standard Webhooks specifies, and returns the HTTP status of the answer. Connects only to addresses that
 * were checked for this very request. Follows no redirect, and does not read the answer's body. Rejects if there is no answer.
 */
export async function sendWebhook(
  { url, ...secrets }: Endpoint,
  { id, payload }: WebhookMessage,
  options: SendWebhookOptions,
): Promise<number> {
  const target = new URL(url)
  checkPort(target, options)
  const addresses = await findAddresses(hostOf(target), options)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    'user-agent': 'Declaim-Webhooks',
    ...signMessage(secrets, { id, payload }, options.now),
    ...(options.traceparent !== undefined && { traceparent: options.traceparent }),
  }
  return await post(target, payload, { ...options, addresses, headers })
}

/** The headers that identify and sign a message: one signature for each secret that is valid at this time. */
function signMessage(
  { secret, previousSecret }: Omit<Endpoint, 'url'>,
  { id, payload }: WebhookMessage,
  now: number,
): Readonly<Record<string, string>> {
  const previous = previousSecret !== null && now < previousSecret.until ? [previousSecret.secret] : []
  const signatures = [secret, ...previous].map((one) => new Webhook(one).sign(id, new Date(now), payload))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

type PostOptions = Pick<SendWebhookOptions, 'signal' | 'timeoutMs'> & {
  readonly addresses: readonly string[]
  readonly headers: Readonly<Record<string, string | number>>
}

async function post(
  url: URL,
  payload: string,
  { addresses, headers, signal, timeoutMs = TIMEOUT_MS }: PostOptions,
): Promise<number> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const options: RequestOptions = {
    method: 'POST',
    headers,
    signal,
    // A connection of its own, to the addresses above: what the name means by now does not matter.
    agent: false,
    lookup: (_host, { all }, done) => {
      if (all === true) done(null, found)
      else done(null, found[0]!.address, found[0]!.family)
    },
  }
  return await new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
    request.once('close', () => clearTimeout(timer))
    request.once('error', reject)
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.on('error', () => {})
      response.destroy()
    })
    request.end(payload)
  })
}
