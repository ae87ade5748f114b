import { describe, expect, test } from 'vitest'
import { parseAudioConfigs } from '../../schemas/audio-configs.ts'
import { parseOutputFormat } from './output-formats.ts'

const missing = (message: string) =>
  expect.objectContaining({ code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) })

const DEFAULT = { file_format: 'mp3', sample_rate: 44_100, bitrate: 128 }

describe('an output format', () => {
  test.each([
    [undefined, DEFAULT],
    [null, DEFAULT],
    ['mp3_44100_128', DEFAULT],
    ['mp3_22050_32', { file_format: 'mp3', sample_rate: 22_050, bitrate: 32 }],
    ['pcm_8000', { file_format: 'pcm', sample_rate: 8000 }],
    ['pcm_16000', { file_format: 'pcm', sample_rate: 16_000 }],
    ['wav_24000', { file_format: 'wav', sample_rate: 24_000 }],
    ['wav_48000', { file_format: 'wav', sample_rate: 48_000 }],
    ['ulaw_8000', { file_format: 'mulaw', sample_rate: 8000 }],
    ['alaw_8000', { file_format: 'alaw', sample_rate: 8000 }],
    ['opus_48000_64', { file_format: 'opus', sample_rate: 48_000, bitrate: 64 }],
  ])('%s is made', (name, configs) => {
    expect(parseOutputFormat(name)).toEqual(configs)
    const { file_format: format, sample_rate: sampleRate, ...rest } = configs
    expect(parseAudioConfigs(configs, 'mp3')).toEqual({ format, sampleRate, ...rest })
  })

  test.each([
    '',
    'mp3',
    'mp3_',
    'mp3_44100_',
    'mp3_44100_1',
    'MP3_44100_128',
    'MP3_44100',
    'flac_44100',
    'pcm_160000',
    'constructor_8000',
    5,
    {},
    ['pcm_8000'],
  ])('%j is refused', (name) => {
    expect(() => parseOutputFormat(name)).toThrow(missing('Cannot use output_format'))
  })

  test.each(['mp3_441000_128', 'ulaw_16000'])('%s, which no encoder makes, is refused', (name) => {
    expect(() => parseAudioConfigs(parseOutputFormat(name), 'mp3')).toThrow(/^Cannot use (output_format|audio_configs)/)
  })
})
