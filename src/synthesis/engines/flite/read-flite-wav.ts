import { readPcm16 } from '../../../audio/encoding/pcm16.ts'
import { readWavHeader } from '../../../audio/encoding/wav-header.ts'
import type { PcmAudio } from '../../../audio/pcm-audio.ts'

/** Reads the 16-bit mono WAV file that Flite writes. Removes Flite's DC offset, which reaches -46 dBFS and clicks at the start of a pause. */
export function readFliteWav(wav: Uint8Array): PcmAudio {
  const { sampleRate, dataOffset } = readWavHeader(wav)
  const samples = readPcm16(wav.subarray(dataOffset))
  let sum = 0
  for (let i = 0; i < samples.length; i++) sum += samples[i]!
  const offset = sum / Math.max(1, samples.length)
  for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! - offset
  return { sampleRate, samples }
}
