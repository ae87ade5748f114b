import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeWhole } from '../../../test/support/encode-whole.ts'
import { makeTone } from '../../../test/support/make-tone.ts'
import { readPcm16 } from '../encoding/pcm16.ts'
import { readWavSamples } from './read-wav-samples.ts'

const OPTIONS = { format: 'wav', inputSampleRate: 16000, sampleRate: 16000 } as const
const wav = await encodeWhole(makeTone(500, 16000), { ...OPTIONS, length: 'file' })

async function readAll(bytes: Uint8Array, size: number): Promise<readonly number[]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const samples: number[] = []
  for await (const chunk of readWavSamples(pieces)) samples.push(...chunk)
  return samples
}

test('gives the same samples whatever the pieces', async () => {
  const expected = [...readPcm16(wav.subarray(44))]
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1200 }), async (size) => {
      expect(await readAll(wav, size)).toEqual(expected)
    }),
  )
})

test('stops at the end of the samples, and reads a stream to its end', async () => {
  expect(await readAll(Buffer.concat([wav, Buffer.from('LIST')]), 100)).toHaveLength(500)
  const stream = await encodeWhole(makeTone(500, 16000), { ...OPTIONS, length: 'stream' })
  expect(await readAll(stream, 99)).toHaveLength(500)
})

test('a file cut short is refused', async () => {
  await expect(readAll(wav.subarray(0, 1000), 100)).rejects.toThrow('Cannot read WAV: 44 bytes are missing')
  await expect(readAll(wav.subarray(0, 20), 100)).rejects.toThrow('Cannot read WAV: it ends in its header')
})
