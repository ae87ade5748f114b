import { expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../../test/support/make-segment.ts'
import { NEUTRAL_PROSODY, type Segment, type SegmentWord } from '../../synthesis/synthesis-plan.ts'
import { segmentKey } from './segment-key.ts'

const ENGINE = { name: 'tone', version: '1', sampleRate: 16_000 }
const WORDS = NORTH_WIND.map((word) => ({ ...word, melody: { ownRange: 1, semitones: [0, 1] } }))
const SEGMENT = makeSegment('tone', WORDS)
const KEY = segmentKey(ENGINE, SEGMENT)

function withWord(change: (word: SegmentWord) => Partial<SegmentWord>): Segment {
  return { ...SEGMENT, words: SEGMENT.words.map((word, i) => (i === 5 ? { ...word, ...change(word) } : word)) }
}

const same: Readonly<Record<string, Segment>> = {
  'the place of its words in the text': { ...SEGMENT, words: SEGMENT.words.map((word) => ({ ...word, source: 90 })) },
  'whether it ends a sentence': { ...SEGMENT, endsSentence: false },
  'how often its plan was stored': JSON.parse(JSON.stringify(SEGMENT)),
}
test.each(Object.keys(same))('does not hang on %s', (name) => {
  expect(segmentKey(ENGINE, same[name]!)).toBe(KEY)
})

const other: Readonly<Record<string, Segment>> = {
  voice: { ...SEGMENT, voice: { ...SEGMENT.voice, name: 'other' } },
  expression: { ...SEGMENT, voice: { ...SEGMENT.voice, expression: 1.1 } },
  size: { ...SEGMENT, voice: { ...SEGMENT.voice, size: 0.9 } },
  tempo: { ...SEGMENT, voice: { ...SEGMENT.voice, tempo: 1.1 } },
  pressing: { ...SEGMENT, isPressed: true },
  level: { ...SEGMENT, levelDb: 1 },
  brightness: { ...SEGMENT, brightnessDb: 1 },
  'number of words': { ...SEGMENT, words: SEGMENT.words.slice(1) },
  text: withWord(() => ({ text: 'moon' })),
  phonemes: withWord(() => ({ phonemes: ['S', 'AH2', 'N'] })),
  prosody: withWord(() => ({ prosody: { ...NEUTRAL_PROSODY, tempo: 1.001 } })),
  shape: withWord(() => ({ shape: { ...NEUTRAL_PROSODY, pitchSemitones: 0.01 } })),
  melody: withWord(() => ({ melody: { ownRange: 1, semitones: [0, 1.0001] } })),
  'range of the melody': withWord(() => ({ melody: { ownRange: 0.9, semitones: [0, 1] } })),
  mark: withWord(() => ({ boundary: { mark: ';', pauseSeconds: 0.237 } })),
  'silence of a pause': withWord(() => ({ boundary: { mark: ',', pauseSeconds: 0.237, isSilent: true } })),
  pause: withWord(() => ({ boundary: { mark: ',', pauseSeconds: 0.238 } })),
}
test.each(Object.keys(other))('is another one with another %s', (name) => {
  expect(segmentKey(ENGINE, other[name]!)).not.toBe(KEY)
})

test.each([{ name: 'other' }, { version: '2' }, { sampleRate: 8000 }])(
  'is another one with the engine %j',
  (change) => {
    expect(segmentKey({ ...ENGINE, ...change }, SEGMENT)).not.toBe(KEY)
  },
)
