/** A thread that runs encoders. It answers requests to one encoder in their order. */
import { parentPort } from 'node:worker_threads'
import type { AudioEncoder } from '../audio/encoding/audio-encoder.ts'
import type { EncoderRequest, EncoderResponse } from './encoder-messages.ts'
import { loadEncoders } from './load-audio-libraries.ts'

const encoders = loadEncoders()
// Whoever opens an encoder hears of a failure to load.
encoders.catch(() => undefined)
const opened = new Map<number, Promise<AudioEncoder>>()

parentPort?.on('message', (request: EncoderRequest) => void respond(request))

async function respond(request: EncoderRequest): Promise<void> {
  try {
    const response = await serve(request)
    if (response !== undefined) post(response)
  } catch (error) {
    post({ call: request.call, kind: 'failed', error })
    await abandon(request.encoder)
  }
}

async function serve(request: EncoderRequest): Promise<EncoderResponse | undefined> {
  const { call } = request
  if (request.kind === 'open') {
    const opening = encoders.then(({ open }) => open(request.options))
    opened.set(request.encoder, opening)
    await opening
    return { call, kind: 'opened' }
  }
  if (request.kind === 'abandon') {
    await abandon(request.encoder)
    return undefined
  }
  const encoder = await opened.get(request.encoder)
  if (encoder === undefined) throw new Error('Cannot encode: the encoder is not open')
  if (request.kind === 'encode') return { call, kind: 'encoded', bytes: encoder.encode(request.samples) }
  const end = encoder.finish()
  opened.delete(request.encoder)
  return { call, kind: 'finished', end }
}

/** Frees an encoder, also one that failed half-way; one that could not be opened has nothing to free. */
async function abandon(encoder: number): Promise<void> {
  const opening = opened.get(encoder)
  opened.delete(encoder)
  const abandoned = await opening?.catch(() => undefined)
  abandoned?.abandon()
}

function post(response: EncoderResponse): void {
  parentPort?.postMessage(response, buffersOf(response))
}

/** The memory that moves with a response instead of being copied; what encoders give is the receiver's. */
function buffersOf(response: EncoderResponse): ArrayBuffer[] {
  const arrays = response.kind === 'encoded' ? [response.bytes] : []
  return arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer)
}
