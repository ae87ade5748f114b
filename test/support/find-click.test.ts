import { expect, test } from 'vitest'
import { findClick } from './find-click.ts'
import { loadRecording } from './load-fixture.ts'

const { audio } = loadRecording('rms')
/** The middle of a vowel. */
const AT = Math.round(2.0855 * audio.sampleRate)

test('speech as it is has no click', () => {
  expect(findClick(audio)!.sharpness).toBeLessThan(2)
})

test.each([
  ['3 ms cut out', Float32Array.from([...audio.samples.subarray(0, AT), ...audio.samples.subarray(AT + 50)])],
  ['6 ms silenced', audio.samples.map((sample, i) => (i >= AT && i < AT + 100 ? 0 : sample))],
  ['one sample lifted', audio.samples.map((sample, i) => (i === AT ? sample + 0.1 : sample))],
])('%s: the click is found where it is', (_, samples) => {
  const click = findClick({ samples, sampleRate: audio.sampleRate })!
  expect(click.sharpness).toBeGreaterThan(4)
  expect(Math.abs(click.seconds - AT / audio.sampleRate)).toBeLessThan(0.01)
})

test('in near silence nothing counts as a click', () => {
  expect(findClick({ samples: new Float32Array(1000).fill(0.002, 500), sampleRate: 16_000 })).toBeUndefined()
})
