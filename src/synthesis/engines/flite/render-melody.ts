import type { PcmAudio } from '../../../audio/pcm-audio.ts'
import { markPeriods } from '../../../audio/prosody/mark-periods.ts'
import { overlapAdd } from '../../../audio/prosody/overlap-add.ts'
import { planWarp } from '../../../audio/prosody/plan-warp.ts'
import { type PitchTrack, trackPitch } from '../../../audio/prosody/track-pitch.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'
import { drawMelody, placeMelody, type ScriptedWord } from '../melody/melody-line.ts'
import type { TimedSpeech } from '../word-spans/set-pauses.ts'
import type { FliteWord } from './time-words.ts'

/** Number of pitch-track frames with the same shift: 20 ms, about two periods of a low voice. */
const PIECE_FRAMES = 4
/** Limits of a shift in semitones. Overlap-add sounds rough beyond them. */
const LOWEST_SHIFT = -5
const HIGHEST_SHIFT = 9

export type MelodyOptions = {
  readonly segmentWords: readonly SegmentWord[]
  readonly spoken: readonly FliteWord[]
  /** Factor of Flite's own pitch movements in all words; 1 keeps them. */
  readonly width: number
}

/**
 * Shifts the pitch that Flite gave its words. Scales Flite's own movements by the width and by the word's `ownRange`, and adds
 * the planned semitones. Unchanged words keep their samples, and all words keep their times.
 */
export function renderMelody({ audio, words }: TimedSpeech, { segmentWords, spoken, width }: MelodyOptions): PcmAudio {
  if (width === 1 && segmentWords.every(({ melody }) => melody === undefined)) return audio
  const track = trackPitch(audio)
  const line = drawLine({ audio, words }, { segmentWords, spoken, hop: track.hop })
  const own = ownMovements(track)
  const pieces = words.flatMap(({ word, startSample, endSample }) => {
    const { melody } = segmentWords[word]!
    if (melody === undefined && width === 1) return []
    const range = width * (melody?.ownRange ?? 1)
    const shiftAt = (frame: number) => (melody === undefined ? 0 : (line[frame] ?? 0)) + (range - 1) * (own[frame] ?? 0)
    return cutPieces({ startSample, endSample }, track.hop, shiftAt)
  })
  const shapes = pieces.map(({ semitones }) => ({ tempo: 1, pitchSemitones: semitones, gainDb: 0 }))
  const spans = pieces.map(({ startSample, endSample }, word) => ({ word, startSample, endSample }))
  const segment = { words: shapes.map((shape) => ({ shape })), brightnessDb: 0 }
  const warp = planWarp(spans, segment, audio.samples.length)
  return { ...audio, samples: overlapAdd(audio.samples, markPeriods(audio, track), warp) }
}

type LineOptions = {
  readonly segmentWords: readonly SegmentWord[]
  readonly spoken: readonly FliteWord[]
  /** Samples per frame. */
  readonly hop: number
}

/** The planned semitones of each frame. The tokens are the phones and the gaps between words. */
function drawLine({ audio, words }: TimedSpeech, { segmentWords, spoken, hop }: LineOptions): Float32Array {
  const starts: number[] = []
  const scripted: ScriptedWord[] = []
  for (const [i, { startSample, endSample }] of words.entries()) {
    const firstToken = starts.length
    const { startSeconds, phoneEnds } = spoken[i]!
    const ends = phoneEnds.map((seconds) => startSample + (seconds - startSeconds) * audio.sampleRate)
    starts.push(...[startSample, ...ends].map((sample) => Math.round(sample / hop)))
    const nextSample = words[i + 1]?.startSample ?? audio.samples.length
    scripted.push({ firstToken, endToken: firstToken + phoneEnds.length, pauseSamples: nextSample - endSample })
  }
  starts.push(Math.ceil(audio.samples.length / hop))
  return drawMelody(Int32Array.from(starts), placeMelody(segmentWords, scripted))
}

/** Semitones of each frame above the median. Unvoiced frames repeat the value of the last voiced one. */
function ownMovements({ hertz }: PitchTrack): Float32Array {
  const voiced = hertz.filter((hz) => hz > 0).sort()
  const median = voiced[voiced.length >> 1] ?? 1
  let last = 0
  return hertz.map((hz) => {
    if (hz > 0) last = 12 * Math.log2(hz / median)
    return last
  })
}

type Span = { readonly startSample: number; readonly endSample: number }

/** Cuts a span into pieces of equal shift. */
function cutPieces(
  { startSample, endSample }: Span,
  hop: number,
  shiftAt: (frame: number) => number,
): readonly (Span & { readonly semitones: number })[] {
  const length = PIECE_FRAMES * hop
  return Array.from({ length: Math.ceil((endSample - startSample) / length) }, (_, i) => {
    const start = startSample + i * length
    const end = Math.min(start + length, endSample)
    const shift = shiftAt(Math.round((start + end) / 2 / hop))
    return {
      startSample: start,
      endSample: end,
      semitones: Math.min(HIGHEST_SHIFT, Math.max(LOWEST_SHIFT, shift)),
    }
  })
}
