import { beforeAll, describe, expect, test } from 'vitest'
import { loadLame } from '../../../../test/support/load-audio.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import type { Lame } from './lame.ts'
import { LamePool } from './lame-pool.ts'
import { MP3_SAMPLE_RATES, mp3Layout } from './mp3-layout.ts'

let wasm: WebAssembly.Module

beforeAll(async () => {
  wasm = await loadLame()
})

/** Bytes of the samples, given to LAME `block` at a time. */
function encode(lame: Lame, samples: Float32Array, block: number): Buffer {
  const parts: Uint8Array[] = []
  for (let start = 0; start < samples.length; start += block)
    parts.push(lame.encode(samples.subarray(start, start + block)))
  return Buffer.concat([...parts, lame.finish()])
}

describe.each(['constant', 'variable'] as const)('of %s bitrate', (bitrateMode) => {
  test.each(MP3_SAMPLE_RATES)('an instance that was given back encodes as a new one at %i Hz', (sampleRate) => {
    const layout = mp3Layout({ sampleRate, bitrateMode })
    const noise = Float32Array.from({ length: 20_000 }, (_, i) => Math.sin(i * i))
    const inputs = [makeTone(20_000, sampleRate), noise, noise.subarray(0, 7)]
    const pool = new LamePool(wasm)
    const used = pool.take(layout)
    pool.giveBack(used, layout)
    for (const [index, samples] of inputs.entries()) {
      const lame = pool.take(layout)
      expect(lame).toBe(used)
      const block = [16_384, 160, 1152][index % 3]!
      const fresh = new LamePool(wasm).take(layout)
      expect(encode(lame, samples, block).equals(encode(fresh, samples, block))).toBe(true)
      pool.giveBack(lame, layout)
    }
    const fresh = new LamePool(wasm).take(layout)
    expect(encode(pool.take(layout), noise, 576).equals(encode(fresh, noise, 576))).toBe(true)
  })
})

/** An instance that its pool has given out for the second time, and what it gave of a tone the first time. */
function takeAgain() {
  const layout = mp3Layout({ sampleRate: 16_000 })
  const pool = new LamePool(wasm)
  const tone = makeTone(16_000, 16_000)
  const lame = pool.take(layout)
  const whole = encode(lame, tone, 4000)
  pool.giveBack(lame, layout)
  const again = pool.take(layout)
  expect(again).toBe(lame)
  return { layout, pool, tone, whole, again }
}

test('an instance that is taken at once is not reset while it encodes', async () => {
  const { tone, whole, again } = takeAgain()
  const first = again.encode(tone.subarray(0, 8000))
  await new Promise(setImmediate)
  expect(Buffer.concat([first, again.encode(tone.subarray(8000)), again.finish()])).toEqual(whole)
})

test('an instance that is given back in the middle of a stream begins anew', () => {
  const { layout, pool, tone, whole, again } = takeAgain()
  again.encode(tone.subarray(500, 9000))
  pool.giveBack(again, layout)
  expect(encode(pool.take(layout), tone, 4000).equals(whole)).toBe(true)
})

test('an instance serves only those who want the same', () => {
  const pool = new LamePool(wasm)
  const layouts = [{ bitrate: 64 }, { bitrate: 48 }, { bitrate: 64, bitrateMode: 'variable' }] as const
  const instances = layouts.map((options) => {
    const layout = mp3Layout({ sampleRate: 24_000, ...options })
    const lame = pool.take(layout)
    pool.giveBack(lame, layout)
    return { layout, lame }
  })
  for (const { layout, lame } of instances) expect(pool.take(layout)).toBe(lame)
})

test('keeps 32 instances at most, of the settings that were used last', () => {
  const pool = new LamePool(wasm)
  const [first, last] = [mp3Layout({ sampleRate: 16_000 }), mp3Layout({ sampleRate: 24_000 })]
  const giveBack = (layout: ReturnType<typeof mp3Layout>, count: number): readonly Lame[] => {
    const instances = Array.from({ length: count }, () => new LamePool(wasm).take(layout))
    for (const lame of instances) pool.giveBack(lame, layout)
    return instances
  }
  const early = giveBack(first, 4)
  const late = giveBack(last, 30)
  const taken = Array.from({ length: 30 }, () => pool.take(last))
  expect(new Set(taken)).toEqual(new Set(late))
  const left = Array.from({ length: 3 }, () => pool.take(first))
  expect(left.map((lame) => early.includes(lame))).toEqual([true, true, false])
})
