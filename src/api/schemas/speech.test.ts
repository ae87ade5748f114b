import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadJson } from '../../../test/support/planning-data.ts'
import { ServiceError } from '../../errors.ts'
import { parseCatalogue } from '../../voices/catalogue.ts'
import { parseClipDetails } from './clip-details.ts'
import { parseCombinationBody } from './combination.ts'
import { parseTime } from './parse-time.ts'
import { parseReplacementRows } from './replacement-rows.ts'
import { parseRespellingQuery } from './respelling.ts'
import { parseSpeechBody } from './speech.ts'
import { parseTitle } from './title.ts'
import { parseUsageGroups } from './usage.ts'
import { parseWebhookUrl } from './webhook.ts'

const CATALOGUE = parseCatalogue(loadJson('avatars.json'))
const BODY = { speaker_id: 3, text: 'Hello' }

const parse = (body: unknown) =>
  parseSpeechBody(body, { catalogue: CATALOGUE, maxTextLength: 10, defaultFormat: 'mp3', sampleRateOf: () => 24_000 })

/** What a function throws for a caller. */
function refusalOf(run: () => unknown): readonly [string, string] {
  try {
    run()
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, error.message]
    throw error
  }
  return ['', 'nothing was refused']
}

describe('a request to speak', () => {
  test.each([
    ['nothing', undefined, 'MISSING_ARGUMENT', 'expected a JSON object'],
    ['a list', [], 'MISSING_ARGUMENT', 'expected a JSON object'],
    ['no avatar', { text: 'x' }, 'MISSING_ARGUMENT', 'speaker_id is missing'],
    ['no avatar and no text', {}, 'MISSING_ARGUMENT', 'speaker_id is missing'],
    ['no text', { speaker_id: 3, text: null }, 'MISSING_ARGUMENT', 'text is missing'],
    ['half an avatar', { ...BODY, speaker_id: 3.5 }, 'INVALID_SPEAKER_ID', 'speaker_id 3.5: expected an integer'],
    ['an avatar in words', { ...BODY, speaker_id: 'three' }, 'INVALID_SPEAKER_ID', '"three": expected an integer'],
    ['an unknown avatar', { ...BODY, speaker_id: 987_654 }, 'INVALID_SPEAKER_ID', '987654'],
    ['an empty text', { ...BODY, text: '' }, 'INVALID_TEXT_LENGTH_EXCEEDED', 'it is empty'],
    ['a text that is a number', { ...BODY, text: 5 }, 'INVALID_TEXT_LENGTH_EXCEEDED', 'expected a string, not 5'],
    ['a long text', { ...BODY, text: 'x'.repeat(11) }, 'INVALID_TEXT_LENGTH_EXCEEDED', 'it has 11 characters, and'],
    [
      'a long text of emoji',
      { ...BODY, text: '😀'.repeat(6) },
      'INVALID_TEXT_LENGTH_EXCEEDED',
      'counted in UTF-16 units',
    ],
    [
      'an unknown model',
      { ...BODY, model: 'gpt' },
      'MISSING_ARGUMENT',
      'model "gpt": expected legacy, caruso, preview',
    ],
    ['libraries that are numbers', { ...BODY, library_ids: [1] }, 'MISSING_ARGUMENT', 'library_ids [1]: expected'],
    ['audio that is a word', { ...BODY, audio_configs: 'mp3' }, 'MISSING_ARGUMENT', 'audio_configs "mp3": expected'],
    [
      'an unknown format',
      { ...BODY, audio_configs: { file_format: 'aiff' } },
      'MISSING_ARGUMENT',
      '"aiff": expected mp3',
    ],
    ['a title of two', { ...BODY, title: ['a', 'b'] }, 'MISSING_ARGUMENT', 'title ["a","b"]: expected'],
    ['a flag in words', { ...BODY, include_word_timing: 'yes' }, 'MISSING_ARGUMENT', 'expected true or false'],
  ])('with %s is refused', (_what, body, code, message) => {
    const [refused, why] = refusalOf(() => parse(body))
    expect(refused).toBe(code)
    expect(why).toContain(message)
  })

  test('with several mistakes is refused for the first in the documented order', () => {
    const wrong: Record<string, unknown> = {
      speaker_id: -1,
      text: '',
      model: 'x',
      library_ids: 5,
      audio_configs: 7,
      title: 9,
    }
    const order = ['speaker_id -1', 'it is empty', 'model', 'library_ids', 'audio_configs', 'title']
    const right: Record<string, unknown> = { speaker_id: 3, text: 'x' }
    for (const [i, name] of Object.keys(wrong).entries()) {
      expect(refusalOf(() => parse(wrong))[1]).toContain(i === 0 ? '-1' : order[i])
      if (name in right) wrong[name] = right[name]
      else delete wrong[name]
    }
    expect(parse(wrong)).toMatchObject({ speakerId: 3, text: 'x' })
  })

  test('may leave out everything else, or say null', () => {
    const nulls = { model: null, library_ids: null, library_id: null, audio_configs: null, title: null }
    const expected = {
      speakerId: 3,
      text: 'Hello',
      libraryIds: [],
      output: { format: 'mp3' },
      includeWordTiming: false,
    }
    expect(parse(BODY)).toMatchObject(expected)
    expect(parse({ ...BODY, ...nulls, speaker_id: '3', surprise: 1 })).toMatchObject(expected)
  })

  test('names libraries under two names, each once', () => {
    const ids = (library_ids: unknown, library_id?: unknown) => parse({ ...BODY, library_ids, library_id }).libraryIds
    expect(ids(['b', 'a', 'b', ''], 'c')).toEqual(['b', 'a', 'c'])
    expect(ids('a', ['a', 'd'])).toEqual(['a', 'd'])
    const hundred = Array.from({ length: 100 }, (_, i) => `${i}`)
    expect(ids(hundred)).toEqual(hundred)
    expect(refusalOf(() => ids(hundred, 'one more'))[1]).toContain('they name 101 libraries; expected at most 100')
  })

  test('as any JSON at all is read or refused, and never breaks', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const [code] = refusalOf(() => parse(body))
        expect(['', 'MISSING_ARGUMENT', 'INVALID_SPEAKER_ID', 'INVALID_TEXT_LENGTH_EXCEEDED']).toContain(code)
      }),
    )
    const fields = fc.record({
      speaker_id: fc.constantFrom(3, '3'),
      text: fc.constant('x'),
      model: fc.jsonValue(),
      library_ids: fc.jsonValue(),
      audio_configs: fc.oneof(
        fc.jsonValue(),
        fc.record({ file_format: fc.jsonValue(), sample_rate: fc.jsonValue(), bitrate: fc.jsonValue() }),
      ),
      title: fc.jsonValue(),
      seed: fc.jsonValue(),
      include_word_timing: fc.jsonValue(),
    })
    fc.assert(
      fc.property(fields, (body) => {
        expect(['', 'MISSING_ARGUMENT']).toContain(refusalOf(() => parse(body))[0])
      }),
    )
  })
})

