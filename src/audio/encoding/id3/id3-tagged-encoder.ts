import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import type { AudioTags } from '../audio-tags.ts'
import { concatBytes } from '../concat-bytes.ts'
import { formatId3Tag } from './format-id3-tag.ts'

type TaggingOptions = Pick<EncoderOptions, 'sampleRate' | 'length'> & { readonly tags: AudioTags }

/**
 * Prefixes the output of an encoder with an ID3 tag. The tag is returned together with the first encoded bytes and not before,
 * because callers that wait for the first byte wait for sound.
 */
export class Id3TaggedEncoder implements AudioEncoder {
  readonly #encoder: AudioEncoder
  readonly #options: TaggingOptions
  #samples = 0
  #isTagged = false

  constructor(encoder: AudioEncoder, options: TaggingOptions) {
    this.#encoder = encoder
    this.#options = options
  }

  encode(samples: Float32Array): Uint8Array {
    this.#samples += samples.length
    return this.#afterTag(this.#encoder.encode(samples))
  }

  finish(): EncodedEnd {
    const { tail, head } = this.#encoder.finish()
    const tagged = this.#afterTag(tail)
    return head === undefined ? { tail: tagged } : { tail: tagged, head: concatBytes([this.#tag(this.#samples), head]) }
  }

  abandon(): void {
    this.#encoder.abandon()
  }

  #afterTag(bytes: Uint8Array): Uint8Array {
    if (this.#isTagged || bytes.length === 0) return bytes
    this.#isTagged = true
    const { length } = this.#options
    return concatBytes([this.#tag(typeof length === 'number' ? length : undefined), bytes])
  }

  #tag(samples: number | undefined): Uint8Array {
    const { tags, sampleRate } = this.#options
    return formatId3Tag(tags, samples === undefined ? undefined : samples / sampleRate)
  }
}
