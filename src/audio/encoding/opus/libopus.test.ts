import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadOpus } from '../../../../test/support/load-audio.ts'
import { LibOpus, type OpusStream } from './libopus.ts'

const SETTINGS = [
  { sampleRate: 16_000, bitrate: 32_000, isVariable: true, coding: 'transform' },
  { sampleRate: 24_000, bitrate: 40_000, isVariable: false, coding: 'transform' },
  { sampleRate: 16_000, bitrate: 16_000, isVariable: true, coding: 'speech' },
  { sampleRate: 24_000, bitrate: 24_000, isVariable: true, coding: 'speech' },
] as const

let wasm: WebAssembly.Module

beforeAll(async () => {
  wasm = await loadOpus()
})

/** Noise whose loudness rises and falls, from whole numbers alone, so that it is the same everywhere. */
function makeNoise(length: number): Float32Array {
  let state = 1
  return Float32Array.from({ length }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return ((state >> 16) / 32_768) * ((i % 4000) / 4000)
  })
}

function* encodeFrames(stream: OpusStream, samples: Float32Array): Generator<Uint8Array> {
  for (let start = 0; start + stream.frameLength <= samples.length; start += stream.frameLength)
    yield stream.encodeFrame(samples.subarray(start, start + stream.frameLength))
}

describe.each(SETTINGS)('$coding at $sampleRate Hz', (settings) => {
  test('a stream beside others, and after others, is as one alone', () => {
    const noise = makeNoise(20_000)
    const alone = [...encodeFrames(new LibOpus(wasm).open(settings), noise)]
    const opus = new LibOpus(wasm)
    for (let round = 0; round < 2; round++) {
      const streams = SETTINGS.map((each) => opus.open(each))
      const stream = opus.open(settings)
      const others = streams.map((other) => encodeFrames(other, noise.subarray(77)))
      const packets = encodeFrames(stream, noise).map((packet) => {
        for (const other of others) other.next()
        return packet
      })
      expect([...packets]).toEqual(alone)
      for (const each of [...streams, stream]) each.close()
    }
  })
})

test('the bytes are the same on every machine', () => {
  const hash = createHash('sha256')
  for (const settings of SETTINGS)
    for (const packet of encodeFrames(new LibOpus(wasm).open(settings), makeNoise(50_000))) hash.update(packet)
  expect(hash.digest('hex')).toBe('5b264463ef8264fd32b87838effeb1eb063e78f0b14883d39650757aff5a61a6')
})

test('the memory of closed streams is used again', () => {
  const functions = new WebAssembly.Instance(wasm).exports as unknown as {
    readonly memory: WebAssembly.Memory
    open(sampleRate: number, bitrate: number, isVariable: number, application: number, complexity: number): number
    close(encoder: number): void
  }
  const open = (): number => functions.open(16_000, 32_000, 1, 2053, 8)
  const openTwenty = (): void => {
    for (const encoder of Array.from({ length: 20 }, open)) functions.close(encoder)
  }
  openTwenty()
  const { byteLength } = functions.memory.buffer
  for (let round = 0; round < 50; round++) openTwenty()
  expect(functions.memory.buffer.byteLength).toBe(byteLength)
})

test('a stream that is closed encodes no more, and what Opus does not know is refused', () => {
  const opus = new LibOpus(wasm)
  const stream = opus.open(SETTINGS[0])
  stream.close()
  stream.close()
  expect(() => stream.encodeFrame(new Float32Array(320))).toThrow('Cannot encode Opus: the encoder is finished')
  expect(() => opus.open({ ...SETTINGS[0], sampleRate: 22_050 })).toThrow('Cannot set up Opus for 22050 Hz')
})
