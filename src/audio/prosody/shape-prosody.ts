import { decibelsToFactor } from '../decibels.ts'
import { weightLoudness } from '../loudness/k-weighting.ts'
import type { PcmAudio } from '../pcm-audio.ts'
import { markPeriods } from './mark-periods.ts'
import { overlapAdd } from './overlap-add.ts'
import { isUntouched, planWarp, type Warp } from './plan-warp.ts'
import { powerOf, shapeLevel } from './shape-level.ts'
import { tiltSpectrum } from './tilt-spectrum.ts'
import { trackPitch } from './track-pitch.ts'

/** Changes of delivery, in physical units. Tempo 1 and zeros change nothing. */
export type ProsodyShape = {
  /** Speed ratio. */
  readonly tempo: number
  readonly pitchSemitones: number
  readonly gainDb: number
}

/** The delivery of a segment that the engine did not render. */
export type ShapedSegment = {
  readonly words: readonly { readonly shape: ProsodyShape }[]
  /** High-shelf gain, in dB. */
  readonly brightnessDb: number
}

/** The range of samples in which a word is heard, and where its phonemes end if that is known; `word` indexes the segment's words. */
export type WordSpan = {
  readonly word: number
  readonly startSample: number
  readonly endSample: number
  readonly phoneEnds?: readonly number[]
}

export type Speech = { readonly audio: PcmAudio; readonly words: readonly WordSpan[] }

/** Lower corner of the brightness shelf: above the second formant of most vowels. */
const BRIGHTNESS_CORNER_HZ = 2500

/**
 * Renders the delivery that an engine did not: tempo, pitch and loudness of each word, and the segment's brightness. Takes the
 * whole audio of a segment and the positions of its words, in order. Returns the speech as it is if nothing has to change. Word
 * times stay exact, and pauses keep their length. Peaks can exceed full scale.
 */
export function shapeProsody(speech: Speech, segment: ShapedSegment): Speech {
  const shapes = segment.words.map(({ shape }) => shape)
  if (segment.brightnessDb === 0 && shapes.every(isNeutral)) return speech
  const { sampleRate } = speech.audio
  const bright = { sampleRate, samples: brighten(speech.audio, segment.brightnessDb) }

  const warp = planWarp(speech.words, segment, bright.samples.length)
  const warped = { sampleRate, samples: warp.zones.every(isUntouched) ? bright.samples : warpSamples(bright, warp) }

  if (shapes.every(isNeutral)) return { audio: warped, words: warp.words }
  const weighted = weightLoudness(bright)
  const levels = warp.words.map(({ word, startSample, endSample }, i) => {
    const before = speech.words[i]!
    return {
      start: startSample,
      end: endSample,
      gainDb: shapes[word]?.gainDb ?? 0,
      power: powerOf(weighted, { start: before.startSample, end: before.endSample }),
    }
  })
  return { audio: { sampleRate, samples: shapeLevel(warped, levels) }, words: warp.words }
}

function isNeutral({ tempo, pitchSemitones, gainDb }: ProsodyShape): boolean {
  return tempo === 1 && pitchSemitones === 0 && gainDb === 0
}

function brighten({ samples, sampleRate }: PcmAudio, gainDb: number): Float32Array {
  if (gainDb === 0) return samples
  const factor = decibelsToFactor(gainDb)
  return tiltSpectrum(samples, { sampleRate, cornerHz: BRIGHTNESS_CORNER_HZ, factorAt: () => factor })
}

function warpSamples(audio: PcmAudio, warp: Warp): Float32Array {
  return overlapAdd(audio.samples, markPeriods(audio, trackPitch(audio)), warp)
}