describe('a request to combine clips', () => {
  const pauses = (count: number, pause_durations: unknown) =>
    parseCombinationBody({ clip_ids: Array.from({ length: count }, () => 'x'), pause_durations }).pausesSeconds

  test.each([
    [1, undefined, []],
    [1, [], []],
    [1, 5, []],
    [3, undefined, [0, 0]],
    [3, 0.25, [0.25, 0.25]],
    [3, [0.25], [0.25, 0.25]],
    [3, [1, 600], [1, 600]],
    [7, 600, [600, 600, 600, 600, 600, 600]],
  ])('%d with pauses of %j', (count, given, expected) => {
    expect(pauses(count, given)).toEqual(expected)
  })

  test.each([
    [3, [1, 2, 3], '3 clips have 2 gaps, but pause_durations has 3 entries; expected 1 or 2'],
    [3, [], 'pause_durations has 0 entries'],
    [2, -0.1, 'pause 1 is -0.1; expected 0 to 600 seconds'],
    [3, [1, 600.1], 'pause 2 is 600.1'],
    [3, [1, '2'], 'pause 2 is "2"'],
    [3, [1, null], 'pause 2 is null'],
    [8, 600, 'the pauses are 4200 seconds in all; expected at most 3600'],
  ])('%d with pauses of %j is refused', (count, given, problem) => {
    expect(refusalOf(() => pauses(count, given))).toEqual(['MISSING_ARGUMENT', expect.stringContaining(problem)])
  })

  test.each([
    [undefined, 'clip_ids is missing'],
    [{ clip_ids: 'x' }, 'clip_ids must be a list'],
    [{ clip_ids: ['x', 1] }, 'clip_ids must be a list'],
    [{ clip_ids: [] }, 'expected 1 to 100 clip_ids, not 0'],
    [{ clip_ids: Array.from({ length: 101 }, () => 'x') }, 'expected 1 to 100 clip_ids, not 101'],
    [{ clip_ids: ['x'], chapters: 'no' }, 'chapters "no": expected true or false'],
  ])('as %j is refused', (body, problem) => {
    expect(refusalOf(() => parseCombinationBody(body))[1]).toContain(problem)
  })
})

