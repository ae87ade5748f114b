import type { OutputFormat } from '../audio/encoding/audio-encoder.ts'
import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import { renderSpeech } from './render-speech.ts'
import type { RenderingResources } from './resources.ts'

/** The encoded audio of a plan, sent while it is made; every piece has at least one byte. */
export async function* streamSpeech(
  plan: SynthesisPlan,
  resources: RenderingResources,
  { output, signal }: { readonly output: OutputFormat; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let encoder: Awaited<ReturnType<RenderingResources['encoders']['open']>> | undefined
  try {
    for await (const { audio } of renderSpeech(plan, resources, { signal, urgency: 'interactive' })) {
      encoder ??= await resources.encoders.open({
        format: output.format,
        inputSampleRate: audio.sampleRate,
        sampleRate: output.sampleRate ?? audio.sampleRate,
        length: 'stream',
      })
      const bytes = await encoder.encode(audio.samples)
      if (bytes.length > 0) yield bytes
    }
    if (encoder === undefined) return
    const { tail } = await encoder.finish()
    encoder = undefined
    if (tail.length > 0) yield tail
  } finally {
    encoder?.abandon()
  }
}
