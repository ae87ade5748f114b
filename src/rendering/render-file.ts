import type { OutputFormat } from '../audio/encoding/audio-encoder.ts'
import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import type { WordTime } from '../timing/word-time.ts'
import type { WholeSpeech } from './encode-whole.ts'
import type { ThreadEncoder } from './encoder-threads.ts'
import { encoderOptions } from './output-format.ts'
import { type RenderOptions, renderSpeech } from './render-speech.ts'
import type { RenderingResources } from './resources.ts'

/** A finished rendering. */
export type RenderedFile = {
  /** The encoded file, in parts. */
  readonly parts: readonly Uint8Array[]
  /** The speech itself, before encoding. */
  readonly speech: WholeSpeech
  /** One entry a spoken word; `word` indexes the plan's `words`. */
  readonly words: readonly WordTime[]
}

/** Renders a plan to a finished file: its header tells the true length. */
export async function renderFile(
  plan: SynthesisPlan,
  resources: RenderingResources,
  { output, ...options }: RenderOptions & { readonly output: OutputFormat },
): Promise<RenderedFile> {
  const parts: Uint8Array[] = []
  const chunks: Float32Array[] = []
  const words: WordTime[] = []
  let sampleRate = 0
  let length = 0
  let encoder: ThreadEncoder | undefined
  try {
    for await (const chunk of renderSpeech(plan, resources, options)) {
      const { samples } = chunk.audio
      sampleRate = chunk.audio.sampleRate
      encoder ??= await resources.encoders.open(encoderOptions(output, { sampleRate, length: 'file' }))
      chunks.push(samples)
      length += samples.length
      words.push(...chunk.words)
      parts.push(await encoder.encode(samples))
    }
    if (encoder === undefined) throw new Error('Cannot render a plan without speech')
    const { tail, head } = await encoder.finish()
    encoder = undefined
    parts.push(tail)
    return {
      parts: head === undefined ? parts : replaceStart(parts, head),
      speech: { sampleRate, chunks, length },
      words,
    }
  } finally {
    encoder?.abandon()
  }
}

/** The parts with `head` in place of their first bytes. */
function replaceStart(parts: readonly Uint8Array[], head: Uint8Array): readonly Uint8Array[] {
  let rest = head.length
  const kept = parts.map((part) => {
    const cut = Math.min(rest, part.length)
    rest -= cut
    return part.subarray(cut)
  })
  return [head, ...kept]
}
