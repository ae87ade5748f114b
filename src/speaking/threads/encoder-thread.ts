/** A thread that runs encoders. It carries out the requests to one encoder in their order. */
import { parentPort } from 'node:worker_threads'
import type { AudioEncoder } from '../../audio/encoding/audio-encoder.ts'
import { deferRejection } from '../defer-rejection.ts'
import type { EncoderRequest, EncoderResponse } from './encoder-messages.ts'
import { FileEncoder } from './file-encoder.ts'
import { loadEncoders } from './load-audio-libraries.ts'

type Opened = AudioEncoder | FileEncoder

/** The first call to an encoder reports a failure to load. */
const libraries = deferRejection(loadEncoders())
/** By number, until they are finished or abandoned. One that failed stays as its error. */
const opened = new Map<number, Promise<Opened>>()

parentPort?.on('message', (request: EncoderRequest) => void respond(request))

async function respond(request: EncoderRequest): Promise<void> {
  try {
    const response = await serve(request)
    if (response !== undefined) post(response)
  } catch (error) {
    if ('call' in request) post({ call: request.call, kind: 'failed', error })
    await fail(request.encoder, error)
  }
}

async function serve(request: EncoderRequest): Promise<EncoderResponse | undefined> {
  const { encoder, kind } = request
  if (kind === 'open' || kind === 'openFiles') {
    const opening = libraries.then(
      (encoders): Promise<Opened> =>
        kind === 'open' ? encoders.open(request.options) : FileEncoder.open(encoders, request.outputs),
    )
    opened.set(encoder, opening)
    await opening
  } else if (kind === 'abandon') await abandon(encoder)
  else if (kind === 'add') (await findFiles(encoder)).add(request.samples)
  else if (kind === 'encode') {
    return { call: request.call, kind: 'encoded', bytes: (await findStream(encoder)).encode(request.samples) }
  } else if (kind === 'finish') {
    const end = (await findStream(encoder)).finish()
    opened.delete(encoder)
    return { call: request.call, kind: 'finished', end }
  } else {
    const files = (await findFiles(encoder)).finish()
    opened.delete(encoder)
    return { call: request.call, kind: 'files', files }
  }
  return undefined
}

async function findStream(number: number): Promise<AudioEncoder> {
  const encoder = await opened.get(number)
  if (encoder === undefined || encoder instanceof FileEncoder) throw notOpen()
  return encoder
}

async function findFiles(number: number): Promise<FileEncoder> {
  const encoder = await opened.get(number)
  if (!(encoder instanceof FileEncoder)) throw notOpen()
  return encoder
}

function notOpen(): Error {
  return new Error('Cannot encode: the encoder is not open')
}

/** Frees an encoder that failed half-way. Its error stays for the next call, as this request may have no answer. */
async function fail(number: number, error: unknown): Promise<void> {
  const broken = opened.get(number)
  if (broken === undefined) return
  opened.set(number, deferRejection(Promise.reject<never>(error)))
  await free(broken)
}

async function abandon(number: number): Promise<void> {
  const encoder = opened.get(number)
  opened.delete(number)
  await free(encoder)
}

/** One that could not be opened has nothing to free. */
async function free(encoder: Promise<Opened> | undefined): Promise<void> {
  const abandoned = await encoder?.catch(() => undefined)
  abandoned?.abandon()
}

function post(response: EncoderResponse): void {
  parentPort?.postMessage(response, buffersOf(response))
}

/** The memory that moves with a response instead of being copied; what encoders give is the receiver's. */
function buffersOf(response: EncoderResponse): ArrayBuffer[] {
  const arrays = response.kind === 'encoded' ? [response.bytes] : response.kind === 'files' ? response.files.flat() : []
  const buffers = new Set(arrays.map(({ buffer }) => buffer))
  return [...buffers].filter((buffer) => buffer instanceof ArrayBuffer)
}
