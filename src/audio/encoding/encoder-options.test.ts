import { expect, test } from 'vitest'
import { encoderOptions } from './encoder-options.ts'

test('audio keeps the rate of the voice unless another is asked for', () => {
  const speech = { sampleRate: 22_050, length: 'file' } as const
  expect(encoderOptions({ format: 'mp3' }, speech)).toMatchObject({ inputSampleRate: 22_050, sampleRate: 22_050 })
  expect(encoderOptions({ format: 'mp3', sampleRate: 8000 }, speech)).toMatchObject({
    inputSampleRate: 22_050,
    sampleRate: 8000,
    length: 'file',
  })
})
