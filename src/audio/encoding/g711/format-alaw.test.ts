import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { formatPcm16, readPcm16 } from '../pcm16.ts'
import { formatAlaw } from './format-alaw.ts'

const ALL = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
const alaw = { format: 'alaw', inputSampleRate: 8000, sampleRate: 8000 } as const

/** The decision values of G.711, table 1a, in 12 bits: 0 to 32 in steps of 1, then 16 each in steps of 2, 4, up to 64. */
function decisionValues(): readonly number[] {
  const values = Array.from({ length: 32 }, (_, i) => i)
  for (let step = 2; step <= 64; step *= 2) values.push(...Array.from({ length: 16 }, (_, i) => (16 + i) * step))
  return values
}

/** The code that the table gives a 16-bit sample, with every other bit inverted. A negative sample has its ones' complement. */
function codeByTable(sample: number, decisions: readonly number[]): number {
  const magnitude = Math.floor((sample < 0 ? -1 - sample : sample) / 16)
  const code = decisions.findLastIndex((value) => value <= magnitude)
  return (code + (sample < 0 ? 0 : 0x80)) ^ 0x55
}

test('every 16-bit sample has the code of the interval in which G.711 puts it', () => {
  const decisions = decisionValues()
  expect([decisions.length, decisions[32], decisions.at(-1)]).toEqual([128, 32, 1984])
  const codes = formatAlaw(Float32Array.from(ALL, (sample) => sample / 32_768))
  expect(codes).toEqual(Uint8Array.from(ALL, (sample) => codeByTable(sample, decisions)))
})

test('SoX gives every 13-bit sample, which is what G.711 knows, the same byte', () => {
  const samples = readPcm16(new Uint8Array(ALL.filter((sample) => sample % 8 === 0 && sample >= 0).buffer))
  const args = ['-D', '-t', 's16', '-r', '8000', '-c', '1', '-', '-t', 'al', '-']
  const { stdout } = spawnSync('sox', args, { input: formatPcm16(samples) })
  expect(formatAlaw(samples)).toEqual(new Uint8Array(stdout))
})

describe.each(['ffmpeg', 'sox'] as const)('%s', (decoder) => {
  test('reads each code as a sample that has this code', async () => {
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code)
    const { samples } = await decodeAudio(codes, { decoder, format: 'alaw' })
    expect(formatAlaw(readPcm16(new Uint8Array(samples.buffer)))).toEqual(codes)
  })
})

test('audio of 16 kHz is brought to 8 kHz', async () => {
  const bytes = await encodeWhole(makeTone(16_000, 16_000), { ...alaw, inputSampleRate: 16_000, length: 'file' })
  expect(bytes.length).toBe(8000)
  const { samples } = await decodeAudio(bytes, { decoder: 'ffmpeg', format: 'alaw' })
  const errors = makeTone(8000, 8000).map((sample, i) => Math.abs(sample - samples[i]! / 32_768))
  expect(Math.max(...errors)).toBeLessThan(0.03)
})

test('another rate is refused', async () => {
  const other = encodeWhole(makeTone(9, 16_000), { ...alaw, inputSampleRate: 16_000, sampleRate: 16_000, length: 9 })
  await expect(other).rejects.toThrow('Cannot encode A-law at 16000 Hz: expected 8000')
})
