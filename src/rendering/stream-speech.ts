import type { OutputFormat } from '../audio/encoding/audio-encoder.ts'
import type { PcmAudio } from '../audio/pcm-audio.ts'
import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import type { ThreadEncoder } from './encoder-threads.ts'
import { addKnown, measureAfterFirst } from './measure-speech.ts'
import { encoderOptions } from './output-format.ts'
import { type RenderedChunk, renderSpeech } from './render-speech.ts'
import type { RenderingResources } from './resources.ts'

/** Stretches of speech that are asked for, or being encoded, while the reader takes one. */
const STRETCHES_AHEAD = 3

/** Samples that are encoded at once: some engines give a whole sentence, whose first sound should not wait for its last. */
const STRETCH = 8192
/** The very first: a few MP3 frames, so that they leave at once. */
const FIRST_STRETCH = 2048

/**
 * The encoded audio of a plan, sent while it is made; every piece has at least one byte. Where the engine can tell how long
 * the speech will be, the header does too.
 */
export async function* streamSpeech(
  plan: SynthesisPlan,
  resources: RenderingResources,
  { output, signal }: { readonly output: OutputFormat; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const stretches = cutStretches(renderSpeech(plan, resources, { signal, urgency: 'interactive' }))
  const lengthOfRest = handled(measureAfterFirst(plan, resources))
  let opening: Promise<ThreadEncoder> | undefined
  let tail: Promise<Uint8Array> | undefined
  // Calls follow one another without waiting, so that engine, encoder and reader work at the same time.
  const encodeNext = async (): Promise<EncodedStretch> => {
    const { value: stretch } = await stretches.next()
    if (stretch === undefined) {
      tail ??= opening?.then((encoder) => encoder.finish()).then((end) => end.tail)
      return { bytes: await tail, isLast: true }
    }
    const { samples, sampleRate } = stretch
    // Not before the first sound: requests that wait for an engine need no encoder yet.
    opening ??= lengthOfRest.then((rest) =>
      resources.encoders.open(
        encoderOptions(output, { sampleRate, length: addKnown(stretch.segmentSamples, rest) ?? 'stream' }),
      ),
    )
    return { bytes: await (await opening).encode(samples), isLast: false }
  }
  const underWay = Array.from({ length: STRETCHES_AHEAD }, () => handled(encodeNext()))
  try {
    for (;;) {
      const { bytes, isLast } = await underWay.shift()!
      if (bytes !== undefined && bytes.length > 0) yield bytes
      if (isLast) return
      underWay.push(handled(encodeNext()))
    }
  } finally {
    await stretches.return(undefined)
    await opening?.then((encoder) => encoder.abandon()).catch(() => {})
  }
}

type Stretch = PcmAudio & Pick<RenderedChunk, 'segmentSamples'>

async function* cutStretches(chunks: AsyncIterable<RenderedChunk>): AsyncGenerator<Stretch, undefined> {
  let length = FIRST_STRETCH
  for await (const { audio, words: _words, ...known } of chunks) {
    const { samples, sampleRate } = audio
    for (let start = 0; start < samples.length; ) {
      const end = start + length
      yield { ...known, sampleRate, samples: samples.subarray(start, end) }
      start = end
      length = STRETCH
    }
  }
  return undefined
}

/** `bytes` is undefined where nothing was said at all. */
type EncodedStretch = { readonly bytes: Uint8Array | undefined; readonly isLast: boolean }

/** The promise, whose error is met when its turn comes; until then it is not unhandled. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}
