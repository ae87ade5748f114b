import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

type Word = {
  readonly source: string
  readonly source_start: number
  readonly source_end: number
  readonly spoken: readonly string[]
  readonly phonemes: readonly string[]
  readonly respelling: readonly string[]
  readonly origin: readonly string[]
  readonly replacement: object | null
  readonly reading: {
    readonly class: string
    readonly margin: number
    readonly runner_up: { readonly spoken: string }
  } | null
  readonly delivery: object
}
type Explanation = {
  readonly spoken_text: string
  readonly words: readonly Word[]
  readonly pauses: readonly { readonly after_word: number; readonly mark: string; readonly seconds: number }[]
  readonly warnings: readonly string[]
  readonly duration_seconds: number
}

const TONE_RATE = 16_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const explain = (text: string, options: object = {}, headers: Record<string, string> = {}) =>
  service.json<Explanation>('/explain', { body: { speaker_id: 3, text, ...options }, headers })

const wordOf = async (text: string, source: string): Promise<Word> =>
  (await explain(text)).words.find((word) => word.source === source)!

test('tells all of a word', async () => {
  expect((await explain('It costs 🎉 $4.99.')).words[3]).toEqual({
    source: '$4.99',
    source_start: 12,
    source_end: 17,
    spoken: ['four', 'dollars', 'ninety', 'nine', 'cents'],
    phonemes: ['F AO1 R', 'D AA1 L ER0 Z', 'N AY1 N T IY0', 'N AY1 N', 'S EH1 N T S'],
    respelling: ['FOR', 'DAH-lurz', 'NYN-tee', 'NYN', 'SEHNTS'],
    origin: ['lexicon', 'lexicon', 'lexicon', 'lexicon', 'lexicon'],
    replacement: null,
    reading: {
      form: 'money',
      class: 'sum',
      fields: { written: '$4.99' },
      guess: false,
      margin: expect.any(Number),
      runner_up: { class: 'short', spoken: 'four ninety nine' },
    },
    delivery: { tempo: 1, loudness: 0, pitch: 0 },
  })
})

test('tells how a form with several readings is read, and what comes next', async () => {
  const { spoken, reading } = await wordOf('The library closes on 3/5 for repairs.', '3/5')
  expect(spoken).toEqual(['march', 'fifth'])
  expect(reading).toMatchObject({ form: 'slash', class: 'date', fields: { first: '3', second: '5' }, guess: false })
  expect(reading!.margin).toBeGreaterThan(0)
  expect(reading!.runner_up!.spoken).not.toBe('march fifth')
})

test.each([
  ['lexicon', 'A pizza', 'pizza', 'PEET-suh'],
  ['homograph', 'I record it', 'record', 'rih-KORD'],
  ['homograph', 'My record is old', 'record', 'REH-kurd'],
  ['derived', 'Two storyboarders', 'storyboarders', 'STOH-ree-bor-durz'],
  ['letter_to_sound', 'A blicket', 'blicket', 'BLIH-kuht'],
  ['respelling', 'A ::toh-MAH-toh::', 'toh-MAH-toh', 'toh-MAH-toh'],
  ['respelling', 'A <respell value="toh-MAH-toh">tomato</respell>', 'tomato', 'toh-MAH-toh'],
])('names %s as the origin in %j', async (origin, text, source, respelling) => {
  expect(await wordOf(text, source)).toMatchObject({ source, origin: [origin], respelling: [respelling] })
})

test('speaks in the locale of the avatar', async () => {
  const { words } = await explain('tomato', { speaker_id: 4 })
  expect(words[0]?.respelling).toEqual(['tuh-MAH-toh'])
})

test('all spoken words make the spoken text', async () => {
  const { spoken_text, words } = await explain('Dr. Smith & the BBC paid $5 on 3/4/2021!')
  expect(spoken_text).toMatch(/^doctor smith and the b b c paid five dollars on [a-z]+( [a-z]+)*$/)
  expect(words.flatMap(({ spoken }) => spoken).join(' ')).toBe(spoken_text)
})

test('tells which replacement put other words in', async () => {
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'AI' } })
  const { replacement_id } = await service.json<{ replacement_id: string }>(
    `/replacement_libraries/${library_id}/replacements`,
    { body: { original: 'AI', replacement_text: 'artificial intelligence' } },
  )
  const { words } = await explain('What is ai now', { library_ids: [library_id] })
  expect(words.map(({ replacement }) => replacement)).toEqual([
    null,
    null,
    { library_id, replacement_id, original: 'AI' },
    null,
  ])
  expect(words[2]).toMatchObject({ source: 'ai', spoken: ['artificial', 'intelligence'] })
})

