import { type EncodedEnd, FORMATS_WITH_LENGTH, type OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import { encoderOptions } from '../../audio/encoding/encoder-options.ts'
import type { PcmAudio } from '../../audio/pcm-audio.ts'
import { releaseSamples } from '../../audio/samples/release-samples.ts'
import { deferRejection } from '../../speaking/defer-rejection.ts'
import type { PlayingListener } from '../../speaking/listener.ts'
import { addKnown, measureAfterFirst } from '../../speaking/measure-speech.ts'
import { type RenderedChunk, renderSpeech, type SpokenPlan } from '../../speaking/render-speech.ts'
import { BLOCKS_AHEAD, blockSamples } from '../../speaking/spill/encoder-blocks.ts'
import type { ThreadEncoder } from '../../speaking/threads/encoder-threads.ts'
import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'
import type { RenderingResources } from '../resources.ts'

/** The very first: a few MP3 frames, so that they leave at once. */
const FIRST_BLOCK_SAMPLES = 2048

export type StreamOptions = {
  readonly output: OutputFormat
  readonly signal: AbortSignal
  /** The account that listens. Accounts share the engines fairly. */
  readonly account?: string
  /** The listener, if it was admitted before the text was planned. */
  readonly listener?: PlayingListener | undefined
}

/** A piece of a stream: some audio, and the words that end in the speech from there on. One of the two may be missing. */
export type StreamPiece = {
  readonly bytes: Uint8Array
  /** Length of the speech that went into the encoder with this piece. */
  readonly seconds: number
  /** Times count samples from the start of the speech; `word` indexes the plan's `words`. One entry a spoken word, in order. */
  readonly words: readonly WordTime[]
}

/** The encoded audio of a plan, sent while it is made; every piece has at least one byte. */
export async function* streamSpeech(
  plan: SynthesisPlan,
  resources: RenderingResources,
  options: StreamOptions,
): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of streamPieces(plan, resources, options)) if (bytes.length > 0) yield bytes
}

/**
 * The encoded audio of a plan and the times of its words, which come with the audio in which they end or before it. If the format has a header for
 * the length of the speech and the engine knows it in advance, the header declares it.
 */
export async function* streamPieces(
  plan: SpokenPlan,
  resources: RenderingResources,
  { output, ...listening }: StreamOptions,
): AsyncGenerator<StreamPiece> {
  const encoding = isOneSegment(plan) ? output : undefined
  const speech = isSilent(plan)
    ? beSilent(plan, resources)
    : renderSpeech(plan, resources, { ...listening, urgency: 'interactive', pace: 'reader', encoding })
  const blocks = cutBlocks(speech)
  const declaresLength = FORMATS_WITH_LENGTH.has(output.format)
  const lengthOfRest = deferRejection(
    declaresLength || encoding !== undefined
      ? measureAfterFirst(plan, resources, listening.listener)
      : Promise.resolve(undefined),
  )
  let encoder: ThreadEncoder | undefined
  /** Samples that are still to come; NaN if that is not known. */
  let missing = Number.NaN
  let tail: Promise<EncodedEnd> | undefined
  let isOver = false
  // Calls follow one another without waiting, so that engine, encoder and reader work at the same time.
  const encodeNext = async (): Promise<EncodedBlock> => {
    const { value: block } = await blocks.next()
    if (block === undefined) {
      if (missing !== 0) tail ??= encoder?.finish()
      return { bytes: (await tail)?.tail ?? NO_BYTES, seconds: 0, words: [], isLast: true }
    }
    const { samples, sampleRate, segmentSamples, words, encoded } = block
    const seconds = samples.length / sampleRate
    if (encoded !== undefined) return { bytes: encoded, seconds, words, isLast: true }
    const rest = await lengthOfRest
    if (isOver) throw new Error('The reader of the stream has left')
    // Not before the first sound: requests that wait for an engine need no encoder yet.
    if (encoder === undefined) {
      const length = addKnown(segmentSamples, rest)
      encoder = resources.encoders.open(
        encoderOptions(output, { sampleRate, length: (declaresLength ? length : undefined) ?? 'stream' }),
      )
      missing = length ?? Number.NaN
    }
    missing -= samples.length
    const isLast = missing === 0
    const bytes = await (isLast ? encoder.encodeLast(samples) : encoder.encode(samples))
    return { bytes, seconds, words, isLast }
  }
  const underWay = Array.from({ length: BLOCKS_AHEAD }, () => deferRejection(encodeNext()))
  try {
    for (;;) {
      const { isLast, ...piece } = await underWay.shift()!
      if (piece.bytes.length > 0 || piece.words.length > 0) yield piece
      if (isLast) return
      underWay.push(deferRejection(encodeNext()))
    }
  } finally {
    isOver = true
    await blocks.return(undefined)
    encoder?.abandon()
  }
}

/** Length of a text without words. */
const SILENCE_SECONDS = 0.2

function isSilent({ segments }: SpokenPlan): boolean {
  return 'length' in segments && segments.length === 0
}

async function* beSilent({ engine }: SpokenPlan, { engines }: RenderingResources): AsyncGenerator<RenderedChunk> {
  const { sampleRate } = engineNamed(engine, engines)
  const samples = new Float32Array(Math.round(SILENCE_SECONDS * sampleRate))
  yield { audio: { sampleRate, samples }, words: [], segmentSamples: samples.length }
}

function isOneSegment({ segments }: SpokenPlan): boolean {
  return 'length' in segments && segments.length === 1
}

/** All words of a chunk come with its first block. */
type EncoderBlock = PcmAudio & Pick<RenderedChunk, 'segmentSamples' | 'words' | 'encoded'>

async function* cutBlocks(chunks: AsyncIterable<RenderedChunk>): AsyncGenerator<EncoderBlock, undefined> {
  let length = FIRST_BLOCK_SAMPLES
  for await (const { audio, words, ...known } of chunks) {
    const { samples, sampleRate } = audio
    if (known.encoded !== undefined) {
      yield { ...known, ...audio, words }
      continue
    }
    for (let start = 0; start < samples.length; ) {
      const end = start + length
      // A copy, as a part of the chunk's memory would keep all of it.
      yield { ...known, words: start === 0 ? words : [], sampleRate, samples: samples.slice(start, end) }
      start = end
      length = blockSamples(sampleRate)
    }
    releaseSamples(samples)
  }
  return undefined
}

type EncodedBlock = StreamPiece & { readonly isLast: boolean }

/** Bytes of a stream's last piece if its tail went along with the last samples, or if nothing was said. */
const NO_BYTES = new Uint8Array()
