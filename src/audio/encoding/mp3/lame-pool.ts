import { Lame } from './lame.ts'
import type { Mp3Layout } from './mp3-layout.ts'

/** Instances that are kept, each with less than 1 MB, and settings for which some are. To set one up takes a millisecond of a burst of streams. */
const KEPT = 32
const KEPT_SETTINGS = 4

/** Instances of LAME that wait for work, already set up for the bitrate and sample rate that they had before. */
export class LamePool {
  readonly #wasm: WebAssembly.Module
  /** By settings; those that were used last are the last. */
  readonly #ready = new Map<string, { readonly unused: Uint8Array; readonly instances: Lame[] }>()

  /** `wasm` is the compiled `data/codecs/lame.wasm`, or another build with the same functions. */
  constructor(wasm: WebAssembly.Module) {
    this.#wasm = wasm
  }

  take(layout: Mp3Layout): Lame {
    const ready = this.#ready.get(keyOf(layout))
    return ready?.instances.pop() ?? new Lame(this.#wasm, layout, ready?.unused)
  }

  /** Makes a used instance as new, whatever it has encoded. */
  giveBack(lame: Lame, layout: Mp3Layout): void {
    const key = keyOf(layout)
    const ready = this.#ready.get(key) ?? { unused: lame.unused, instances: [] }
    this.#ready.delete(key)
    this.#ready.set(key, ready)
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= KEPT_SETTINGS) break
      this.#ready.delete(oldest)
    }
    lame.reset()
    ready.instances.push(lame)
    this.#dropOldest()
  }

  /** Of the settings that were used longest ago. */
  #dropOldest(): void {
    const all = [...this.#ready.values()]
    const count = all.reduce((sum, { instances }) => sum + instances.length, 0)
    if (count > KEPT) all.find(({ instances }) => instances.length > 0)!.instances.pop()
  }
}

function keyOf({ sampleRate, bitrate, constant }: Mp3Layout): string {
  return `${sampleRate} ${bitrate} ${constant === undefined ? 'variable' : 'constant'}`
}
