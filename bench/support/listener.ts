import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a listener met: when it heard something, and how often it ran out of sound. */
export type Heard = { readonly status: number; readonly firstAudioMs: number; readonly underruns: number }

export type Speech = {
  readonly url: string
  readonly key: string
  readonly speakerId: number
  readonly text: string
  /** 16-bit PCM at the voice's own rate. */
  readonly bytesPerSecond: number
}

/** What a player keeps in hand. */
const AHEAD_MS = 1000
/** A gap that nobody hears. */
const TOLERANCE_MS = 20

/** Asks for a stream and reads it as fast as it plays. */
export async function listen({ url, key, speakerId, text, bytesPerSecond }: Speech): Promise<Heard> {
  const began = performance.now()
  const asked = request(`${url}/v1/tts/stream`, { method: 'POST', headers: { 'x-api-key': key }, agent: false })
  asked.end(JSON.stringify({ speaker_id: speakerId, text, audio_configs: { file_format: 'pcm' } }))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
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
    if (aheadMs > AHEAD_MS) await sleep(aheadMs - AHEAD_MS)
  }
  return { status: response.statusCode ?? 0, firstAudioMs: heardAt - began, underruns }
}
