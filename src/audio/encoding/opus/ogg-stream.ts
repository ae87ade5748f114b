import { concatBytes } from '../concat-bytes.ts'
import { writeAscii } from '../write-ascii.ts'

type PageOptions = {
  /** The position after the last packet of the page, in the codec's own count. */
  readonly granule: number
  readonly isLast?: boolean
}

/** A page holds at most 255 segments of at most 255 bytes. */
const MAX_SEGMENTS = 255
const IS_FIRST = 2
const IS_LAST = 4
/** There is one stream in a file, so that any number names it. */
const SERIAL = 1

/** Packs packets into the pages of one Ogg stream (RFC 3533). */
export class OggStream {
  #pages = 0

  /** One page of whole packets; throws where they do not fit. */
  page(packets: readonly Uint8Array[], { granule, isLast = false }: PageOptions): Uint8Array {
    const segments = packets.flatMap(({ length }) => [
      ...Array.from({ length: Math.floor(length / 255) }, () => 255),
      length % 255,
    ])
    if (segments.length > MAX_SEGMENTS) throw new Error(`Cannot write an Ogg page of ${segments.length} segments`)
    const head = new DataView(new ArrayBuffer(27 + segments.length))
    writeAscii(head, 0, 'OggS')
    head.setUint8(5, (this.#pages === 0 ? IS_FIRST : 0) | (isLast ? IS_LAST : 0))
    head.setUint32(6, granule >>> 0, true)
    head.setUint32(10, Math.floor(granule / 2 ** 32), true)
    head.setUint32(14, SERIAL, true)
    head.setUint32(18, this.#pages++, true)
    head.setUint8(26, segments.length)
    for (const [i, segment] of segments.entries()) head.setUint8(27 + i, segment)
    const page = concatBytes([new Uint8Array(head.buffer), ...packets])
    new DataView(page.buffer).setUint32(22, crc32(page), true)
    return page
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

function crc32(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = (sum << 8) ^ CRC_TABLE[(sum >>> 24) ^ byte]!
  return sum >>> 0
}
