import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSegmentHead, parseSegmentHead } from './segment-entry.ts'

const sample = fc.nat(1e7)
const piece = fc.record(
  {
    start: sample,
    end: sample,
    words: fc.array(fc.record({ word: fc.nat(500), startSample: sample, endSample: sample })),
    segmentSamples: sample,
  },
  { requiredKeys: ['start', 'end', 'words'] },
)

test('what is stored of pieces is what comes back, without their places in the chunk', () => {
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom(8000, 16_000, 22_050, 24_000), (pieces, sampleRate) => {
      const head = parseSegmentHead(formatSegmentHead(pieces, sampleRate))
      const parts = pieces.map(({ words, segmentSamples }) => ({ words, segmentSamples }))
      expect(head).toEqual({ sampleRate, parts })
    }),
  )
})

test('a part of which the length of the segment is not known does not say that it is', () => {
  const [part] = parseSegmentHead(formatSegmentHead([{ start: 0, end: 10, words: [] }], 16_000)).parts
  expect(part).not.toHaveProperty('segmentSamples')
})

test('a segment of no samples is told from one of unknown length', () => {
  const pieces = [{ start: 0, end: 0, words: [], segmentSamples: 0 }]
  expect(parseSegmentHead(formatSegmentHead(pieces, 16_000)).parts[0]).toEqual({ segmentSamples: 0, words: [] })
})
