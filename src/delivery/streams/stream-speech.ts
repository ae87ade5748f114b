import { FORMATS_WITH_LENGTH, type OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { PcmAudio } from '../../audio/pcm-audio.ts'
import { releaseSamples } from '../../audio/samples/release-samples.ts'
import { deferRejection } from '../../speaking/defer-rejection.ts'
import type { PlayingListener } from '../../speaking/listener.ts'
import { addKnown, measureAfterFirst } from '../../speaking/measure-speech.ts'
import { type RenderedChunk, renderSpeech, type SpokenPlan } from '../../speaking/render-speech.ts'
import { BLOCK_SAMPLES, BLOCKS_AHEAD } from '../../speaking/spill/encoder-blocks.ts'
import type { ThreadEncoder } from '../../speaking/threads/encoder-threads.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'
import { encoderOptions } from '../files/output-format.ts'
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
  /** Of the speech that went into the encoder with this piece. */
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
  const blocks = cutBlocks(renderSpeech(plan, resources, { ...listening, urgency: 'interactive', pace: 'reader' }))
  const declaresLength = FORMATS_WITH_LENGTH.has(output.format)
  const lengthOfRest = deferRejection(
    declaresLength ? measureAfterFirst(plan, resources, listening.listener) : Promise.resolve(undefined),
  )
  let opening: Promise<ThreadEncoder> | undefined
  let tail: Promise<Uint8Array> | undefined
  // Calls follow one another without waiting, so that engine, encoder and reader work at the same time.
  const encodeNext = async (): Promise<EncodedBlock> => {
    const { value: block } = await blocks.next()
    if (block === undefined) {
      tail ??= opening?.then((encoder) => encoder.finish()).then((end) => end.tail)
      return { bytes: (await tail) ?? NO_BYTES, seconds: 0, words: [], isLast: true }
    }
    const { samples, sampleRate, segmentSamples, words } = block
    // Not before the first sound: requests that wait for an engine need no encoder yet.
    opening ??= lengthOfRest.then((rest) =>
      resources.encoders.open(
        encoderOptions(output, { sampleRate, length: addKnown(segmentSamples, rest) ?? 'stream' }),
      ),
    )
    const seconds = samples.length / sampleRate
    return { bytes: await (await opening).encode(samples), seconds, words, isLast: false }
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
    await blocks.return(undefined)
    opening?.then(
      (encoder) => encoder.abandon(),
      () => undefined,
    )
  }
}

/** All words of a chunk come with its first block. */
type EncoderBlock = PcmAudio & Pick<RenderedChunk, 'segmentSamples' | 'words'>

async function* cutBlocks(chunks: AsyncIterable<RenderedChunk>): AsyncGenerator<EncoderBlock, undefined> {
  let length = FIRST_BLOCK_SAMPLES
  for await (const { audio, words, ...known } of chunks) {
    const { samples, sampleRate } = audio
    for (let start = 0; start < samples.length; ) {
      const end = start + length
      // A copy, as a part of the chunk's memory would keep all of it.
      yield { ...known, words: start === 0 ? words : [], sampleRate, samples: samples.slice(start, end) }
      start = end
      length = BLOCK_SAMPLES
    }
    releaseSamples(samples)
  }
  return undefined
}

type EncodedBlock = StreamPiece & { readonly isLast: boolean }

/** The end of a stream in which nothing was said. */
const NO_BYTES = new Uint8Array()
