import { expect, test } from 'vitest'
import { OggStream } from './ogg-stream.ts'

/** What the head of a page says (RFC 3533, section 6). */
function readPage(page: Uint8Array) {
  const view = new DataView(page.buffer)
  const segments = page.subarray(27, 27 + view.getUint8(26))
  return {
    flags: view.getUint8(5),
    granule: view.getBigInt64(6, true),
    number: view.getUint32(18, true),
    segments,
    content: page.subarray(27 + segments.length),
  }
}

test.each([0, 254, 255, 65_024, 65_025, 65_026, 200_000])(
  'a packet of %i bytes goes on as many pages as it needs',
  (length) => {
    const packet = Uint8Array.from({ length }, (_, i) => i % 251)
    const stream = new OggStream()
    stream.page([Uint8Array.of(1)], { granule: 0 })
    const pages = stream.pagesOf(packet, { granule: 960 }).map(readPage)
    expect(Buffer.concat(pages.map(({ content }) => content))).toEqual(Buffer.from(packet))
    // A page that begins with flag 1 continues a packet; the packet ends with the first segment that is not full.
    expect(pages.map(({ flags }) => flags)).toEqual(pages.map((_, i) => (i === 0 ? 0 : 1)))
    expect(pages.map(({ segments }) => segments.findIndex((size) => size < 255))).toEqual(
      pages.map(({ segments }, i) => (i === pages.length - 1 ? segments.length - 1 : -1)),
    )
    // No packet ends on a page whose position is -1.
    expect(pages.map(({ granule }) => granule)).toEqual(pages.map((_, i) => (i === pages.length - 1 ? 960n : -1n)))
    expect(pages.map(({ number }) => number)).toEqual(pages.map((_, i) => i + 1))
  },
)

test('the first page and the last one say so, and too much for a page is refused', () => {
  const stream = new OggStream()
  const packet = new Uint8Array(1000)
  expect(readPage(stream.page([packet, packet], { granule: 0 })).flags).toBe(2)
  expect(readPage(stream.page([], { granule: 0, isLast: true })).flags).toBe(4)
  const packets = Array.from({ length: 64 }, () => packet)
  expect(() => stream.page(packets, { granule: 0 })).toThrow('Cannot write an Ogg page of 256 segments')
})
