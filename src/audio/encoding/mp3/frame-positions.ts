import { mp3HeaderBitrates } from './mp3-bitrates.ts'
import type { Mp3Layout } from './mp3-layout.ts'

const HEADER_BYTES = 4

/** Tracks the frame ends of a stream that arrives in chunks of any size. */
export class FramePositions {
  readonly #layout: Pick<Mp3Layout, 'sampleRate' | 'samplesPerFrame'>
  readonly #ends: number[] = []
  readonly #header: number[] = []
  /** Number of bytes until the next header. */
  #rest = 0

  constructor(layout: Pick<Mp3Layout, 'sampleRate' | 'samplesPerFrame'>) {
    this.#layout = layout
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#rest > 0) {
        const skipped = Math.min(this.#rest, bytes.length - at)
        this.#rest -= skipped
        at += skipped
        continue
      }
      this.#header.push(bytes[at]!)
      at++
      if (this.#header.length === HEADER_BYTES) this.#beginFrame()
    }
  }

  /** Returns the end of the first `frames` frames, in bytes. */
  endOf(frames: number): number {
    return frames === 0 ? 0 : this.#ends[frames - 1]!
  }

  #beginFrame(): void {
    const { sampleRate, samplesPerFrame } = this.#layout
    const settings = this.#header[2]!
    this.#header.length = 0
    const bitrate = mp3HeaderBitrates(sampleRate)[settings >> 4]!
    const padding = (settings >> 1) & 1
    const length = Math.floor(((samplesPerFrame / 8) * bitrate * 1000) / sampleRate) + padding
    this.#ends.push((this.#ends.at(-1) ?? 0) + length)
    this.#rest = length - HEADER_BYTES
  }
}
