import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ARPABET_SYMBOLS } from '../../../text/arpabet.ts'
import { BLEND_SHAPES, visemesOf } from '../../../text/visemes.ts'
import type { SpeechTiming } from '../../../timing/speech-timing.ts'
import { formatSounds } from './format-sounds.ts'

const TIMING: SpeechTiming = {
  languageCode: 'en-us',
  confidence: 1,
  durationMs: 1500,
  words: [
    {
      text: 'Café',
      before: '“',
      after: ' ',
      startMs: 0,
      endMs: 400,
      sentence: 0,
      phones: [
        ['K', 0, 100],
        ['AH0', 100, 150],
        ['F', 150, 250],
        ['EY1', 250, 400],
      ],
    },
    { text: 'au', before: '', after: '.” ', startMs: 400, endMs: 500, sentence: 0, phones: [['OW1', 400, 500]] },
    {
      text: '55',
      before: '',
      after: '!',
      startMs: 900,
      endMs: 1400,
      sentence: 1,
      phones: [
        ['F', 900, 1000],
        ['SIL', 1000, 1300],
        ['V', 1300, 1300],
        ['IY0', 1300, 1400],
      ],
    },
  ],
}
const OLD: SpeechTiming = { ...TIMING, words: TIMING.words.map(({ phones: _phones, ...word }) => word) }

describe('phones.json', () => {
  const content = JSON.parse(formatSounds(TIMING, 'phones')!)

  test('sounds and pauses follow one another from the first millisecond to the last', () => {
    let end = 0
    for (const { start_ms, end_ms } of content.phones) {
      expect(start_ms).toBe(end)
      expect(end_ms).toBeGreaterThan(start_ms)
      end = end_ms
    }
    expect(end).toBe(1500)
    expect(content.phones.map(({ phone, word }: { phone: string; word?: number }) => [phone, word])).toEqual([
      ['K', 0],
      ['AH0', 0],
      ['F', 0],
      ['EY1', 0],
      ['OW1', 1],
      ['SIL', undefined],
      ['F', 2],
      ['SIL', 2],
      ['IY0', 2],
      ['SIL', undefined],
    ])
  })

  test('each sound has its IPA and its visemes, and each viseme its blend shapes', () => {
    expect(content.phones[3]).toEqual({
      phone: 'EY1',
      ipa: 'eɪ',
      oculus: 'E',
      polly: 'e',
      azure: 4,
      start_ms: 250,
      end_ms: 400,
      word: 0,
    })
    expect(Object.keys(content.arkit)).toEqual(
      [...new Set<string>(content.phones.map(({ oculus }: { oculus: string }) => oculus))].toSorted(),
    )
    expect(content.arkit.oh).toEqual({ jawOpen: 0.45, mouthFunnel: 0.5, mouthPucker: 0.2 })
    expect(content.arkit.E).toMatchObject({ mouthSmileLeft: 0.2, mouthSmileRight: 0.2 })
  })
})

describe('speech marks', () => {
  const marksOf = (timing: SpeechTiming, source?: Parameters<typeof formatSounds>[2]) =>
    formatSounds(timing, 'speech-marks', source)!
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('are of sentences, words and visemes by time, the sentence before its word and the word before its viseme', () => {
    const marks = marksOf(TIMING)
    expect(marks.slice(0, 3)).toEqual([
      { time: 0, type: 'sentence', start: 0, end: 15, value: '“Café au.”' },
      { time: 0, type: 'word', start: 3, end: 8, value: 'Café' },
      { time: 0, type: 'viseme', value: 'k' },
    ])
    expect(marks.map(({ time }) => time)).toEqual(marks.map(({ time }) => time).toSorted((a, b) => a - b))
    expect(marks.at(-1)).toEqual({ time: 1400, type: 'viseme', value: 'sil' })
  })

  test('count bytes of the text as the caller wrote it', () => {
    const text = 'é <b>“Café</b> 😀 au”. 55!'
    const place = (word: string) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length })
    const marks = marksOf(TIMING, { text, words: ['Café', 'au', '55'].map(place) })
    const bytes = Buffer.from(text)
    for (const { start, end, value } of marks.filter(({ type }) => type !== 'viseme'))
      expect(bytes.subarray(start, end).toString()).toBe(value)
    expect(marks.filter(({ type }) => type === 'word').map(({ value }) => value)).toEqual(['Café', 'au', '55'])
  })
})

test('timings from before sounds were timed have none', () => {
  expect(formatSounds(OLD, 'phones')).toBeUndefined()
  expect(formatSounds(OLD, 'speech-marks')).toBeUndefined()
})

test('every sound of English has visemes, and every viseme blend shapes between 0 and 1', () => {
  for (const phone of [...ARPABET_SYMBOLS, 'SIL']) {
    const { oculus, azure } = visemesOf(phone)
    expect(Object.keys(BLEND_SHAPES)).toContain(oculus)
    expect(azure).toBeLessThan(22)
  }
  expect(Object.keys(BLEND_SHAPES)).toHaveLength(15)
  for (const weights of Object.values(BLEND_SHAPES))
    for (const weight of Object.values(weights)) expect(weight > 0 && weight <= 1).toBe(true)
})

test('the tables are packed as they are written', async () => {
  const { packTable } = await import('../../../../scripts/pack-english.ts')
  for (const name of ['visemes', 'mouth-shapes']) {
    const file = (ending: string) =>
      readFile(new URL(`../../../../data/english/${name}.${ending}`, import.meta.url), 'utf8')
    expect(await file('json')).toBe(packTable(await file('tsv')))
  }
})
