import { isBoundary } from '../../src/synthesis/engines/neural/boundary-tokens.ts'
import type { FrameRange } from '../../src/synthesis/engines/neural/chunk-frames.ts'
import { planFrames } from '../../src/synthesis/engines/neural/frame-plan.ts'
import { FrameRenderer } from '../../src/synthesis/engines/neural/frame-renderer.ts'
import type { Networks } from '../../src/synthesis/engines/neural/networks.ts'
import type { NeuralVoice } from '../../src/synthesis/engines/neural/neural-voice.ts'
import { planTimeline, type SpeechTimeline } from '../../src/synthesis/engines/neural/speech-timeline.ts'
import { scriptSegment } from '../../src/synthesis/engines/neural/token-script.ts'
import type { Segment } from '../../src/synthesis/synthesis-plan.ts'

/** A segment as the networks give it: pauses are not yet exact and peaks not limited. */
export type WatchedRendering = {
  readonly chunks: readonly Float32Array[]
  readonly totalMs: number
  /** Milliseconds in each network, and in everything else. */
  readonly parts: Readonly<Record<string, number>>
}

export type WatchOptions = {
  /** The chunks that are rendered one after another. */
  readonly cut: (timeline: SpeechTimeline) => readonly FrameRange[]
  /** Milliseconds on the clock that is watched. */
  readonly now: () => number
}

/** Renders a segment on the calling thread as the neural engine does, and watches the parts. */
export async function watchRendering(
  segment: Segment,
  opened: NeuralVoice,
  { cut, now }: WatchOptions,
): Promise<WatchedRendering> {
  const spent: Record<string, number> = {}
  const { settings } = opened
  const voice = { ...opened, networks: watchNetworks(opened.networks, spent, now) }
  const start = now()
  const script = scriptSegment(segment, voice)
  const tokens = BigInt64Array.from(script.tokens, (token) => BigInt(settings.tokens.indexOf(token)))
  const boundaries = Float32Array.from(script.tokens, (token) => (isBoundary(token) ? 1 : 0))
  const natural = await voice.networks.predictProsody(tokens, boundaries)
  const { expression, size } = segment.voice
  const plan = planFrames(script, natural, { settings, tokens, expression, size })
  const renderer = new FrameRenderer(plan, voice)
  const chunks: Float32Array[] = []
  for (const { from, to } of cut(planTimeline(script, plan, settings.frameSamples))) {
    chunks.push(await renderer.render(from, to))
  }
  const totalMs = now() - start
  const inNetworks = Object.values(spent).reduce((sum, ms) => sum + ms, 0)
  return { chunks, totalMs, parts: { ...spent, 'everything else': totalMs - inNetworks } }
}

/** The networks, adding up the time spent in each. */
function watchNetworks(networks: Networks, spent: Record<string, number>, now: () => number): Networks {
  const clock = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = now()
    const result = await work()
    spent[name] = (spent[name] ?? 0) + now() - start
    return result
  }
  return {
    ...networks,
    predictProsody: (...args) => clock('prosody network', () => networks.predictProsody(...args)),
    predictAcoustics: (...args) => clock('acoustic network', () => networks.predictAcoustics(...args)),
    vocode: (...args) => clock('vocoder network', () => networks.vocode(...args)),
  }
}
