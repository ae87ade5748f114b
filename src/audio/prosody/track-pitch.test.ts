import { describe, expect, test } from 'vitest'
import { loadRecording } from '../../../test/support/load-fixture.ts'
import { makeVowel } from '../../../test/support/make-vowel.ts'
import { trackPitch } from './track-pitch.ts'

test.each([
  [70, 16000],
  [104, 22050],
  [140, 44100],
  [215, 24000],
  [320, 8000],
  [400, 48000],
])('finds a vowel of %i Hz at %i samples a second, to 1 %', (hertz, sampleRate) => {
  const { hertz: found } = trackPitch(makeVowel({ hertz, seconds: 0.5, sampleRate }))
  const middle = found.slice(10, -10)
  for (const value of middle) expect(Math.abs(value / hertz - 1)).toBeLessThan(0.01)
})

test('finds no voice in silence and in noise', () => {
  let seed = 1
  const noise = Float32Array.from({ length: 8000 }, () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647 - 0.5
  })
  for (const samples of [noise, new Float32Array(8000), new Float32Array(0), new Float32Array(7)]) {
    const { hertz } = trackPitch({ samples, sampleRate: 16000 })
    expect(hertz.filter((value) => value > 0).length).toBeLessThanOrEqual(hertz.length * 0.03)
  }
})

describe('in a recording', () => {
  test.each([
    ['rms', 70, 160],
    ['slt', 110, 280],
  ] as const)('the pitch of %s stays between %i and %i Hz', (name, lowest, highest) => {
    const { audio, words } = loadRecording(name)
    const { hop, hertz } = trackPitch(audio)
    const voiced = hertz.filter((value) => value > 0)
    expect(Math.min(...voiced)).toBeGreaterThan(lowest)
    expect(Math.max(...voiced)).toBeLessThan(highest)
    const silence = hertz.slice(0, Math.floor(words[0]!.startSample / hop) - 8)
    expect(silence.every((value) => value === 0)).toBe(true)
  })
})
