import { readFile } from 'node:fs/promises'
import { parse } from '@plussub/srt-vtt-parser'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMp3 } from '../support/decode-audio.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type TimedWord = { word: string; startOffset?: string; endOffset: string }
type Result = {
  alternatives: { transcript: string; confidence: number; words: TimedWord[] }[]
  resultEndOffset: string
  languageCode: string
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ AVATARS_FILE: '', MAX_TEXT_LENGTH: '20000' })
})
afterAll(() => service.close())

async function timing(body: object, headers: Record<string, string> = {}) {
  const response = await service.call('/word-timing', { body: { speaker_id: 3, ...body }, headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => Buffer.from(files[name]!).toString('utf8')
  const { results } = JSON.parse(text('word-timing.json')) as { results: Result[] }
  return {
    names: Object.keys(files),
    audio: Buffer.from(files['audio.mp3']!),
    results,
    srt: text('srt.srt'),
    vtt: text('vtt.vtt'),
  }
}

const readCues = (file: string): readonly { from: number; to: number; text: string }[] => parse(file).entries
const wordsOf = (results: readonly Result[]) => results.flatMap(({ alternatives }) => alternatives[0]!.words)
const seconds = (offset: string) => {
  expect(offset).toMatch(/^\d+\.\d{3}s$/)
  return Number.parseFloat(offset)
}

describe('a text with numbers, markup and quotes', () => {
  const TEXT = 'Hello, “world”! On 3 May it cost $4.99 — <tempo value="0.8">really</tempo> ::TOO-muhch:: for AT&T.'

  test('gives exactly the four files, whose audio is as long as it says', async () => {
    const { names, audio, results } = await timing({ text: TEXT }, { 'X-Enable-SSML': 'false' })
    expect(names).toEqual(['audio.mp3', 'word-timing.json', 'srt.srt', 'vtt.vtt'])
    const duration = (await decodeMp3(audio)).length / 22_050
    expect(seconds(results.at(-1)!.resultEndOffset)).toBeCloseTo(duration, 3)
  })

  test('has every word once, in order and in the caller’s spelling', async () => {
    const { results } = await timing({ text: TEXT })
    expect(wordsOf(results).map(({ word }) => word)).toEqual([
      'Hello',
      'world',
      'On',
      '3',
      'May',
      'it',
      'cost',
      '$4.99',
      'really',
      'TOO-muhch',
      'for',
      'AT&T',
    ])
    expect(results.map(({ languageCode }) => languageCode)).toEqual(results.map(() => 'en-us'))
  })

  test('times words in order, inside the audio, without startOffset on the first alone', async () => {
    const { results } = await timing({ text: TEXT })
    const words = wordsOf(results)
    expect(words.map(({ startOffset }) => startOffset === undefined)).toEqual(words.map((_, index) => index === 0))
    let before = 0
    for (const { startOffset = '0.000s', endOffset } of words) {
      expect(seconds(startOffset)).toBeGreaterThanOrEqual(before)
      expect(seconds(endOffset)).toBeGreaterThan(seconds(startOffset))
      before = seconds(endOffset)
    }
    expect(before).toBeLessThanOrEqual(seconds(results.at(-1)!.resultEndOffset))
  })

  test('has captions that parse, and say what the caller wrote', async () => {
    const { srt, vtt } = await timing({ text: TEXT })
    const [fromSrt, fromVtt] = [readCues(srt), readCues(vtt)]
    expect(fromVtt.map(({ from, to }) => [from, to])).toEqual(fromSrt.map(({ from, to }) => [from, to]))
    const said = fromSrt.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')
    expect(said).toBe('Hello, “world”! On 3 May it cost $4.99 — really TOO-muhch for AT&T.')
    expect(vtt).toContain('AT&amp;T')
  })
})

test('several sentences are one result with the whole transcript, which ends with the audio', async () => {
  const { results, audio, srt } = await timing({ text: 'One is first. Two follows.\n\nIs three last?' })
  expect(results).toHaveLength(1)
  const [{ alternatives, resultEndOffset }] = results as [Result]
  expect(alternatives).toHaveLength(1)
  expect(alternatives[0]!.transcript).toBe('One is first. Two follows. Is three last?')
  expect(alternatives[0]!.words).toHaveLength(8)
  expect(seconds(resultEndOffset)).toBeCloseTo((await decodeMp3(audio)).length / 22_050, 3)
  expect(readCues(srt).map(({ text }) => text)).toEqual(['One is first.', 'Two follows.', 'Is three last?'])
})

test('what looks like markup but is not is shown as the caller wrote it', async () => {
  const text = 'Is a<b>c fine? Use std::map and <tempo value="0.9">std::set</tempo>.'
  const { srt, vtt, results } = await timing({ text })
  const said = readCues(srt)
    .map(({ text: cue }) => cue.replaceAll('\n', ' '))
    .join(' ')
    // SubRip has no escapes, so an invisible word joiner keeps players from reading a tag.
    .replaceAll('\u2060', '')
  expect(said).toBe('Is a<b>c fine? Use std::map and std::set.')
  expect(results[0]!.alternatives[0]!.transcript).toBe(said)
  expect(vtt).toContain('a&lt;b&gt;c')
})

test('the audio keeps its name in another format', async () => {
  const { audio } = await timing({ text: 'Hello', audio_configs: { file_format: 'wav' } })
  expect(audio.toString('latin1', 0, 4)).toBe('RIFF')
})

test('SSML is read where the header asks for it, and is text otherwise', async () => {
  const text = '<speak>Wait <break time="1s"/> here</speak>'
  const { results } = await timing({ text }, { 'X-Enable-SSML': 'true' })
  const [wait, here] = wordsOf(results)
  expect([wait?.word, here?.word]).toEqual(['Wait', 'here'])
  expect(seconds(here!.startOffset!) - seconds(wait!.endOffset)).toBeGreaterThan(0.9)
})

test('every word of a text of 5,000 characters is spoken', async () => {
  const licence = await readFile(new URL('../../LICENSE', import.meta.url), 'utf8')
  const text = licence.trim().slice(0, 5000)
  const { results, audio } = await timing({ speaker_id: 17, text })
  const words = wordsOf(results).map(({ word }) => word)
  const lettersOf = (part: string) => part.replace(/[^\p{L}\p{N}]/gu, '')
  expect(lettersOf(words.join(''))).toBe(lettersOf(text))
  // Between 120 and 240 words a minute: nothing was left out of the sound.
  const minutes = (await decodeMp3(audio)).length / 16_000 / 60
  expect(words.length / minutes).toBeGreaterThan(90)
  expect(words.length / minutes).toBeLessThan(240)
}, 120_000)