describe('what a clip is called', () => {
  test.each([
    [null, undefined],
    [undefined, undefined],
    ['x'.repeat(200), 'x'.repeat(200)],
    [' a ', ' a '],
  ])('may be %j', (label, expected) => {
    expect(parseClipDetails({ label })).toEqual({ label: expected, metadata: undefined })
  })

  test.each(['', 'x'.repeat(201), 'two\nlines', 7, '\ud800'])('may not be %j', (label) => {
    expect(refusalOf(() => parseClipDetails({ label }))[1]).toContain('expected a string of 1 to 200 characters')
  })

  test('may have data, counted as they are stored', () => {
    const metadata = (length: number) => ({ a: 'ü'.repeat(length) })
    const most = (2048 - '{"a":""}'.length) / 2
    expect(parseClipDetails({ metadata: metadata(most) }).metadata).toEqual(metadata(most))
    expect(refusalOf(() => parseClipDetails({ metadata: metadata(most + 1) }))[1]).toContain('it has 2050')
    for (const wrong of [[], 'x', 3])
      expect(refusalOf(() => parseClipDetails({ metadata: wrong }))[1]).toContain('a JSON object')
  })
})

test.each([
  [undefined, undefined],
  ['', undefined],
  [' \n\t', undefined],
  ['  A\r\n\tlong   title ', 'A long title'],
  ['a\u0000b', 'a b'],
  ['x\ud800y', 'x\ufffdy'],
])('the title %j is %j', (given, expected) => {
  expect(parseTitle(given)).toBe(expected)
})

