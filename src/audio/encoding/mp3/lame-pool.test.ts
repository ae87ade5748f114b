import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { type Lame, LamePool } from './lame-pool.ts'
import { MP3_SAMPLE_RATES, mp3Layout } from './mp3-layout.ts'

let wasm: WebAssembly.Module

beforeAll(async () => {
  const entry = import.meta.resolve('wasm-media-encoders/wasm/mp3')
  wasm = await WebAssembly.compile(await readFile(fileURLToPath(entry)))
})

/** Bytes of the samples, given to LAME `block` at a time. */
function encode(lame: Lame, samples: Float32Array, block: number): Buffer {
  const parts: Uint8Array[] = []
  for (let start = 0; start < samples.length; start += block)
    parts.push(lame.encode([samples.subarray(start, start + block)]).slice())
  return Buffer.concat([...parts, lame.finalize().slice()])
}

test.each(MP3_SAMPLE_RATES)('an instance that was given back encodes as a new one at %i Hz', async (sampleRate) => {
  const layout = mp3Layout(sampleRate)
  const noise = Float32Array.from({ length: 20_000 }, (_, i) => Math.sin(i * i))
  const inputs = [makeTone(20_000, sampleRate), noise, noise.subarray(0, 7)]
  const pool = new LamePool(wasm)
  for (const [index, samples] of inputs.entries()) {
    const lame = await pool.take(layout)
    const block = [16_384, 160, 1152][index % 3]!
    const fresh = await new LamePool(wasm).take(layout)
    expect(encode(lame, samples, block).equals(encode(fresh, samples, block))).toBe(true)
    pool.giveBack(lame, layout)
  }
  const last = await pool.take(layout)
  const fresh = await new LamePool(wasm).take(layout)
  expect(encode(last, noise, 576).equals(encode(fresh, noise, 576))).toBe(true)
})

test('an instance that is given back in the middle of a stream begins anew', async () => {
  const layout = mp3Layout(16_000)
  const pool = new LamePool(wasm)
  const tone = makeTone(16_000, 16_000)
  const lame = await pool.take(layout)
  const first = encode(lame, tone, 4000)
  pool.giveBack(lame, layout)
  const again = await pool.take(layout)
  expect(again).toBe(lame)
  again.encode([tone.subarray(500, 9000)])
  pool.giveBack(again, layout)
  expect(encode(await pool.take(layout), tone, 4000).equals(first)).toBe(true)
})
