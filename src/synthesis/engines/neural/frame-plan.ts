import { drawMelody } from '../melody/melody-line.ts'
import type { NaturalProsody } from './networks.ts'
import type { NeuralSettings } from './neural-settings.ts'
import { findClosings, type PhraseClosing } from './phrase-closings.ts'
import { strengthenRises } from './strengthen-rises.ts'
import { NATURAL, type TokenScript } from './token-script.ts'

/** When each token sounds. */
export type TokenPlaces = {
  /** First frame of each token, and last the number of frames. */
  readonly starts: Int32Array
  /** When each token is due, in frames: `starts` before they were rounded. */
  readonly times: Float64Array
}

/** When each token sounds and how: all that is needed to render a segment. */
export type FramePlan = TokenPlaces & {
  readonly tokens: BigInt64Array
  /** Normalised log F0 of each token, exactly as it is to be heard. */
  readonly f0: Float32Array
  /** The same as far as the acoustic network has learnt it: it shapes the sounds, not the pitch. */
  readonly learntF0: Float32Array
  /** Factor of the acoustic network's own F0 detail in each token; `f0` has it already. */
  readonly ownRange: Float64Array
  /** 1 for the frames at the end of a phrase in which the voice's own F0 may not rise. */
  readonly closing: Uint8Array
  /** On top of `f0`, of each frame: in the same unit, and unknown to the acoustic network. */
  readonly melody: Float32Array
  /** Whether leaps of F0 are smoothed: beside a planned melody they would be noticed. */
  readonly limitsLeaps: boolean
  readonly energy: Float32Array
  readonly gainDb: Float64Array
  /** Formant factor. */
  readonly size: number
}

type PlanOptions = {
  readonly settings: NeuralSettings
  readonly tokens: BigInt64Array
  readonly expression: number
  readonly size: number
}

/** Standard deviations of log F0 that a shift may leave the voice's own range before the acoustic network follows no more. */
const LEARNT_SHIFT = 1

/** The networks' prosody with the delivery applied: durations divided by the tempo, the melody widened and shifted. */
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
  // Voiceless sounds have a pitch too for the network, near its mean: the line would turn there while a vowel still sounds.
  for (const { lastSung, boundary } of closings) f0.fill(f0[lastSung]!, lastSung + 1, boundary + 1)
  const { starts, times } = placeTokens(script, natural.durations)
  const melody = drawMelody(starts, script.melody).map((semitones) => inDeviations(semitones, settings))
  const energy = strengthenRises(natural.energy, script)
  const closing = closingFrames(starts, closings)
  const { ownRange, gainDb } = script
  const limitsLeaps = script.melody.length > 0
  return { tokens, starts, times, f0, learntF0, ownRange, closing, melody, limitsLeaps, energy, gainDb, size }
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
 * Rounds the sum and not each duration, so that errors do not add up: a sound is within half a frame of its time. Every word keeps
 * at least one frame.
 */
export function placeTokens({ frames, tempo, words }: TokenScript, durations: Float32Array): TokenPlaces {
  const starts = new Int32Array(frames.length + 1)
  const times = new Float64Array(frames.length + 1)
  const wordEnds = new Map(words.map(({ firstToken, endToken }) => [endToken - 1, firstToken]))
  for (const [i, fixed] of frames.entries()) {
    if (fixed === NATURAL) {
      times[i + 1] = times[i]! + durations[i]! / tempo[i]!
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
