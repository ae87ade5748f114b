import { expect, test } from 'vitest'
import { loadRecording } from '../../../test/support/load-fixture.ts'
import { truePeakDb } from '../../../test/support/true-peak.ts'
import { decibelsToFactor } from '../decibels.ts'
import { limitPeaks } from '../limiting/limit-peaks.ts'
import { measureLoudness } from '../loudness/measure-loudness.ts'
import { pressPeaks } from './press-peaks.ts'

const { audio, words } = loadRecording('rms')
const { sampleRate } = audio
const STRETCH = { start: words[3]!.startSample, end: words[6]!.endSample }
const loudnessOf = (samples: Float32Array) =>
  measureLoudness({ sampleRate, samples: samples.subarray(STRETCH.start, STRETCH.end) })

/** The recording with a stretch of this loudness in it. */
function recordingAt(lufs: number): Float32Array {
  const factor = decibelsToFactor(lufs - loudnessOf(audio.samples))
  return audio.samples.map((sample, i) => (i >= STRETCH.start && i < STRETCH.end ? factor * sample : 0.5 * sample))
}

test('returns audio as it is whose peaks are low enough', () => {
  const quiet = recordingAt(-26)
  expect(pressPeaks({ sampleRate, samples: quiet }, [STRETCH])).toBe(quiet)
})

test.each([-12, -10, -8])('keeps a stretch at %d LUFS, though its peaks go', (lufs) => {
  const loud = { sampleRate, samples: recordingAt(lufs) }
  expect(loudnessOf(limitPeaks(loud))).toBeLessThan(lufs - 0.15)
  const pressed = pressPeaks(loud, [STRETCH])
  expect(Math.abs(loudnessOf(pressed) - lufs)).toBeLessThan(0.1)
  expect(truePeakDb({ sampleRate, samples: pressed })).toBeLessThan(-1)
})

test('leaves what lies outside of the stretches alone', () => {
  const loud = recordingAt(-10)
  const pressed = pressPeaks({ sampleRate, samples: loud }, [STRETCH])
  const margin = 0.02 * sampleRate
  expect(pressed.subarray(0, STRETCH.start - margin)).toEqual(loud.subarray(0, STRETCH.start - margin))
  expect(pressed.subarray(STRETCH.end + margin)).toEqual(loud.subarray(STRETCH.end + margin))
})

test('takes what cannot be so loud as far as it goes, and silence as it is', () => {
  const far = pressPeaks({ sampleRate, samples: recordingAt(5) }, [STRETCH])
  expect(loudnessOf(far)).toBeGreaterThan(-8)
  expect(truePeakDb({ sampleRate, samples: far })).toBeLessThan(-1)
  const click = new Float32Array(8000)
  click[100] = 2
  expect(pressPeaks({ sampleRate, samples: click }, [{ start: 4000, end: 8000 }]).every(Number.isFinite)).toBe(true)
})
