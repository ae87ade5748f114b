import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { probeAudio } from '../../../../test/support/probe-audio.ts'
import { MP3_SAMPLE_RATES } from '../mp3/mp3-layout.ts'
import { formatId3Tag } from './format-id3-tag.ts'

const RATE = 24_000
const tags = { title: 'A title', artist: 'Nora' }
const mp3 = { format: 'mp3', inputSampleRate: RATE, sampleRate: RATE } as const
const LENGTHS = ['file', 2 * RATE, 'stream'] as const

describe.each(LENGTHS)('the tag of length %s', (length) => {
  test.each(['Plain', 'Café “Größe” – 日本 🎧', 'x'.repeat(200), 'é'.repeat(200)])('says %s', async (title) => {
    const file = await encodeWhole(makeTone(2 * RATE, RATE), { ...mp3, length, tags: { title, artist: 'Zoë, 花子' } })
    const milliseconds = length === 'stream' ? {} : { tlen: '2000' }
    expect(probeAudio(file).tags).toEqual({ title, artist: 'Zoë, 花子', encoder: 'Declaim', ...milliseconds })
  })

  test('changes no byte after it', async () => {
    const tone = makeTone(2 * RATE, RATE)
    const tagged = await encodeWhole(tone, { ...mp3, length, tags })
    const plain = await encodeWhole(tone, { ...mp3, length })
    expect(tagged.subarray(formatId3Tag(tags).length)).toEqual(plain)
  })
})

describe.each(MP3_SAMPLE_RATES)('a tagged MP3 of %i Hz', (sampleRate) => {
  test.each([
    ['mpg123', 'file'],
    ['mpg123', 12_345],
    ['ffmpeg', 'file'],
    ['ffmpeg', 12_345],
  ] as const)('decodes to every sample with %s, of length %s', async (decoder, length) => {
    const options = { format: 'mp3', inputSampleRate: sampleRate, sampleRate, length, tags } as const
    const file = await encodeWhole(makeTone(12_345, sampleRate), options)
    const { samples, warnings } = await decodeAudio(file, { decoder, format: 'mp3' })
    expect(warnings).toBe('')
    expect(samples.length).toBe(12_345)
  })
})

test('the tag leaves together with the first sound', async () => {
  const stream = await encodeWhole(makeTone(480, RATE), { ...mp3, length: 'stream', tags, chunk: 240 })
  const { length } = formatId3Tag(tags)
  expect([...stream.subarray(length, length + 2)]).toEqual([0xff, 0xf3])
})

test('a tag is as long with the length as without it, whatever the length', () => {
  for (const seconds of [0, 0.0004, 9.9999, 86_400, 9_000_000])
    expect(formatId3Tag(tags, seconds).length).toBe(formatId3Tag(tags).length)
})

describe('chapters', () => {
  const chapters = [
    { title: 'Eins', startSeconds: 0, endSeconds: 0.50001 },
    { title: 'Žwei', startSeconds: 0.50001, endSeconds: 1.2504 },
    { title: 'Three', startSeconds: 1.5, endSeconds: 2 },
  ]

  test.each(['mp3', 'flac', 'opus'] as const)('are found by players of %s', async (format) => {
    const options = { format, inputSampleRate: RATE, sampleRate: RATE, length: 2 * RATE } as const
    const file = await encodeWhole(makeTone(2 * RATE, RATE), { ...options, tags: { ...tags, chapters } })
    const starts = probeAudio(file).chapters.map(({ title, startMs }) => [title, startMs])
    expect(starts).toEqual([
      ['Eins', 0],
      ['Žwei', 500],
      ['Three', 1500],
    ])
  })

  test('hold all of their audio and none of what comes after', async () => {
    const options = { ...mp3, length: 2 * RATE, tags: { ...tags, chapters } }
    const file = await encodeWhole(makeTone(2 * RATE, RATE), options)
    expect(probeAudio(file).chapters.map(({ endMs }) => endMs)).toEqual([500, 1251, 2000])
  })

  test.each(['mp3', 'flac', 'opus'] as const)('may be a hundred with long titles, in %s', async (format) => {
    const many = Array.from({ length: 100 }, (_, i) => {
      return { title: `${i} ${'長'.repeat(250)}`, startSeconds: i / 50, endSeconds: (i + 1) / 50 }
    })
    const options = { format, inputSampleRate: RATE, sampleRate: RATE, length: 'file' } as const
    const file = await encodeWhole(makeTone(2 * RATE, RATE), { ...options, tags: { ...tags, chapters: many } })
    const found = probeAudio(file).chapters
    expect(found.map(({ title }) => title)).toEqual(many.map(({ title }) => title))
    expect(found.map(({ startMs }) => startMs)).toEqual(many.map((_, i) => i * 20))
    const { samples, warnings } = await decodeAudio(file, { decoder: 'ffmpeg', format })
    expect([warnings, samples.length]).toEqual(['', (format === 'opus' ? 4 : 2) * RATE])
  })
})
