import { expect, test } from 'vitest'
import { clipFile, clipKeys, clipMasterKey, previewKey } from '../clips/audio-keys.ts'
import { checkBitrate, type OutputFormat } from './output-format.ts'

const check = (output: OutputFormat, rate = 24_000) => checkBitrate(output, rate)

test.each<[OutputFormat, number]>([
  [{ format: 'mp3', bitrate: 160 }, 24_000],
  [{ format: 'mp3', bitrate: 320 }, 44_100],
  [{ format: 'mp3', bitrate: 64, bitrateMode: 'variable' }, 8000],
  [{ format: 'opus', bitrate: 6 }, 24_000],
  [{ format: 'opus', bitrate: 256 }, 24_000],
  [{ format: 'mp3', bitrate: 320, sampleRate: 48_000 }, 8000],
  [{ format: 'wav' }, 24_000],
  [{ format: 'flac', sampleRate: 44_100 }, 24_000],
])('%j at %d Hz can be made', (output, rate) => {
  expect(() => check(output, rate)).not.toThrow()
})

test.each<[OutputFormat, number, string]>([
  [{ format: 'mp3', bitrate: 320 }, 24_000, 'bitrate 320: expected 8, 16, 24'],
  [{ format: 'mp3', bitrate: 100 }, 24_000, 'bitrate 100: expected'],
  [{ format: 'mp3', bitrate: 320, sampleRate: 16_000 }, 48_000, 'for mp3 at 16000 Hz'],
  [{ format: 'opus', bitrate: 5 }, 24_000, 'bitrate 5: expected 6 to 256 kb/s'],
  [{ format: 'opus', bitrate: 257 }, 24_000, 'bitrate 257'],
  [{ format: 'opus', bitrate: 32.5 }, 24_000, 'bitrate 32.5'],
  [{ format: 'wav', bitrate: 128 }, 24_000, 'bitrate 128: wav has none'],
  [{ format: 'flac', bitrateMode: 'variable' }, 24_000, 'bitrate_mode: flac has none'],
])('%j at %d Hz is refused', (output, rate, problem) => {
  expect(() => check(output, rate)).toThrow(problem)
})

test('the master of a clip holds its WAV and PCM, unless they have another rate', () => {
  const id = '0b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'
  const master = `masters/0b/${id}.wav`
  expect(clipMasterKey(id)).toBe(master)
  expect(clipFile(id, { format: 'wav' })).toEqual({ key: master, skippedBytes: 0 })
  expect(clipFile(id, { format: 'pcm' })).toEqual({ key: master, skippedBytes: 44 })
  for (const format of ['wav', 'pcm', 'mp3', 'flac', 'opus', 'mulaw'] as const) {
    const own = { key: `clips/0b/${id}.${format}`, skippedBytes: 0 }
    expect(clipFile(id, { format, sampleRate: 8000 })).toEqual(own)
    expect(clipKeys(id, { format })).toEqual([own.key, master])
  }
  expect(previewKey(3, 'abc')).toBe('previews/3-abc.mp3')
})
