import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders'
import type { Mp3Layout, Mp3SampleRate } from './mp3-layout.ts'

export type Lame = WasmMediaEncoder<'audio/mpeg'>

/** Instances kept for each sample rate; each holds 16 MiB of address space. */
const KEPT = 4

/** Instances of LAME that wait for work, already set up for their sample rate: setting one up takes longer than opening a stream should. */
export class LamePool {
  readonly #wasm: WebAssembly.Module
  readonly #ready = new Map<Mp3SampleRate, Lame[]>()

  /** `wasm` is the compiled `mp3.wasm` of wasm-media-encoders, or of a build of LAME with the same interface. */
  constructor(wasm: WebAssembly.Module) {
    this.#wasm = wasm
  }

  async take(layout: Mp3Layout): Promise<Lame> {
    const ready = this.#ready.get(layout.sampleRate)?.pop()
    if (ready !== undefined) return ready
    const lame = await createEncoder('audio/mpeg', this.#wasm)
    configure(lame, layout)
    return lame
  }

  /** Sets a used instance up anew, whatever state it is in. */
  giveBack(lame: Lame, layout: Mp3Layout): void {
    const ready = this.#ready.get(layout.sampleRate) ?? []
    this.#ready.set(layout.sampleRate, ready)
    if (ready.length >= KEPT) return
    configure(lame, layout)
    ready.push(lame)
  }
}

function configure(lame: Lame, { sampleRate, bitrate }: Mp3Layout): void {
  lame.configure({ channels: 1, sampleRate, outputSampleRate: sampleRate, bitrate })
}
