import type { EncoderOptions, OutputFormat } from './audio-encoder.ts'

/** How audio of `sampleRate` Hz is encoded as a caller asks; `length` as in EncoderOptions. */
export function encoderOptions(
  output: OutputFormat,
  { sampleRate, length }: Pick<EncoderOptions, 'sampleRate' | 'length'>,
): EncoderOptions {
  return { ...output, inputSampleRate: sampleRate, sampleRate: output.sampleRate ?? sampleRate, length }
}
