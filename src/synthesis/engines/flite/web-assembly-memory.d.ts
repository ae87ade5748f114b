/** The memory of a WebAssembly instance. `buffer` is replaced when the memory grows. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
  }
}
