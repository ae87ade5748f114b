import type { PcmAudio } from '../../../audio/pcm-audio.ts'

const HEADER_BYTES = 44

/**
 * Reads the WAV file that Flite writes: 16-bit mono PCM after a header of 44 bytes. The samples come without Flite's offset, which is as
 * high as -46 dB of full scale and clicks where a pause begins.
 */
export function readFliteWav(wav: Uint8Array<ArrayBuffer>): PcmAudio {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const kind = new TextDecoder('latin1').decode(wav.subarray(0, 4))
  if (kind !== 'RIFF' || view.getUint16(22, true) !== 1 || view.getUint16(34, true) !== 16) {
    throw new Error('Cannot read the sound of Flite: it is not 16-bit mono WAV')
  }
  const samples = new Float32Array((wav.byteLength - HEADER_BYTES) >> 1)
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(HEADER_BYTES + 2 * i, true) / 32768
  const offset = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length)
  for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! - offset
  return { sampleRate: view.getUint32(24, true), samples }
}
