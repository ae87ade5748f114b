import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import { encoderOptions } from '../../audio/encoding/encoder-options.ts'
import { type RenderOptions, renderSpeech } from '../../speaking/render-speech.ts'
import type { EncodedFile } from '../../speaking/threads/encoder-messages.ts'
import type { ThreadFileEncoder } from '../../speaking/threads/encoder-threads.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'
import type { RenderingResources } from '../resources.ts'

/** A finished rendering. */
export type RenderedFiles = {
  /** One for each output, in their order. */
  readonly files: readonly EncodedFile[]
  readonly speech: {
    /** Hz, as the engine speaks. */
    readonly sampleRate: number
    /** In samples at that rate. */
    readonly length: number
  }
  /** One entry a spoken word; `word` indexes the plan's `words`. */
  readonly words: readonly WordTime[]
}

type RenderFilesOptions = RenderOptions & { readonly outputs: readonly OutputFormat[] }

/** Renders a plan once and encodes it to finished files. Their headers declare the true length. */
export async function renderFiles(
  plan: SynthesisPlan,
  { engines, encoders }: Pick<RenderingResources, 'engines' | 'encoders'>,
  { outputs, ...options }: RenderFilesOptions,
): Promise<RenderedFiles> {
  const words: WordTime[] = []
  let sampleRate = 0
  let length = 0
  let encoder: ThreadFileEncoder | undefined
  try {
    for await (const { audio, words: spoken } of renderSpeech(plan, { engines }, options)) {
      sampleRate = audio.sampleRate
      encoder ??= encoders.openFiles(outputs.map((output) => encoderOptions(output, { sampleRate, length: 'file' })))
      length += audio.samples.length
      words.push(...spoken)
      encoder.add(audio.samples)
    }
    if (encoder === undefined) throw new Error('Cannot render a plan without speech')
    return { files: await encoder.finish(), speech: { sampleRate, length }, words }
  } finally {
    encoder?.abandon()
  }
}
