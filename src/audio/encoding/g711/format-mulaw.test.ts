import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { formatPcm16, readPcm16 } from '../pcm16.ts'
import { formatMulaw } from './format-mulaw.ts'

const ALL = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
const mulaw = { format: 'mulaw', inputSampleRate: 8000, sampleRate: 8000 } as const

/**
 * The decision values of G.711, table 2a, which a 14-bit sample reaches to have the codes 0 to 127: 0, 1, 3, ... 29, then in
 * steps of 4 from 31, of 8 from 95, and so on up to 7903.
 */
function decisionValues(): readonly number[] {
  const values = [0, ...Array.from({ length: 15 }, (_, i) => 2 * i + 1)]
  for (let step = 4; step <= 256; step *= 2) {
    const first = values.at(-1)! + step / 2
    values.push(...Array.from({ length: 16 }, (_, i) => first + i * step))
  }
  return values
}

/** The code that the table gives a 16-bit sample. */
function codeByTable(sample: number, decisions: readonly number[]): number {
  const code = decisions.findLastIndex((value) => 4 * value <= Math.abs(sample))
  return 0xff - code - (sample < 0 ? 0x80 : 0)
}

test('every 16-bit sample has the code of the interval in which G.711 puts it', () => {
  const decisions = decisionValues()
  expect([decisions.length, decisions[32], decisions.at(-1)]).toEqual([128, 95, 7903])
  const codes = formatMulaw(Float32Array.from(ALL, (sample) => sample / 32_768))
  expect(codes).toEqual(Uint8Array.from(ALL, (sample) => codeByTable(sample, decisions)))
})

test('SoX gives every 14-bit sample, which is what G.711 knows, the same byte', () => {
  const samples = readPcm16(new Uint8Array(ALL.filter((sample) => sample % 4 === 0).buffer))
  const args = ['-D', '-t', 's16', '-r', '8000', '-c', '1', '-', '-t', 'ul', '-']
  const { stdout } = spawnSync('sox', args, { input: formatPcm16(samples) })
  expect(formatMulaw(samples)).toEqual(new Uint8Array(stdout))
})

describe.each(['ffmpeg', 'sox'] as const)('%s', (decoder) => {
  test('reads each code as a sample that has this code', async () => {
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code)
    const { samples } = await decodeAudio(codes, { decoder, format: 'mulaw' })
    // Code 0x7f is a zero below zero.
    expect(formatMulaw(readPcm16(new Uint8Array(samples.buffer)))).toEqual(codes.with(0x7f, 0xff))
  })
})

test.each(['file', 'stream', 16_000] as const)('audio of 16 kHz and length %s is brought to 8 kHz', async (length) => {
  const bytes = await encodeWhole(makeTone(16_000, 16_000), { ...mulaw, inputSampleRate: 16_000, length })
  expect(bytes.length).toBe(8000)
  const { samples } = await decodeAudio(bytes, { decoder: 'ffmpeg', format: 'mulaw' })
  const errors = makeTone(8000, 8000).map((sample, i) => Math.abs(sample - samples[i]! / 32_768))
  expect(Math.max(...errors)).toBeLessThan(0.02)
})

test('another rate is refused, and a promised length is a promise', async () => {
  const other = encodeWhole(makeTone(9, 16_000), { ...mulaw, inputSampleRate: 16_000, sampleRate: 16_000, length: 9 })
  await expect(other).rejects.toThrow('Cannot encode mu-law at 16000 Hz: expected 8000')
  const short = encodeWhole(makeTone(99, 8000), { ...mulaw, length: 100 })
  await expect(short).rejects.toThrow('Cannot finish mu-law: 99 samples came, expected 100')
})
