import { beforeAll, describe, expect, test, vi } from 'vitest'
import { bitratesOf as acceptedBitrates } from '../../src/audio/encoding/bitrates.ts'
import type * as ExportChoice from '../src/exports/export-choice.ts'

let choice: typeof ExportChoice
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  choice = await import('../src/exports/export-choice.ts')
})

test('every bitrate that is offered is one that the service takes', () => {
  for (const format of Object.keys(choice.FORMATS) as ExportChoice.Format[])
    for (const rate of choice.ratesOf(format)) {
      const accepted = acceptedBitrates(format, rate)
      expect(choice.bitratesOf(format, rate).length > 0).toBe(accepted.length > 0)
      for (const bitrate of choice.bitratesOf(format, rate)) expect(accepted, `${format} ${rate}`).toContain(bitrate)
    }
})

describe('a change of the format or rate', () => {
  test('keeps a bitrate that fits, and takes the usual one else', () => {
    choice.changeChoice({ format: 'mp3', sampleRate: 44_100, bitrate: 320 })
    expect(choice.toSettings(choice.exportChoice.value).audio_configs).toMatchObject({
      file_format: 'mp3',
      bitrate: 320,
    })
    choice.changeChoice({ sampleRate: 24_000 })
    expect(choice.exportChoice.value.bitrate).toBe('usual')
    choice.changeChoice({ bitrate: 'vbr' })
    expect(choice.toSettings(choice.exportChoice.value).audio_configs).toMatchObject({ bitrate_mode: 'vbr' })
    choice.changeChoice({ format: 'aac' })
    expect(choice.toSettings(choice.exportChoice.value).audio_configs).toEqual({
      file_format: 'aac',
      sample_rate: 24_000,
    })
  })
})