describe('a time', () => {
  test.each([
    ['0', 0],
    ['1773446400000', 1_773_446_400_000],
    ['2026-03-14', Date.UTC(2026, 2, 14)],
    ['2026-03-14T09:30Z', Date.UTC(2026, 2, 14, 9, 30)],
    ['2026-03-14T09:30:15.250Z', Date.UTC(2026, 2, 14, 9, 30, 15, 250)],
    ['2026-03-14T00:30+01:00', Date.UTC(2026, 2, 13, 23, 30)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    ['2026-12-31T23:59:59-08:00', Date.UTC(2027, 0, 1, 7, 59, 59)],
  ])('%s is read', (text, expected) => {
    expect(parseTime('from', text)).toBe(expected)
  })

  test.each([
    '',
    'now',
    '-5',
    '1.5',
    '2026-3-14',
    '2026-03-14 09:30',
    '2026-03-14T09:30',
    '2026-13-01',
    '2026-02-29',
    '2026-02-30T10:00:00Z',
    '2026-04-31',
    '2026-03-14T25:00Z',
    '9999999999999999',
  ])('%j is none', (text) => {
    expect(refusalOf(() => parseTime('from', text))).toEqual([
      'MISSING_ARGUMENT',
      expect.stringContaining(`Cannot use from ${JSON.stringify(text)}: expected epoch milliseconds`),
    ])
  })
})

describe('rows of replacements', () => {
  const row = { original: 'tomato', replacement_text: 'toh-MAH-toh' }

  test('are read with their defaults', () => {
    expect(
      parseReplacementRows([row, { ...row, original: ' a\u0301 ', enabled: false, is_phonetic_respelling: null }]),
    ).toEqual([
      { original: 'tomato', replacementText: 'toh-MAH-toh', isPhoneticRespelling: false, enabled: true },
      { original: 'á', replacementText: 'toh-MAH-toh', isPhoneticRespelling: false, enabled: false },
    ])
    expect(parseReplacementRows([])).toEqual([])
  })

  test('are refused together, each bad one with its number and reason', () => {
    const rows = [
      row,
      { ...row, original: undefined },
      'tomato',
      { ...row, original: 'x'.repeat(501) },
      { ...row, replacement_text: 7 },
      { ...row, original: 'b', enabled: 'yes' },
      { ...row },
    ]
    const [code, message] = refusalOf(() => parseReplacementRows(rows))
    expect(code).toBe('MISSING_ARGUMENT')
    expect(message).toContain('Cannot store 7 replacements: 6 of them cannot be used, so none is stored: ')
    expect(message.split(': ').slice(2).join(': ').split('; ')).toEqual([
      'row 2: original is missing',
      'row 3: it is not an object',
      'row 4: original has 501 characters',
      'expected at most 500',
      'row 5: replacement_text is not a string',
      'row 6: enabled is "yes"',
      'expected true or false',
      'row 7: original "tomato" is in row 1 too',
      'keep one of them',
    ])
    expect(refusalOf(() => parseReplacementRows([row, row]))[0]).toBe('CONFLICT')
  })

  test('that no voice can read are refused', () => {
    const rows = [row, { original: 'x', replacement_text: 'TUH--puhl', is_phonetic_respelling: true }]
    expect(refusalOf(() => parseReplacementRows(rows))[1]).toContain('row 2: Cannot read respelling "TUH--puhl"')
  })

  test('beyond the first fifty bad ones are only numbered', () => {
    const rows = Array.from({ length: 60 }, (_, i) => (i === 55 ? { ...row, original: 'fine' } : {}))
    const [, message] = refusalOf(() => parseReplacementRows(rows))
    expect(message).toContain('row 50: original is missing; and rows 51-55, 57-60')
    expect(message).not.toContain('row 51:')
  })
})

describe('a question about respellings', () => {
  test.each([
    [{ word: '  “tomato”\u00a0' }, { word: 'tomato', locale: 'en_US' }],
    [
      { word: "rock 'n' roll", locale: 'UK' },
      { word: "rock 'n' roll", locale: 'en_GB' },
    ],
    [
      { word: 'x', locale: 'en-gb' },
      { word: 'x', locale: 'en_GB' },
    ],
    [
      { word: 'x', locale: 'us' },
      { word: 'x', locale: 'en_US' },
    ],
  ])('%j is %j', (query, expected) => {
    expect(parseRespellingQuery(query)).toEqual(expected)
  })

  test.each([
    [{}, 'word is missing'],
    [{ word: ['a', 'b'] }, 'word is given more than once'],
    [{ word: ' "" ' }, 'word is empty'],
    [{ word: 'x'.repeat(201) }, 'word has 201 characters; expected at most 200'],
    [{ word: 'x', locale: 'de' }, 'locale is "de"'],
    [{ word: 'x', locale: ['us', 'uk'] }, 'locale is ["us","uk"]'],
  ])('%j is refused', (query, problem) => {
    expect(refusalOf(() => parseRespellingQuery(query))[1]).toContain(`Cannot suggest respellings: ${problem}`)
  })
})

test('usage is divided by groups in one order, each once', () => {
  expect(parseUsageGroups('avatar, day,avatar')).toEqual(['day', 'avatar'])
  expect(refusalOf(() => parseUsageGroups('day,week'))[1]).toContain('Cannot group usage by "week": expected day, ')
  expect(refusalOf(() => parseUsageGroups(''))[0]).toBe('MISSING_ARGUMENT')
})

describe('the URL of a webhook', () => {
  test.each([
    ['HTTPS://Example.com', 'https://example.com/'],
    ['http://example.com:8080/a?b=c#d', 'http://example.com:8080/a?b=c'],
    ['https://xn--mnchen-3ya.de/ü', 'https://xn--mnchen-3ya.de/%C3%BC'],
  ])('%s is kept as %s', (given, kept) => {
    expect(parseWebhookUrl(given)).toBe(kept)
  })

  test.each([
    '',
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://me:secret@example.com',
    'https://me@x.de',
    'http://',
  ])('%s is refused, and not repeated', (given) => {
    const [code, message] = refusalOf(() => parseWebhookUrl(given))
    expect(code).toBe('MISSING_ARGUMENT')
    expect(message).not.toContain('secret')
  })
})
