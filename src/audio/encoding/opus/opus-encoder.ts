import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import type { AudioTags } from '../audio-tags.ts'
import { concatBytes } from '../concat-bytes.ts'
import { formatPcm16 } from '../pcm16.ts'
import { formatVorbisComments } from '../vorbis-comments.ts'
import { writeAscii } from '../write-ascii.ts'
import type { LibOpus } from './libopus.ts'
import { OggStream } from './ogg-stream.ts'

/** The rates that Opus takes, in Hz, and kb/s for one voice at each. It always plays at 48 kHz. */
const BITRATES: Readonly<Record<number, number>> = { 8000: 16, 12000: 20, 16000: 24, 24000: 32, 48000: 48 }
const PLAY_RATE = 48_000
const FRAME_SECONDS = 0.02
/** Frames of a page: few where somebody waits for them, more where a page only costs bytes; the largest packets still fit. */
const STREAM_PAGE_FRAMES = 5
const FILE_PAGE_FRAMES = 42
const MAX_PACKET_BYTES = 1275

const APPLICATION_VOIP = 2048
const SET_BITRATE = 4002
const SET_VARIABLE_BITRATE = 4006
const SET_SIGNAL = 4024
const SIGNAL_VOICE = 3001
const GET_LOOKAHEAD = 4027

type OpusOptions = Pick<EncoderOptions, 'sampleRate' | 'length' | 'bitrate' | 'bitrateMode' | 'tags'>

/** The rate at which Opus encodes audio of `sampleRate`: the lowest it knows that loses nothing. */
export function opusSampleRate(sampleRate: number): number {
  return (
    Object.keys(BITRATES)
      .map(Number)
      .find((rate) => rate >= sampleRate) ?? PLAY_RATE
  )
}

/**
 * Opens Opus in Ogg (RFC 7845) for input of `opusSampleRate(sampleRate)`. The stream itself says what to leave out at
 * its start and where it ends, so that players give back exactly as much as went in, without any head to replace.
 */
export function openOpusEncoder(opus: LibOpus, options: OpusOptions): AudioEncoder {
  return new OpusEncoder(opus, options)
}

class OpusEncoder implements AudioEncoder {
  readonly #opus: LibOpus
  readonly #ogg = new OggStream()
  readonly #length: EncoderOptions['length']
  readonly #rate: number
  readonly #frameSize: number
  /** What players leave out at the start, in samples at `#rate`. */
  readonly #lookahead: number
  readonly #memory: { readonly pcm: number; readonly packet: number }
  #state: number
  #held = new Float32Array(0)
  #packets: Uint8Array[] = []
  #samples = 0
  #encoded = 0
  #opening: Uint8Array

  constructor(opus: LibOpus, { sampleRate, length, bitrate, bitrateMode, tags }: OpusOptions) {
    this.#opus = opus
    this.#length = length
    this.#rate = opusSampleRate(sampleRate)
    this.#frameSize = this.#rate * FRAME_SECONDS
    this.#state = opus.malloc(opus.opus_encoder_get_size(1))
    this.#memory = { pcm: opus.malloc(this.#frameSize * 2), packet: opus.malloc(MAX_PACKET_BYTES) }
    check(opus.opus_encoder_init(this.#state, this.#rate, 1, APPLICATION_VOIP))
    check(opus.opus_encoder_ctl_set(this.#state, SET_BITRATE, (bitrate ?? BITRATES[this.#rate]!) * 1000))
    check(opus.opus_encoder_ctl_set(this.#state, SET_VARIABLE_BITRATE, bitrateMode === 'constant' ? 0 : 1))
    check(opus.opus_encoder_ctl_set(this.#state, SET_SIGNAL, SIGNAL_VOICE))
    this.#lookahead = opus.opus_encoder_ctl_get(this.#state, GET_LOOKAHEAD)
    const head = formatOpusHead(this.#toGranule(this.#lookahead), sampleRate)
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
    if (typeof this.#length === 'number' && this.#length !== this.#samples)
      throw new Error(`Cannot finish Opus: ${this.#samples} samples came, expected ${this.#length}`)
    const end = this.#samples + this.#lookahead
    const frames = Math.max(1, Math.ceil(end / this.#frameSize))
    const silence = new Float32Array(frames * this.#frameSize - this.#samples)
    const parts = [this.#run(silence)]
    parts.push(this.#ogg.page(this.#packets, { granule: this.#toGranule(end), isLast: true }))
    this.abandon()
    return { tail: concatBytes(parts) }
  }

  abandon(): void {
    if (this.#state === 0) return
    for (const address of [this.#state, this.#memory.pcm, this.#memory.packet]) this.#opus.free(address)
    this.#state = 0
  }

  /** Encodes all whole frames, and writes a page once there is a packet after it: the last page must not be empty. */
  #run(samples: Float32Array): Uint8Array {
    if (this.#state === 0) throw new Error('Cannot encode Opus: the encoder is finished')
    const all = new Float32Array(this.#held.length + samples.length)
    all.set(this.#held)
    all.set(samples, this.#held.length)
    const parts = [this.#opening]
    this.#opening = new Uint8Array(0)
    const pageFrames = this.#length === 'stream' ? STREAM_PAGE_FRAMES : FILE_PAGE_FRAMES
    let start = 0
    for (; start + this.#frameSize <= all.length; start += this.#frameSize) {
      if (this.#packets.length >= pageFrames) parts.push(this.#writePage())
      this.#packets.push(this.#encodeFrame(all.subarray(start, start + this.#frameSize)))
      this.#encoded += this.#frameSize
    }
    this.#held = all.slice(start)
    return concatBytes(parts)
  }

  #writePage(): Uint8Array {
    const page = this.#ogg.page(this.#packets, { granule: this.#toGranule(this.#encoded) })
    this.#packets = []
    return page
  }

  #encodeFrame(samples: Float32Array): Uint8Array {
    const { pcm, packet } = this.#memory
    new Uint8Array(this.#opus.memory.buffer).set(formatPcm16(samples), pcm)
    const bytes = check(this.#opus.opus_encode(this.#state, pcm, samples.length, packet, MAX_PACKET_BYTES))
    return new Uint8Array(this.#opus.memory.buffer).slice(packet, packet + bytes)
  }

  /** Ogg counts Opus at 48 kHz, whatever its rate. */
  #toGranule(samples: number): number {
    return (samples * PLAY_RATE) / this.#rate
  }
}

function check(result: number): number {
  if (result < 0) throw new Error(`Cannot encode Opus: libopus error ${result}`)
  return result
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
