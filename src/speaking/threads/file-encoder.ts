import type { AudioEncoder, EncoderOptions } from '../../audio/encoding/audio-encoder.ts'
import type { Encoders } from '../../audio/encoding/create-encoders.ts'
import type { EncodedFile } from './encoder-messages.ts'

/** Encodes samples to several finished files at once and keeps what is made until the end. */
export class FileEncoder {
  readonly #encoders: readonly AudioEncoder[]
  readonly #parts: readonly Uint8Array[][]

  private constructor(encoders: readonly AudioEncoder[]) {
    this.#encoders = encoders
    this.#parts = encoders.map(() => [])
  }

  /** Throws if a format does not support its sample rate. */
  static async open(encoders: Encoders, outputs: readonly EncoderOptions[]): Promise<FileEncoder> {
    const opened: AudioEncoder[] = []
    try {
      for (const options of outputs) opened.push(await encoders.open(options))
    } catch (error) {
      for (const encoder of opened) encoder.abandon()
      throw error
    }
    return new FileEncoder(opened)
  }

  add(samples: Float32Array): void {
    for (const [index, encoder] of this.#encoders.entries()) this.#parts[index]!.push(encoder.encode(samples))
  }

  /** The files, in the order of the outputs; their headers declare the true length. */
  finish(): readonly EncodedFile[] {
    return this.#encoders.map((encoder, index) => {
      const { tail, head } = encoder.finish()
      const parts = [...this.#parts[index]!, tail]
      return head === undefined ? parts : replaceStart(parts, head)
    })
  }

  abandon(): void {
    for (const encoder of this.#encoders) encoder.abandon()
  }
}

/** The parts with `head` in place of their first bytes. */
function replaceStart(parts: readonly Uint8Array[], head: Uint8Array): EncodedFile {
  let rest = head.length
  const kept = parts.map((part) => {
    const cut = Math.min(rest, part.length)
    rest -= cut
    return part.subarray(cut)
  })
  return [head, ...kept].filter((part) => part.length > 0)
}
