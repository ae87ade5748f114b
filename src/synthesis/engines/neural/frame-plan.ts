import { drawMelody } from '../melody/melody-line.ts'
import type { NaturalProsody } from './networks.ts'
import type { NeuralSettings, ReaderSettings } from './neural-settings.ts'
import { findClosings, type PhraseClosing } from './phrase-closings.ts'
import { shortenSounds } from './shorten-sounds.ts'
import { strengthenRises } from './strengthen-rises.ts'
import { NATURAL, type TimedTokens, type TokenScript } from './token-script.ts'

/** When each token sounds, in frames. */
export type TokenPlaces = {
  /** First frame of each token, followed by the number of frames. */
  readonly starts: Int32Array
  /** Exact start of each token in frames: `starts` before rounding. */
  readonly times: Float64Array
}

/** Fastest tempo at which the acoustic network speaks well. In its recordings hardly a sound is shorter. */
const FASTEST_LEARNT = 1.15

/**
 * The tempo at which the acoustic network speaks for a requested tempo. It slurs what is much faster than its recordings. That is spoken at their tempo, and
 * its frames are moved closer together.
 */
function learntTempo(tempo: number): number {
  return tempo <= FASTEST_LEARNT ? tempo : Math.max(1, 2 * FASTEST_LEARNT - tempo)
}

/** The time and delivery of each token: everything needed to render a segment. */
export type FramePlan = TokenPlaces & {
  /** `starts` in the frames of the acoustic network, which are more if the speech is faster than it has learnt. */
  readonly learntStarts: Int32Array
  readonly tokens: BigInt64Array
  /** Normalised log F0 of each token, exactly as it will be heard. */
  readonly f0: Float32Array
  /** `f0`, limited to the range that the acoustic network has learnt. It shapes the sounds, not the pitch. */
  readonly learntF0: Float32Array
  /** Factor of the acoustic network's own F0 detail in each token; `f0` already includes it. */
  readonly ownRange: Float64Array
  /** 1 for frames at the end of a phrase in which the voice's own F0 may not rise. */
  readonly closing: Uint8Array
  /** Melody added to `f0` for each frame, in the same unit. The acoustic network does not see it. */
  readonly melody: Float32Array
  /** Whether leaps of F0 are smoothed. They would be noticeable beside a planned melody. */
  readonly limitsLeaps: boolean
  readonly energy: Float32Array
  readonly gainDb: Float64Array
  /** Formant factor. */
  readonly size: number
}

type PlanOptions = {
  readonly settings: ReaderSettings
  readonly tokens: BigInt64Array
  readonly expression: number
  readonly size: number
}

/** Largest shift that the acoustic network follows, in standard deviations of log F0. Beyond it the voice leaves its own range. */
const LEARNT_SHIFT = 1

/** Applies the delivery to the networks' prosody: divides durations by the tempo, and widens and shifts the melody. */
export function planFrames(script: TokenScript, natural: NaturalProsody, options: PlanOptions): FramePlan {
  const { settings, tokens, expression, size } = options
  const length = script.tokens.length
  const f0 = new Float32Array(length)
  const learntF0 = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const shift = Math.fround(inDeviations(script.pitchSemitones[i]!, settings))
    const own = natural.f0[i]! * expression * script.ownRange[i]!
    f0[i] = own + shift
    learntF0[i] = own + Math.min(Math.max(shift, -LEARNT_SHIFT), LEARNT_SHIFT)
  }
  const closings = findClosings(script)
  // The network gives voiceless sounds a pitch near its mean. The line would turn towards it while a vowel still sounds.
  for (const { lastSung, boundary } of closings) f0.fill(f0[lastSung]!, lastSung + 1, boundary + 1)
  const { starts, times } = placeTokens(script, natural.durations)
  const learntStarts = script.tempo.some((tempo) => tempo > FASTEST_LEARNT)
    ? placeTokens({ ...script, tempo: script.tempo.map(learntTempo) }, natural.durations).starts
    : starts
  const { melodyScale = 1 } = settings
  const melody = drawMelody(starts, script.melody).map((semitones) => inDeviations(melodyScale * semitones, settings))
  const energy = strengthenRises(natural.energy, script)
  const closing = closingFrames(starts, closings)
  const { ownRange, gainDb } = script
  const limitsLeaps = script.melody.length > 0
  return {
    tokens,
    starts,
    times,
    learntStarts,
    f0,
    learntF0,
    ownRange,
    closing,
    melody,
    limitsLeaps,
    energy,
    gainDb,
    size,
  }
}

/** Marks the frames from the middle of a phrase's last vowel to the pause. */
function closingFrames(starts: Int32Array, closings: readonly PhraseClosing[]): Uint8Array {
  const closing = new Uint8Array(starts.at(-1)!)
  for (const { vowel, boundary } of closings) {
    closing.fill(1, (starts[vowel]! + starts[vowel + 1]!) >> 1, starts[boundary + 1]!)
  }
  return closing
}

function inDeviations(semitones: number, { logF0 }: NeuralSettings): number {
  return (semitones * Math.LN2) / 12 / logF0.standardDeviation
}

/**
 * Places tokens at whole frames. Rounds the running sum instead of each duration, so that errors do not add up: a sound is within
 * half a frame of its time. Every word keeps at least one frame.
 */
export function placeTokens({ frames, tempo, words }: TimedTokens, durations: Float32Array): TokenPlaces {
  const starts = new Int32Array(frames.length + 1)
  const times = new Float64Array(frames.length + 1)
  const wordEnds = new Map(words.map(({ firstToken, endToken }) => [endToken - 1, firstToken]))
  const lengths = shortenSounds({ frames, tempo, words }, durations)
  for (const [i, fixed] of frames.entries()) {
    if (fixed === NATURAL) {
      times[i + 1] = times[i]! + lengths[i]!
      const firstToken = wordEnds.get(i)
      const least = firstToken === undefined ? starts[i]! : Math.max(starts[i]!, starts[firstToken]! + 1)
      starts[i + 1] = Math.max(Math.round(times[i + 1]!), least)
    } else {
      times[i + 1] = times[i]! + fixed
      starts[i + 1] = starts[i]! + fixed
    }
  }
  return { starts, times }
}
