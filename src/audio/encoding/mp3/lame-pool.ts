import { Lame } from './lame.ts'
import type { Mp3Layout } from './mp3-layout.ts'

/**
 * Maximum number of idle instances, each under 1 MB, and of settings with idle instances. Setting one up takes a millisecond,
 * which adds up in a burst of streams.
 */
const KEPT = 32
const KEPT_SETTINGS = 4

/** Pool of idle LAME instances, already set up for the bitrate and sample rate of their last stream. */
export class LamePool {
  readonly #wasm: WebAssembly.Module
  /** By settings, in order of last use; the most recently used are last. */
  readonly #ready = new Map<string, { readonly unused: Uint8Array; readonly instances: Lame[] }>()

  /** `wasm` is the compiled `data/codecs/lame.wasm`, or another build with the same functions. */
  constructor(wasm: WebAssembly.Module) {
    this.#wasm = wasm
  }

  take(layout: Mp3Layout): Lame {
    const ready = this.#ready.get(keyOf(layout))
    const lame = ready?.instances.pop() ?? new Lame(this.#wasm, layout, ready?.unused)
    lame.reset()
    return lame
  }

  /** Returns an instance to the pool, whatever it has encoded. The reset comes later, so that the end of its stream does not wait for it. */
  giveBack(lame: Lame, layout: Mp3Layout): void {
    const key = keyOf(layout)
    const ready = this.#ready.get(key) ?? { unused: lame.unused, instances: [] }
    this.#ready.delete(key)
    this.#ready.set(key, ready)
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= KEPT_SETTINGS) break
      this.#ready.delete(oldest)
    }
    ready.instances.push(lame)
    this.#dropOldest()
    setImmediate(() => {
      if (ready.instances.includes(lame)) lame.reset()
    })
  }

  /** Drops an instance of the least recently used settings if there are too many. */
  #dropOldest(): void {
    const all = [...this.#ready.values()]
    const count = all.reduce((sum, { instances }) => sum + instances.length, 0)
    if (count > KEPT) all.find(({ instances }) => instances.length > 0)!.instances.pop()
  }
}

function keyOf({ sampleRate, bitrate, constant }: Mp3Layout): string {
  return `${sampleRate} ${bitrate} ${constant === undefined ? 'variable' : 'constant'}`
}
