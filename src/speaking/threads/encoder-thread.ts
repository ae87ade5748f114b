/** A thread that runs encoders. */
import type { AudioEncoder } from '../../audio/encoding/audio-encoder.ts'
import { concatBytes } from '../../audio/encoding/concat-bytes.ts'
import { releaseSamples } from '../../audio/samples/release-samples.ts'
import { deferRejection } from '../defer-rejection.ts'
import type { EncoderCalls, EncoderNumber } from './encoder-messages.ts'
import { FileEncoder } from './file-encoder.ts'
import { loadEncoders } from './load-audio-libraries.ts'
import { answerCalls } from './pool/answer-calls.ts'

type Opened = AudioEncoder | FileEncoder

/** The first call to an encoder reports a failure to load. */
const libraries = deferRejection(loadEncoders())
/** By number, until they are finished or abandoned. One that failed stays as its error. */
const opened = new Map<number, Promise<Opened>>()

answerCalls<EncoderCalls>(
  {
    open: ({ encoder, options }) => open(encoder, async () => await (await libraries).open(options)),
    openFiles: ({ encoder, outputs }) => open(encoder, async () => await FileEncoder.open(await libraries, outputs)),
    encode: ({ encoder, samples }) =>
      reporting(encoder, async () => {
        const bytes = (await findStream(encoder)).encode(samples)
        releaseSamples(samples)
        return bytes
      }),
    encodeLast: ({ encoder, samples }) =>
      reporting(encoder, async () => {
        const stream = await findStream(encoder)
        const bytes = stream.encode(samples)
        releaseSamples(samples)
        const { tail } = stream.finish()
        opened.delete(encoder)
        return concatBytes([bytes, tail])
      }),
    finish: ({ encoder }) =>
      reporting(encoder, async () => {
        const end = (await findStream(encoder)).finish()
        opened.delete(encoder)
        return end
      }),
    add: ({ encoder, samples }) =>
      quietly(encoder, async () => {
        const files = await findFiles(encoder)
        files.add(samples)
        releaseSamples(samples)
      }),
    finishFiles: ({ encoder }) =>
      reporting(encoder, async () => {
        const files = (await findFiles(encoder)).finish()
        opened.delete(encoder)
        return files
      }),
    abandon,
  },
  { buffersOf },
)

async function open(encoder: number, start: () => Promise<Opened>): Promise<void> {
  const opening = start()
  opened.set(encoder, opening)
  await quietly(encoder, () => opening)
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

/** Frees an encoder that fails half-way. */
async function reporting<Result>(encoder: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await fail(encoder, error)
    throw error
  }
}

/** The same for a call that is not answered. */
async function quietly(encoder: number, work: () => Promise<unknown>): Promise<void> {
  await reporting(encoder, work).catch(() => {})
}

/** The error stays for the next call to the encoder. */
async function fail(number: number, error: unknown): Promise<void> {
  const broken = opened.get(number)
  if (broken === undefined) return
  opened.set(number, deferRejection(Promise.reject<never>(error)))
  await free(broken)
}

async function abandon({ encoder: number }: EncoderNumber): Promise<void> {
  const encoder = opened.get(number)
  opened.delete(number)
  await free(encoder)
}

/** One that could not be opened has nothing to free. */
async function free(encoder: Promise<Opened> | undefined): Promise<void> {
  const abandoned = await encoder?.catch(() => undefined)
  abandoned?.abandon()
}

/** What encoders give is the receiver's: bytes, or the parts of files. */
function buffersOf(output: unknown): readonly ArrayBuffer[] {
  const arrays =
    output instanceof Uint8Array ? [output] : Array.isArray(output) ? (output as Uint8Array[][]).flat() : []
  const buffers = new Set(arrays.map(({ buffer }) => buffer))
  return [...buffers].filter((buffer) => buffer instanceof ArrayBuffer)
}
