import { describe, expect, test } from 'vitest'
import { loadJson } from '../../../../test/support/planning-data.ts'
import { parseCatalogue } from '../../../voices/catalogue.ts'
import { SPEECH_MODELS } from './models.ts'
import { OPENAI_VOICE_NAMES } from './openai-voices.ts'
import { parseOpenAiSpeech } from './speech-body.ts'

const CATALOGUE = parseCatalogue(loadJson('avatars.json'))
const BODY = { model: SPEECH_MODELS[0], input: 'Hello', voice: OPENAI_VOICE_NAMES[0] }
const parse = (body: unknown) => parseOpenAiSpeech(body, CATALOGUE)

describe('a request in the shape of OpenAI', () => {
  test('is one of ours', () => {
    expect(
      parse({ ...BODY, instructions: 'whisper', response_format: 'pcm', speed: 4, stream_format: 'sse' }),
    ).toMatchObject({
      body: { text: 'Hello', audio_configs: { file_format: 'pcm', sample_rate: 24_000 } },
      speed: 4,
      asEvents: true,
      warnings: ['instructions are ignored: use the markup of the text, or another voice'],
    })
    expect(parse(BODY)).toMatchObject({
      body: { audio_configs: { file_format: 'mp3' } },
      speed: 1,
      asEvents: false,
      warnings: [],
    })
    expect(parse({ ...BODY, instructions: '' }).warnings).toEqual([])
  })

  test('may name each voice of OpenAI, and each of ours by id or name', () => {
    const idOf = (voice: unknown) => (parse({ ...BODY, voice }).body as { speaker_id: number }).speaker_id
    for (const name of OPENAI_VOICE_NAMES) expect(CATALOGUE.bySpeakerId.has(idOf(name))).toBe(true)
    const { avatar } = CATALOGUE.voices[0]!
    for (const voice of [avatar.id, String(avatar.id), { id: String(avatar.id) }, `${avatar.name} ${avatar.style}`])
      expect(idOf(voice)).toBe(avatar.id)
  })

  test.each([
    [null, 'body', undefined],
    [{ ...BODY, model: undefined }, 'model', 'missing_required_parameter'],
    [{ ...BODY, input: null }, 'input', 'missing_required_parameter'],
    [{ input: 'x', model: BODY.model }, 'voice', 'missing_required_parameter'],
    [{ ...BODY, model: 'gpt-5' }, 'model', 'model_not_found'],
    [{ ...BODY, input: '' }, 'input', 'invalid_value'],
    [{ ...BODY, input: ['a'] }, 'input', 'invalid_value'],
    [{ ...BODY, voice: 'nobody' }, 'voice', 'invalid_value'],
    [{ ...BODY, voice: {} }, 'voice', 'invalid_value'],
    [{ ...BODY, response_format: 'aac-lc' }, 'response_format', 'invalid_value'],
    [{ ...BODY, response_format: 'mulaw' }, 'response_format', 'invalid_value'],
    [{ ...BODY, speed: 0.24 }, 'speed', 'invalid_value'],
    [{ ...BODY, speed: '4.5' }, 'speed', 'invalid_value'],
    [{ ...BODY, speed: 'fast' }, 'speed', 'invalid_value'],
    [{ ...BODY, stream_format: 'chunks' }, 'stream_format', 'invalid_value'],
  ])('%j is refused for its %s', (body, param, code) => {
    let refused: unknown
    try {
      parse(body)
    } catch (error) {
      refused = error
    }
    expect(refused).toMatchObject({ param, ...(code !== undefined && { openAiCode: code }) })
  })
})
