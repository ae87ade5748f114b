/** The functions of libopus, as compiled to WebAssembly in @evan/opus; addresses are bytes into `memory`. */
export type LibOpus = {
  readonly memory: { readonly buffer: ArrayBuffer }
  _initialize(): void
  malloc(bytes: number): number
  free(address: number): void
  opus_encoder_get_size(channels: number): number
  opus_encoder_init(state: number, sampleRate: number, channels: number, application: number): number
  opus_encoder_ctl_set(state: number, request: number, value: number): number
  opus_encoder_ctl_get(state: number, request: number): number
  /** Encodes `frameSize` 16-bit samples; gives the bytes of the packet, or a negative error. */
  opus_encode(state: number, pcm: number, frameSize: number, packet: number, maxBytes: number): number
}

/** Readies libopus from its compiled `opus.wasm`. Encoders share its memory. */
export function instantiateLibOpus(wasm: WebAssembly.Module): LibOpus {
  const nothing = (): number => 0
  const { exports } = new WebAssembly.Instance(wasm, {
    wasi_snapshot_preview1: {
      fd_seek: nothing,
      fd_write: nothing,
      fd_close: nothing,
      proc_exit(code: number) {
        throw new Error(`Cannot encode Opus: libopus stopped with code ${code}`)
      },
    },
    env: { emscripten_notify_memory_growth: nothing },
  })
  const opus = exports as unknown as LibOpus
  opus._initialize()
  return opus
}
