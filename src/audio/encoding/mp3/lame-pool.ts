import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders'
import type { Mp3Layout, Mp3SampleRate } from './mp3-layout.ts'

export type Lame = WasmMediaEncoder<'audio/mpeg'>

/** Instances kept for each sample rate; each holds 16 MiB of address space. */
const KEPT = 4

/**
 * Instances of LAME that wait for work, already set up for their sample rate. Setting one up takes longer than encoding
 * half a second of speech, so a used one is not set up again: its memory is put back to what it was before its first
 * sample. All that LAME knows is in there, as the calls of the library return and leave nothing on the stack.
 */
export class LamePool {
  readonly #wasm: WebAssembly.Module
  readonly #ready = new Map<Mp3SampleRate, Lame[]>()
  /** The memory of an instance that is set up and unused; every instance for one sample rate begins with the same. */
  readonly #unused = new Map<Mp3SampleRate, MemoryImage>()

  /** `wasm` is the compiled `mp3.wasm` of wasm-media-encoders, or of a build of LAME with the same interface. */
  constructor(wasm: WebAssembly.Module) {
    this.#wasm = wasm
  }

  async take({ sampleRate, bitrate }: Mp3Layout): Promise<Lame> {
    const ready = this.#ready.get(sampleRate)?.pop()
    if (ready !== undefined) return ready
    const lame = await createEncoder('audio/mpeg', this.#wasm)
    lame.configure({ channels: 1, sampleRate, outputSampleRate: sampleRate, bitrate })
    if (!this.#unused.has(sampleRate)) this.#unused.set(sampleRate, copyMemory(memoryOf(lame)))
    return lame
  }

  /** Makes a used instance as new, whatever it has encoded. */
  giveBack(lame: Lame, { sampleRate }: Mp3Layout): void {
    const unused = this.#unused.get(sampleRate)
    const ready = this.#ready.get(sampleRate) ?? []
    this.#ready.set(sampleRate, ready)
    if (ready.length >= KEPT || unused === undefined) return
    const memory = memoryOf(lame)
    for (const { start, words } of unused) memory.set(words, start)
    ready.push(lame)
  }
}

/** The parts of a memory that matter, by the index of the word with which they begin. */
type MemoryImage = readonly { readonly start: number; readonly words: Uint32Array }[]

/** In words. The stack is far larger than anything that LAME needs: its unused part is the only stretch of zeros this long. */
const SMALLEST_STACK = 1 << 20

/**
 * Copies a memory without the unused part of its stack, and without what lies above its last word that is not zero:
 * that was never allocated. Both may hold anything when a program begins.
 */
function copyMemory(memory: Uint32Array): MemoryImage {
  const image: { start: number; words: Uint32Array }[] = []
  let start = 0
  let zeros = 0
  for (let at = 0; at < memory.length; at++) {
    if (memory[at] === 0) {
      zeros++
      continue
    }
    if (zeros >= SMALLEST_STACK) {
      image.push({ start, words: memory.slice(start, at - zeros) })
      start = at
    }
    zeros = 0
  }
  return [...image, { start, words: memory.slice(start, memory.length - zeros) }]
}

/** The library has it, but does not declare it. It is another array after the memory has grown. */
function memoryOf(lame: Lame): Uint32Array {
  const { module } = lame as unknown as { readonly module: { readonly memory: WebAssembly.Memory } }
  return new Uint32Array(module.memory.buffer)
}
