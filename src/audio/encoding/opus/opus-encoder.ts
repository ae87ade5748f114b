import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import type { AudioTags } from '../audio-tags.ts'
import { checkLength } from '../check-length.ts'
import { concatBytes } from '../concat-bytes.ts'
import { formatVorbisComments } from '../vorbis-comments.ts'
import { writeAscii } from '../write-ascii.ts'
import type { LibOpus, OpusStream } from './libopus.ts'
import { OggStream } from './ogg-stream.ts'

/**
 * Input rates of Opus in Hz, with the bitrate for one voice in kb/s. At this bitrate CELT, which is fast, sounds as good as SILK
 * at a quarter to a third less. Opus always plays at 48 kHz.
 */
const BITRATES: Readonly<Record<number, number>> = { 8000: 24, 12000: 28, 16000: 32, 24000: 40, 48000: 48 }
const PLAY_RATE = 48_000
/** Frames per page: few for streams, to reduce latency; more for files, to save bytes. The largest packets still fit. */
const STREAM_PAGE_FRAMES = 5
const FILE_PAGE_FRAMES = 42

type OpusOptions = Pick<EncoderOptions, 'sampleRate' | 'length' | 'bitrate' | 'bitrateMode' | 'tags'>

/** The rate at which Opus encodes audio of `sampleRate`: the lowest supported rate that loses nothing. */
export function opusSampleRate(sampleRate: number): number {
  return (
    Object.keys(BITRATES)
      .map(Number)
      .find((rate) => rate >= sampleRate) ?? PLAY_RATE
  )
}

/**
 * Opens an encoder for Opus in Ogg (RFC 7845) with input of `opusSampleRate(sampleRate)`. The stream declares its end position
 * and the samples to skip at its start. Players return exactly the input length, and no header has to be replaced.
 */
export function openOpusEncoder(opus: LibOpus, options: OpusOptions): AudioEncoder {
  return new OpusEncoder(opus, options)
}

class OpusEncoder implements AudioEncoder {
  readonly #opus: OpusStream
  readonly #ogg = new OggStream()
  readonly #length: EncoderOptions['length']
  readonly #rate: number
  #held = new Float32Array(0)
  #packets: Uint8Array[] = []
  #samples = 0
  #encoded = 0
  #opening: Uint8Array

  constructor(opus: LibOpus, { sampleRate, length, bitrate, bitrateMode, tags }: OpusOptions) {
    this.#length = length
    this.#rate = opusSampleRate(sampleRate)
    const ownBitrate = BITRATES[this.#rate]!
    this.#opus = opus.open({
      sampleRate: this.#rate,
      bitrate: (bitrate ?? ownBitrate) * 1000,
      isVariable: bitrateMode !== 'constant',
      coding: bitrate !== undefined && bitrate < ownBitrate ? 'speech' : 'transform',
    })
    const head = formatOpusHead(this.#toGranule(this.#opus.lookahead), sampleRate)
    this.#opening = concatBytes([
      this.#ogg.page([head], { granule: 0 }),
      ...this.#ogg.pagesOf(formatOpusTags(tags), { granule: 0 }),
    ])
  }

  encode(samples: Float32Array): Uint8Array {
    this.#samples += samples.length
    return this.#run(samples)
  }

  finish(): EncodedEnd {
    checkLength({ format: 'Opus', length: this.#length, samples: this.#samples })
    const end = this.#samples + this.#opus.lookahead
    const frames = Math.max(1, Math.ceil(end / this.#opus.frameLength))
    const silence = new Float32Array(frames * this.#opus.frameLength - this.#samples)
    const parts = [this.#run(silence)]
    parts.push(this.#ogg.page(this.#packets, { granule: this.#toGranule(end), isLast: true }))
    this.abandon()
    return { tail: concatBytes(parts) }
  }

  abandon(): void {
    this.#opus.close()
  }

  /** Encodes all whole frames. Writes a page only when a packet follows it, because the last page must not be empty. */
  #run(samples: Float32Array): Uint8Array {
    const all = new Float32Array(this.#held.length + samples.length)
    all.set(this.#held)
    all.set(samples, this.#held.length)
    const parts = [this.#opening]
    this.#opening = new Uint8Array(0)
    const pageFrames = this.#length === 'stream' ? STREAM_PAGE_FRAMES : FILE_PAGE_FRAMES
    let start = 0
    for (; start + this.#opus.frameLength <= all.length; start += this.#opus.frameLength) {
      if (this.#packets.length >= pageFrames) parts.push(this.#writePage())
      this.#packets.push(this.#opus.encodeFrame(all.subarray(start, start + this.#opus.frameLength)))
      this.#encoded += this.#opus.frameLength
    }
    this.#held = all.slice(start)
    return concatBytes(parts)
  }

  #writePage(): Uint8Array {
    const page = this.#ogg.page(this.#packets, { granule: this.#toGranule(this.#encoded) })
    this.#packets = []
    return page
  }

  /** Converts input samples to Ogg's granule units, which are always 48 kHz for Opus. */
  #toGranule(samples: number): number {
    return (samples * PLAY_RATE) / this.#rate
  }
}

function formatOpusHead(preSkip: number, inputSampleRate: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(19))
  writeAscii(view, 0, 'OpusHead')
  view.setUint8(8, 1) // version
  view.setUint8(9, 1) // channels
  view.setUint16(10, preSkip, true)
  view.setUint32(12, inputSampleRate, true)
  return new Uint8Array(view.buffer)
}

function formatOpusTags(tags: AudioTags | undefined): Uint8Array {
  return concatBytes([new TextEncoder().encode('OpusTags'), formatVorbisComments(tags)])
}