test('tells the delivery that is applied, and warns of values that are clamped', async () => {
  const text = '<tempo value="9"><pitch value="20">Quick</pitch></tempo> brown <loudness value="-2">fox</loudness>'
  const { words, warnings } = await explain(text, { model: 'caruso' })
  expect(words.map(({ delivery }) => delivery)).toEqual([
    { tempo: 2.3, loudness: 0, pitch: 20 },
    { tempo: 1, loudness: 0, pitch: 0 },
    { tempo: 1, loudness: -2, pitch: 0 },
  ])
  expect(warnings).toEqual(['tempo 9 is outside 0.7 to 2.3: 2.3 is used'])
})

describe('pauses', () => {
  test('name the word before them, the mark and their length', async () => {
    const { pauses } = await explain('Well<tempo value="0.8">:</tempo> yes; no... Bye')
    expect(pauses.map(({ after_word, mark }) => [after_word, mark])).toEqual([
      [0, ':'],
      [1, ';'],
      [2, '…'],
      [3, '.'],
    ])
    const { pauses: plain } = await explain('Well: yes; no... Bye')
    expect(pauses.map(({ seconds }) => seconds)).toEqual([
      plain[0]!.seconds / 0.8,
      ...plain.slice(1).map(({ seconds }) => seconds),
    ])
    expect(pauses.at(-1)!.seconds).toBe(0.1)
  })

  test('without punctuation have the mark of a comma', async () => {
    const { pauses } = await explain('Please leave a message after the tone and we will call you back.')
    expect(pauses[0]).toMatchObject({ after_word: 6, mark: ',' })
    expect(pauses[0]!.seconds).toBeGreaterThan(0.1)
  })

  test('of SSML breaks are in the list', async () => {
    const { pauses } = await explain('<speak>One<break time="700ms"/> two</speak>', {}, { 'X-Enable-SSML': 'true' })
    expect(pauses[0]).toEqual({ after_word: 0, mark: 'break', seconds: 0.7 })
  })
})

const TEXTS = [
  'Hello',
  'It costs $4.99, or <tempo value="0.7">less</tempo>! Call 555-123-4567.\n\nDr. Smith, the BBC',
  'One day the north wind and the sun were disputing which was the stronger when a traveller came along '.repeat(3),
]

describe.each(TEXTS)('/explain of %j', (text) => {
  test('gives the length of the audio of /stream to the sample', async () => {
    for (const speaker_id of [3, 4]) {
      const body = { speaker_id, text, audio_configs: { file_format: 'pcm' } }
      const bytes = await (await service.call('/stream', { body })).arrayBuffer()
      const { duration_seconds } = await explain(text, { speaker_id })
      expect(duration_seconds).toBe(bytes.byteLength / 2 / TONE_RATE)
    }
  })

  test('has the caller’s words, in order and where they stand', async () => {
    const { words } = await explain(text)
    for (const { source, source_start, source_end } of words) expect(text.slice(source_start, source_end)).toBe(source)
    const starts = words.map(({ source_start }) => source_start)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })
})

test('warns of HTML that it drops and of characters that no voice reads', async () => {
  const { spoken_text, words, warnings } = await explain('<p>Fish &pound;5</p><p>Soup 猫</p>')
  expect(spoken_text).toBe('fish five pounds soup')
  expect(words.map(({ source }) => source)).toEqual(['Fish', '&pound;5', 'Soup'])
  expect(warnings).toEqual([
    'HTML tag <p> is not spoken: 4 times, first at offset 0',
    'HTML entity &pound; is decoded: at offset 8',
    'Character U+732B "猫" is skipped, because no voice reads it: at offset 28',
  ])
})

test('refuses what no voice reads if the operator wants it so', async () => {
  const strict = await startTestService({ UNREADABLE_CHARACTERS: 'refuse' })
  try {
    const answer = strict.json('/explain', { body: { speaker_id: 3, text: 'Soup 猫' } })
    await expect(answer).rejects.toThrow(/answered 400: .*U\+732B.*at offset 5/)
  } finally {
    await strict.close()
  }
})
