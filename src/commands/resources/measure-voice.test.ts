import { expect, test } from 'vitest'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { checkSegments } from './check-sentences.ts'
import { judgeFigures, measureVoice } from './measure-voice.ts'

const RATE = 16_000
/** Samples a word. */
const WORD = 4000

type Faults = {
  readonly gain?: number
  readonly timesOf?: (words: Segment['words']) => SpeechChunk['words']
}

/** An engine that hums each word. */
function hum({ gain = 0.3, timesOf = placeWords }: Faults = {}): SpeechEngine {
  return {
    name: 'hum',
    version: '1',
    sampleRate: RATE,
    timing: 'exact',
    voices: ['hum'],
    renders: () => new Set(),
    async *speak({ words }) {
      const samples = Float32Array.from(
        { length: words.length * WORD },
        (_, i) => gain * Math.sin((2 * Math.PI * 300 * i) / RATE),
      )
      yield { audio: { samples, sampleRate: RATE }, words: timesOf(words) }
    },
    close: () => Promise.resolve(),
  }
}

function placeWords(words: Segment['words']): SpeechChunk['words'] {
  return words.map((_, word) => ({ word, startSample: word * WORD, endSample: (word + 1) * WORD }))
}

test('ten sentences have all sounds of English, and each ends with a mark', () => {
  const segments = checkSegments('hum')
  expect(segments).toHaveLength(10)
  const phonemes = new Set(
    segments.flatMap(({ words }) => words.flatMap((word) => word.phonemes)).map((one) => one.replace(/\d$/, '')),
  )
  const all = 'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'
  expect([...phonemes].sort()).toEqual(all.split(' ').sort())
  for (const { words } of segments) expect(words.at(-1)!.boundary?.mark).toBe('.')
})

test('a voice in order has nothing to look at', async () => {
  const figures = await measureVoice(hum(), 'hum')
  expect(figures).toMatchObject({ voice: 'hum', clippedSamples: 0, words: 77, timedWords: 77 })
  expect(figures.loudness).toBeGreaterThan(-16)
  expect(figures.loudness).toBeLessThan(-10)
  expect(figures.speed).toBeGreaterThan(1)
  expect(judgeFigures(figures)).toEqual([])
})

test.each<[string, Faults, RegExp]>([
  ['silence', { gain: 0 }, /silent/],
  ['clipping', { gain: 1.2 }, /samples are clipped/],
  ['missing times', { timesOf: (words) => placeWords(words).slice(0, -1) }, /10 of 77 words/],
  [
    'times beyond the audio',
    { timesOf: (words) => placeWords(words).map((time) => ({ ...time, endSample: time.endSample + 1 })) },
    /words have no time/,
  ],
  ['times in disorder', { timesOf: (words) => placeWords(words).toReversed() }, /words have no time/],
])('%s is said', async (_, faults, expected) => {
  expect(judgeFigures(await measureVoice(hum(faults), 'hum')).join('; ')).toMatch(expected)
})
