/** The functions of SpeexDSP's resampler, as compiled by Emscripten; addresses are bytes into the heap. */
declare module '@echogarden/speex-resampler-wasm/simd' {
  export type SpeexResampler = {
    /** Views of the whole heap; replaced whenever it grows. */
    readonly HEAPF32: Float32Array
    readonly HEAPU32: Uint32Array
    _malloc(bytes: number): number
    _free(address: number): void
    _speex_resampler_init(channels: number, from: number, to: number, quality: number, errorAddress: number): number
    _speex_resampler_skip_zeros(state: number): number
    _speex_resampler_process_float(
      state: number,
      channel: number,
      input: number,
      inputLengthAddress: number,
      output: number,
      outputLengthAddress: number,
    ): number
    _speex_resampler_destroy(state: number): void
  }
  type Options = {
    instantiateWasm(imports: object, receive: (instance: WebAssembly.Instance) => void): object
  }
  const createSpeexResampler: (options: Options) => Promise<SpeexResampler>

  // biome-ignore lint/style/noDefaultExport: it is the package's.
  export { createSpeexResampler as default }
}
