import { describe, expect, test } from 'vitest'
import { loadJson } from '../../../../test/support/planning-data.ts'
import { parseCatalogue } from '../../../voices/catalogue.ts'
import { findElevenLabsVoice, parseElevenLabsSpeech, parseLocators, parseSpeed } from './elevenlabs-body.ts'

const CATALOGUE = parseCatalogue(loadJson('avatars.json'))
const missing = (message: string) =>
  expect.objectContaining({ code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) })

function parse(body: unknown, { voice = '3', query = {} }: { voice?: string; query?: object } = {}) {
  return parseElevenLabsSpeech({ params: { voice_id: voice }, query, body }, CATALOGUE)
}

test('a request becomes one of ours', () => {
  const locators = [{ pronunciation_dictionary_id: 'a', version_id: '1' }, { pronunciation_dictionary_id: 'b' }]
  const body = { text: 'Hello', model_id: 'x', voice_settings: { speed: 1.5, stability: 1 } }
  expect(
    parse({ ...body, pronunciation_dictionary_locators: locators }, { query: { output_format: 'pcm_16000' } }),
  ).toEqual({
    body: {
      speaker_id: 3,
      text: 'Hello',
      audio_configs: { file_format: 'pcm', sample_rate: 16_000 },
      library_ids: ['a', 'b'],
    },
    speed: 1.5,
    cues: false,
    warnings: [],
  })
})

test('what is left out has its default', () => {
  expect(parse({ text: 'Hello' })).toEqual({
    body: {
      speaker_id: 3,
      text: 'Hello',
      audio_configs: { file_format: 'mp3', sample_rate: 44_100, bitrate: 128 },
      library_ids: [],
    },
    speed: 1,
    cues: false,
    warnings: [],
  })
})

test.each([
  ['eleven_v3', true],
  ['eleven_v3_preview', true],
  ['eleven_multilingual_v2', false],
  [null, false],
])('the model %j takes cues: %j', (model_id, cues) => {
  expect(parse({ text: 'Hello', model_id }).cues).toBe(cues)
})

test.each([undefined, null, 'text', 3, []])('a body of %j is refused', (body) => {
  expect(() => parse(body)).toThrow(missing('expected a JSON object'))
})

describe('a voice', () => {
  test('is found by id or name', () => {
    const { avatar } = CATALOGUE.voices[0]!
    for (const name of [String(avatar.id), avatar.name, `${avatar.name}-${avatar.style}`])
      expect(findElevenLabsVoice(name, CATALOGUE).voice.avatar.id).toBe(avatar.id)
  })

  test.each([undefined, null, 3, 'Nobody', '21m00Tcm4TlvDq8ikWAM'])('%j is not found', (name) => {
    expect(() => findElevenLabsVoice(name, CATALOGUE)).toThrow(
      expect.objectContaining({ code: 'INVALID_SPEAKER_ID', status: 404 }),
    )
  })
})

describe('speed', () => {
  test.each([
    [undefined, 1],
    [null, 1],
    [{}, 1],
    [{ speed: null }, 1],
    [{ speed: 0.25 }, 0.25],
    [{ speed: 0.7 }, 0.7],
    [{ speed: 4 }, 4],
    [{ speed: 4, stability: 1 }, 4],
  ])('of %j is %d', (settings, speed) => {
    expect(parseSpeed(settings)).toBe(speed)
  })

  test.each([
    { speed: 0.2 },
    { speed: 0.24 },
    { speed: 4.01 },
    { speed: 4.1 },
    { speed: '1' },
    { speed: Number.NaN },
    { speed: 0 },
  ])('of %j is refused', (settings) => {
    expect(() => parseSpeed(settings)).toThrow(missing('Cannot use voice_settings'))
    expect(() => parseSpeed(settings)).toThrow(missing('a number from 0.25 to 4'))
  })

  test.each(['fast', 3, true])('settings of %j are refused', (settings) => {
    expect(() => parseSpeed(settings)).toThrow(missing('Cannot use voice_settings'))
  })
})

describe('pronunciation dictionaries', () => {
  test.each([
    [undefined, []],
    [null, []],
    [[], []],
    [{ pronunciation_dictionary_id: 'a' }, ['a']],
    [[{ pronunciation_dictionary_id: 'a', version_id: 'x' }], ['a']],
  ])('of %j are %j', (locators, ids) => {
    expect(parseLocators(locators)).toEqual(ids)
  })

  test.each([['a'], [[null]], [[{ id: 'a' }]], [[{}]], [[{ pronunciation_dictionary_id: 3 }]], [5]])(
    '%j are refused',
    (locators) => {
      expect(() => parseLocators(locators)).toThrow(missing('Cannot use pronunciation_dictionary_locators'))
      expect(() => parseLocators(locators)).toThrow(missing('objects with pronunciation_dictionary_id'))
    },
  )
})
