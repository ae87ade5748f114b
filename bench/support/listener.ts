import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a listener met: when it was answered and heard something, in milliseconds, and how often it ran out of sound. */
export type Heard = {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly answeredMs: number
  readonly firstAudioMs: number
  readonly underruns: number
}

export type Speech = {
  readonly url: string
  readonly key: string
  readonly speakerId: number
  readonly text: string
  /** 16-bit PCM at the voice's own rate. */
  readonly bytesPerSecond: number
  /** Reads as fast as it can, though it plays no faster. */
  readonly isEager?: boolean
}

/** What a player keeps in hand. */
const AHEAD_MS = 1000
/** Before one that was refused asks again. */
const RETRY_MS = 250
/** Nothing at all comes for so long only from a service that hangs. */
const HANGS_MS = 60_000
/** A gap that nobody hears. */
const TOLERANCE_MS = 20

/** Asks for a stream, again if it is refused, and reads so many bytes of it each second until `signal` aborts. */
export async function trickle(speech: Speech, signal: AbortSignal, bytes = 1): Promise<void> {
  while (!(await beginToTrickle(speech, signal, bytes))) await sleep(RETRY_MS, undefined, { signal })
}

/** Whether it was accepted. */
async function beginToTrickle(
  { url, key, speakerId, text }: Speech,
  signal: AbortSignal,
  bytes: number,
): Promise<boolean> {
  const asked = request(`${url}/v1/tts/stream`, { method: 'POST', headers: { 'x-api-key': key }, agent: false, signal })
  asked.on('error', () => {})
  asked.end(JSON.stringify({ speaker_id: speakerId, text, audio_configs: { file_format: 'pcm' } }))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  if (response.statusCode !== 200) {
    response.resume()
    return false
  }
  const reading = setInterval(() => void response.read(bytes), 1000)
  signal.addEventListener('abort', () => clearInterval(reading), { once: true })
  return true
}

/** Asks for a stream and reads it as fast as it plays, or as fast as it comes. Throws if the connection breaks off, or nothing comes for a minute. */
export async function listen({ url, key, speakerId, text, bytesPerSecond, isEager = false }: Speech): Promise<Heard> {
  const began = performance.now()
  const asked = request(`${url}/v1/tts/stream`, { method: 'POST', headers: { 'x-api-key': key }, agent: false })
  asked.setTimeout(HANGS_MS, () => asked.destroy(new Error(`Cannot hear ${url}: nothing came for ${HANGS_MS} ms`)))
  asked.end(JSON.stringify({ speaker_id: speakerId, text, audio_configs: { file_format: 'pcm' } }))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const answeredMs = performance.now() - began
  /** When the first sound came, and when it would have played if there had been no gap. */
  let [heardAt, playsFrom, playedMs, underruns] = [Number.NaN, Number.NaN, 0, 0]
  for await (const bytes of response) {
    const now = performance.now()
    if (Number.isNaN(heardAt)) heardAt = playsFrom = now
    else if (now > playsFrom + playedMs + TOLERANCE_MS) {
      underruns++
      // A player pauses and resumes, so one late chunk does not make all later chunks late.
      playsFrom = now - playedMs
    }
    playedMs += (1000 * (bytes as Buffer).length) / bytesPerSecond
    const aheadMs = playsFrom + playedMs - now
    if (!isEager && aheadMs > AHEAD_MS) await sleep(aheadMs - AHEAD_MS)
  }
  const { statusCode: status = 0, headers } = response
  return { status, retryAfter: headers['retry-after'], answeredMs, firstAudioMs: heardAt - began, underruns }
}
