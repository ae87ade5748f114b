import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import { estimatePitch } from './estimate-pitch.ts'

const FRAME_SECONDS = 0.04
const HOP_SECONDS = 0.02
/** The first three formants, on an axis of 24 steps an octave. */
const LOWEST_HZ = 350
const STEPS = 88
const STEP = 2 ** (1 / 24)
/** Quefrency up to which the envelope is followed: finer than formants, coarser than the harmonics of most voices. */
const CEPSTRAL_SECONDS = 0.0016
const LARGEST_SHIFT = 12

/**
 * Factor between the formants of one recording and those of another with the same words at the same times: the median, over
 * voiced moments, of the shift on the axis of log frequency at which the cepstral envelopes are most alike. 1 is no shift.
 */
export function formantShift(before: PcmAudio, after: PcmAudio): number {
  const hop = Math.round(HOP_SECONDS * before.sampleRate)
  const voiced = estimatePitch(before)
  const shifts: number[] = []
  for (let start = 0; start + hop * 2 < Math.min(before.samples.length, after.samples.length); start += hop) {
    if (!((voiced[Math.round((100 * start) / before.sampleRate)] ?? 0) > 0)) continue
    shifts.push(bestShift(envelopeAt(before, start), envelopeAt(after, start)))
  }
  if (shifts.length === 0) throw new Error('Cannot compare formants: nothing is voiced')
  return STEP ** shifts.sort((a, b) => a - b)[shifts.length >> 1]!
}

/** Log magnitude of the envelope on the axis of log frequency, without its mean. */
function envelopeAt({ samples, sampleRate }: PcmAudio, start: number): Float64Array {
  const length = Math.round(FRAME_SECONDS * sampleRate)
  const frame = Float64Array.from({ length }, (_, i) => {
    const before = samples[start + i - 1] ?? 0
    return ((samples[start + i] ?? 0) - 0.9 * before) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length))
  })
  const cosines = cepstrum(logSpectrum(frame), Math.round(CEPSTRAL_SECONDS * sampleRate))
  const envelope = Float64Array.from({ length: STEPS }, (_, step) => {
    const angle = (2 * Math.PI * LOWEST_HZ * STEP ** step) / sampleRate
    return cosines.reduce((sum, value, k) => sum + value * Math.cos(k * angle), 0)
  })
  const mean = envelope.reduce((sum, value) => sum + value, 0) / STEPS
  return envelope.map((value) => value - mean)
}

/** At half as many frequencies as samples, up to half the rate. */
function logSpectrum(frame: Float64Array): Float64Array {
  const bins = frame.length >> 1
  return Float64Array.from({ length: bins }, (_, bin) => {
    // Goertzel's algorithm.
    const turn = 2 * Math.cos((Math.PI * (bin + 0.5)) / bins)
    let [last, before] = [0, 0]
    for (let i = 0; i < frame.length; i++) {
      const next = frame[i]! + turn * last - before
      before = last
      last = next
    }
    return Math.log(last ** 2 + before ** 2 - turn * last * before + 1e-18) / 2
  })
}

function cepstrum(spectrum: Float64Array, count: number): readonly number[] {
  return Array.from({ length: count }, (_, k) => {
    const sum = spectrum.reduce(
      (total, value, bin) => total + value * Math.cos((Math.PI * k * (bin + 0.5)) / spectrum.length),
      0,
    )
    // A gentle end: the last cosines would ring.
    return (sum / spectrum.length) * (k === 0 ? 1 : 2) * (0.5 + 0.5 * Math.cos((Math.PI * k) / count))
  })
}

/** In steps, with a part of one: by how many the second envelope is moved up. */
function bestShift(one: Float64Array, other: Float64Array): number {
  const likeness = Array.from({ length: 2 * LARGEST_SHIFT + 3 }, (_, i) => correlate(one, other, i - LARGEST_SHIFT - 1))
  const inner = likeness.slice(1, -1)
  const best = inner.indexOf(Math.max(...inner)) + 1
  const [left, peak, right] = [likeness[best - 1]!, likeness[best]!, likeness[best + 1]!]
  const bend = 2 * peak - left - right
  return best - LARGEST_SHIFT - 1 + (bend > 0 ? Math.max(-1, Math.min(1, (right - left) / (2 * bend))) : 0)
}

function correlate(one: Float64Array, other: Float64Array, shift: number): number {
  let [product, here, there] = [0, 0, 0]
  for (let i = Math.max(0, -shift); i < Math.min(STEPS, STEPS - shift); i++) {
    product += one[i]! * other[i + shift]!
    here += one[i]! ** 2
    there += other[i + shift]! ** 2
  }
  return product / Math.sqrt(here * there)
}
