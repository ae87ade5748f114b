import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadResamplerLibrary } from '../../../test/support/load-audio.ts'
import { makeTone } from '../../../test/support/make-tone.ts'
import { type AudioPart, joinAudio, placeParts } from './join-audio.ts'

const createResampler = await loadResamplerLibrary()

function partOf(samples: Float32Array, sampleRate: number, chunk = 1000): AudioPart {
  const chunks: Float32Array[] = []
  for (let start = 0; start < samples.length; start += chunk) chunks.push(samples.subarray(start, start + chunk))
  return { sampleRate, length: samples.length, chunks }
}

async function join(parts: readonly AudioPart[], options: { sampleRate: number; pausesSeconds: readonly number[] }) {
  const samples: number[] = []
  for await (const chunk of joinAudio(parts, { ...options, createResampler })) samples.push(...chunk)
  return samples
}

test('the pause is exact and silent, the speech around it untouched but for 5 ms at its edges', async () => {
  const tone = makeTone(4000, 16000)
  const joined = await join([partOf(tone, 16000), partOf(tone, 16000)], {
    sampleRate: 16000,
    pausesSeconds: [0.25],
  })
  expect(joined).toHaveLength(12_000)
  expect(joined.slice(4000, 8000).every((sample) => sample === 0)).toBe(true)
  expect(joined.slice(80, 3920)).toEqual([...tone.subarray(80, 3920)])
  expect(joined.slice(8080, 11_920)).toEqual([...tone.subarray(80, 3920)])
})

test('edges do not click: parts that begin and end at full level come in and go out smoothly', async () => {
  const block = new Float32Array(2000).fill(0.9)
  const joined = await join([partOf(block, 24000), partOf(block, 24000)], {
    sampleRate: 24000,
    pausesSeconds: [0],
  })
  const steps = joined.slice(1).map((sample, i) => Math.abs(sample - joined[i]!))
  expect(Math.max(...steps)).toBeLessThan(0.02)
  expect(Math.abs(joined[0]!)).toBeLessThan(0.001)
  expect(Math.abs(joined.at(-1)!)).toBeLessThan(0.001)
})

test('the length is known before, whatever the rates and pauses', async () => {
  const part = fc.tuple(
    fc.nat(3000),
    fc.constantFrom(8000, 16000, 22050, 24000, 48000),
    fc.integer({ min: 1, max: 999 }),
  )
  const pause = fc.double({ min: 0, max: 0.5, noNaN: true })
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.array(pause, { minLength: 3, maxLength: 3 }),
      fc.constantFrom(16000, 24000, 44100),
      async (shapes, pauses, sampleRate) => {
        const parts = shapes.map(([length, rate, chunk]) => partOf(makeTone(length, rate), rate, chunk))
        const options = { sampleRate, pausesSeconds: pauses.slice(0, shapes.length - 1) }
        expect((await join(parts, options)).length).toBe(placeParts(parts, options).at(-1)!.end)
      },
    ),
    { numRuns: 40 },
  )
})

test('a part that does not keep its length is an error', async () => {
  const options = { sampleRate: 16000, pausesSeconds: [] }
  const samples = makeTone(100, 16000)
  const short = { ...partOf(samples, 16000), length: 101 }
  await expect(join([short], options)).rejects.toThrow('Cannot join audio: a part of 101 samples has 100')
  const long = { ...partOf(samples, 16000), length: 99 }
  await expect(join([long], options)).rejects.toThrow('Cannot join audio: a part of 99 samples has more')
})

test('pauses must fit between the parts', async () => {
  const parts = [1, 2, 3].map(() => partOf(makeTone(10, 16000), 16000))
  await expect(join(parts, { sampleRate: 16000, pausesSeconds: [1] })).rejects.toThrow(
    'Cannot join 3 parts with 1 pauses',
  )
  expect(await join([], { sampleRate: 16000, pausesSeconds: [] })).toEqual([])
})
