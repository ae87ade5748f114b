import { expect, test } from 'vitest'
import { concatBytes } from './concat-bytes.ts'
import { formatWavHeader, readWavHeader } from './wav-header.ts'

const ascii = (text: string) => new TextEncoder().encode(text)

test('chunks before the samples are skipped, an odd one with its padding', () => {
  const header = formatWavHeader(22050, 5)
  const list = concatBytes([ascii('LIST'), Uint8Array.of(3, 0, 0, 0), ascii('abc'), Uint8Array.of(0)])
  const wav = concatBytes([header.subarray(0, 36), list, header.subarray(36)])
  expect(readWavHeader(wav)).toEqual({ sampleRate: 22050, dataOffset: 56, dataBytes: 10 })
})

test.each([
  ['nothing', new Uint8Array(0), 'no RIFF header'],
  ['another file', ascii('ID3 this is no WAV file'), 'no RIFF header'],
  ['a header cut short', formatWavHeader(8000, 1).subarray(0, 30), 'no samples'],
  ['stereo', formatWavHeader(8000, 1).with(22, 2), 'format 1 with 2 channels of 16 bits, expected mono 16-bit PCM'],
  ['floats', formatWavHeader(8000, 1).with(20, 3), 'format 3 with 1 channels of 16 bits'],
])('%s is refused', (_, bytes, problem) => {
  expect(() => readWavHeader(bytes)).toThrow(`Cannot read WAV: ${problem}`)
})
