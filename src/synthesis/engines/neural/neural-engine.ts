import type { PcmAudio } from '../../../audio/pcm-audio.ts'
import { releaseSamples } from '../../../audio/samples/release-samples.ts'
import type { WordTime } from '../../../timing/word-time.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../speech-engine.ts'
import type { ProsodyDimension, Segment } from '../../synthesis-plan.ts'
import type { VoicePackage } from '../../voice-packages/voice-package.ts'
import { checkVoice } from '../check-voice.ts'
import { ONNX_RUNTIME_VERSION } from '../onnx/onnx-runtime-version.ts'
import { isBoundary } from './boundary-tokens.ts'
import { chunkFrames, framesByPace } from './chunk-frames.ts'
import { fadeIn, fadeOut, fitPauses } from './fit-pauses.ts'
import { placeTokens, planFrames } from './frame-plan.ts'
import { FrameRenderer } from './frame-renderer.ts'
import { openNetworks } from './networks.ts'
import type { NeuralSettings } from './neural-settings.ts'
import { createNeuralVoice, type NeuralVoice } from './neural-voice.ts'
import { planTimeline, type SpeechTimeline, timelineLength } from './speech-timeline.ts'
import { scriptSegment } from './token-script.ts'

/** Must change whenever this code gives different samples for the same package. */
const REVISION = 11
const RENDERED: ReadonlySet<ProsodyDimension> = new Set(['tempo', 'lengthening', 'pitchSemitones', 'gainDb', 'melody'])
/** How much of a pause may still sound at its edges, and the length of the fades at the segment's start and end. */
const PAUSE_FADE_SECONDS = 0.004
const EDGE_FADE_SECONDS = 0.002

/**
 * Creates an engine, named after its package, that speaks its voices with neural networks on the CPU. It renders all prosody
 * itself, applies `expression` and `size`, and gives the same samples for the same segment. `size` also moves the pitch, as in a
 * larger or smaller person. Throws if the package does not fit its networks.
 */
export async function createNeuralEngine(voicePackage: VoicePackage<NeuralSettings>): Promise<SpeechEngine> {
  const { settings } = voicePackage
  const networks = await openNetworks(voicePackage, settings)
  const { name, version, sampleRate, checksum } = voicePackage
  const byName = createVoices({ name, settings, sampleRate, networks })
  const voices = [...byName.keys()]
  const findVoice = (wanted: string): NeuralVoice => {
    checkVoice(wanted, { name, voices })
    return byName.get(wanted)!
  }
  return {
    name,
    version: `${version}-${REVISION}-${ONNX_RUNTIME_VERSION}-${checksum.slice(0, 12)}`,
    sampleRate,
    timing: 'exact',
    voices,
    renders: (wanted) => {
      findVoice(wanted)
      return RENDERED
    },
    speak: (segment, options) => speak(segment, findVoice(segment.voice.name), options),
    measure: async (segment) => await measureSpeech(segment, findVoice(segment.voice.name)),
    close: () => networks.close(),
  }
}

type VoiceOptions = Pick<NeuralVoice, 'settings' | 'sampleRate' | 'networks'> & { readonly name: string }

/** The voices of a package by name: one for each reader, or one with the name of the package. They share everything but the reader. */
function createVoices({ name, settings, sampleRate, networks }: VoiceOptions): ReadonlyMap<string, NeuralVoice> {
  const first = createNeuralVoice({ settings, sampleRate, networks })
  if (settings.readers === undefined) return new Map([[name, first]])
  return new Map(
    settings.readers.map(({ name: own, logF0, presenceDb = settings.presenceDb, octavesDb }, reader) => [
      own,
      {
        ...first,
        settings: {
          ...settings,
          logF0,
          melodyScale: logF0.standardDeviation / settings.logF0.standardDeviation,
          ...(presenceDb !== undefined && { presenceDb }),
          ...(octavesDb !== undefined && { octavesDb }),
        },
        networks: networks.imitate(reader),
      },
    ]),
  )
}

async function* speak(
  segment: Segment,
  voice: NeuralVoice,
  { signal, pace = 'reader', chunkSeconds }: SpeakOptions,
): AsyncGenerator<SpeechChunk> {
  signal.throwIfAborted()
  const { settings, sampleRate } = voice
  const { frameSamples } = settings
  const { plan, timeline } = await planSpeech(segment, voice)
  signal.throwIfAborted()
  const renderer = new FrameRenderer(plan, voice)
  const wantedFrames =
    chunkSeconds === undefined ? framesByPace(pace) : () => Math.round((chunkSeconds() * sampleRate) / frameSamples)
  const edge = Math.round(EDGE_FADE_SECONDS * sampleRate)
  try {
    for (const { from, to } of chunkFrames(timeline, wantedFrames)) {
      const rendered = await renderer.render(from, to)
      signal.throwIfAborted()
      const pauses = timeline.pauses.filter(({ fromFrame, endFrame }) => from <= fromFrame && endFrame <= to)
      const samples = fitPauses(rendered, {
        from: from * frameSamples,
        pauses,
        fade: Math.round(PAUSE_FADE_SECONDS * sampleRate),
      })
      releaseSamples(rendered)
      if (from === timeline.firstFrame) fadeIn(samples, edge)
      if (to === timeline.endFrame) fadeOut(samples, edge)
      const audio: PcmAudio = { sampleRate, samples }
      const isFirst = from === timeline.firstFrame
      yield {
        audio,
        words: wordsEndingIn(timeline, from, to),
        ...(isFirst && { segmentSamples: timelineLength(timeline, frameSamples) }),
      }
    }
  } finally {
    renderer.release()
  }
}

/** Plans the frames of a segment, and when its words and pauses are heard. */
async function planSpeech(segment: Segment, voice: NeuralVoice) {
  const { settings, networks } = voice
  const { script, tokens, boundaries } = readScript(segment, voice)
  const natural = await networks.predictProsody(tokens, boundaries)
  const { expression, size } = segment.voice
  const plan = planFrames(script, natural, { settings, tokens, expression, size })
  return { plan, timeline: planTimeline(script, plan, settings.frameSamples) }
}

/** Number of samples that `speak` will yield. */
async function measureSpeech(segment: Segment, voice: NeuralVoice): Promise<number> {
  const { networks, settings } = voice
  const { script, tokens, boundaries } = readScript(segment, voice)
  const places = placeTokens(script, await networks.predictDurations(tokens, boundaries))
  return timelineLength(planTimeline(script, places, settings.frameSamples), settings.frameSamples)
}

/** The token script of a segment, and the input of the prosody network. */
function readScript(segment: Segment, voice: NeuralVoice) {
  const script = scriptSegment(segment, voice)
  const tokens = numberTokens(script.tokens, voice.settings)
  return { script, tokens, boundaries: Float32Array.from(script.tokens, (token) => (isBoundary(token) ? 1 : 0)) }
}

function numberTokens(tokens: readonly string[], settings: NeuralSettings): BigInt64Array {
  return BigInt64Array.from(tokens, (token) => {
    const number = settings.tokens.indexOf(token)
    if (number < 0) throw new Error(`Cannot speak phoneme "${token}": the voice does not know it`)
    return BigInt(number)
  })
}

function wordsEndingIn({ words }: SpeechTimeline, from: number, to: number): readonly WordTime[] {
  return words.flatMap(({ endFrame, ...time }, word) => (from < endFrame && endFrame <= to ? [{ word, ...time }] : []))
}
