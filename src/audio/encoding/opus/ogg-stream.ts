import { concatBytes } from '../concat-bytes.ts'
import { writeAscii } from '../write-ascii.ts'

type PageOptions = {
  /** Position after the last packet of the page, in the codec's units. */
  readonly granule: number
  readonly isLast?: boolean
}

/** A page holds at most 255 segments of at most 255 bytes. */
const MAX_SEGMENTS = 255
const IS_CONTINUED = 1
const IS_FIRST = 2
const IS_LAST = 4
/** Granule position of a page on which no packet ends. */
const NO_GRANULE = -1
/** Serial number of the stream. A file has only one, so any number will do. */
const SERIAL = 1

/** Packs packets into the pages of one Ogg stream (RFC 3533). */
export class OggStream {
  #pages = 0

  /** Returns one page of whole packets. Throws if they do not fit. */
  page(packets: readonly Uint8Array[], { granule, isLast = false }: PageOptions): Uint8Array {
    const segments = packets.flatMap(({ length }) => segmentsOf(length))
    if (segments.length > MAX_SEGMENTS) throw new Error(`Cannot write an Ogg page of ${segments.length} segments`)
    return this.#write(segments, packets, { granule, flags: isLast ? IS_LAST : 0 })
  }

  /** Splits one packet of any size over as many pages as it needs. */
  pagesOf(packet: Uint8Array, { granule }: Pick<PageOptions, 'granule'>): readonly Uint8Array[] {
    const segments = segmentsOf(packet.length)
    const pages: Uint8Array[] = []
    for (let start = 0; start < segments.length; start += MAX_SEGMENTS) {
      const end = start + MAX_SEGMENTS
      pages.push(
        this.#write(segments.slice(start, end), [packet.subarray(start * 255, end * 255)], {
          granule: end < segments.length ? NO_GRANULE : granule,
          flags: start === 0 ? 0 : IS_CONTINUED,
        }),
      )
    }
    return pages
  }

  #write(
    segments: readonly number[],
    contents: readonly Uint8Array[],
    { granule, flags }: Omit<PageHead, 'number'>,
  ): Uint8Array {
    const number = this.#pages++
    const page = concatBytes([formatPageHead(segments, { granule, flags, number }), ...contents])
    new DataView(page.buffer).setUint32(22, crc32(page), true)
    return page
  }
}

/** Segment lengths of a packet. A segment shorter than 255 bytes ends the packet. */
function segmentsOf(length: number): readonly number[] {
  return length < 255 ? [length] : [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255]
}

type PageHead = { readonly granule: number; readonly flags: number; readonly number: number }

function formatPageHead(segments: readonly number[], { granule, flags, number }: PageHead): Uint8Array {
  const head = new DataView(new ArrayBuffer(27 + segments.length))
  writeAscii(head, 0, 'OggS')
  head.setUint8(5, (number === 0 ? IS_FIRST : 0) | flags)
  head.setUint32(6, granule >>> 0, true)
  head.setUint32(10, Math.floor(granule / 2 ** 32), true)
  head.setUint32(14, SERIAL, true)
  head.setUint32(18, number, true)
  head.setUint8(26, segments.length)
  for (const [i, segment] of segments.entries()) head.setUint8(27 + i, segment)
  return new Uint8Array(head.buffer)
}

/** CRC contribution of each byte value that is followed by `zeros` zero bytes. */
function crcTable(zeros: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 24
    for (let bit = 0; bit < 8 * (zeros + 1); bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1
    return value
  })
}

const CRC = crcTable(0)
const CRC_1 = crcTable(1)
const CRC_2 = crcTable(2)
const CRC_3 = crcTable(3)

/** Ogg's CRC-32. Takes four bytes at a time: with single bytes, each step would wait for the one before. */
function crc32(bytes: Uint8Array): number {
  let sum = 0
  let i = 0
  for (; i + 4 <= bytes.length; i += 4) {
    sum ^= (bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!
    sum = CRC_3[sum >>> 24]! ^ CRC_2[(sum >>> 16) & 255]! ^ CRC_1[(sum >>> 8) & 255]! ^ CRC[sum & 255]!
  }
  for (; i < bytes.length; i++) sum = (sum << 8) ^ CRC[(sum >>> 24) ^ bytes[i]!]!
  return sum >>> 0
}
