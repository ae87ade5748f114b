/** The memory of a WebAssembly instance. After it has grown, `buffer` is another one. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
  }
}
