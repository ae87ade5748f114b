import { spawnSync } from 'node:child_process'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

/** A program that changes tempo, pitch or loudness of finished audio. */
export type RivalEffect = { readonly name: string; readonly apply: (audio: PcmAudio, value: number) => PcmAudio }

/** SoX: `tempo -s` is WSOLA with its settings for speech. */
export const SOX_TEMPO: RivalEffect = {
  name: 'sox tempo -s',
  apply: (audio, value) => sox(audio, ['tempo', '-s', String(value)]),
}

/** SoX: a pitch in hundredths of a semitone; it does not keep formants. */
export const SOX_PITCH: RivalEffect = {
  name: 'sox pitch',
  apply: (audio, semitones) => sox(audio, ['pitch', (100 * semitones).toFixed(3)]),
}

/** ffmpeg with the Rubber Band library. */
export const RUBBERBAND_TEMPO: RivalEffect = {
  name: 'rubberband',
  apply: (audio, value) => ffmpeg(audio, `rubberband=tempo=${value}`),
}

export const RUBBERBAND_PITCH: RivalEffect = {
  name: 'rubberband',
  apply: (audio, semitones) => ffmpeg(audio, `rubberband=pitch=${2 ** (semitones / 12)}:formant=preserved`),
}

/** ffmpeg: plain gain, and its limiter at -1 dB, which reads samples only. */
export const FFMPEG_GAIN: RivalEffect = {
  name: 'ffmpeg volume,alimiter',
  apply: (audio, decibels) => ffmpeg(audio, `volume=${decibels}dB,alimiter=limit=-1dB:level=false`),
}

function sox({ samples, sampleRate }: PcmAudio, effect: readonly string[]): PcmAudio {
  const format = ['-t', 'f32', '-r', String(sampleRate), '-c', '1']
  return run('sox', ['-V1', ...format, '-', ...format, '-', ...effect], { samples, sampleRate })
}

function ffmpeg({ samples, sampleRate }: PcmAudio, filter: string): PcmAudio {
  const format = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', '1']
  return run('ffmpeg', ['-v', 'error', ...format, '-i', 'pipe:0', '-af', filter, ...format, 'pipe:1'], {
    samples,
    sampleRate,
  })
}

function run(program: string, options: readonly string[], { samples, sampleRate }: PcmAudio): PcmAudio {
  const input = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  const { status, stdout, stderr } = spawnSync(program, options, { input, maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`Cannot run ${program}: ${stderr.toString()}`)
  const bytes = new Uint8Array(stdout)
  return { sampleRate, samples: new Float32Array(bytes.buffer, 0, bytes.length >> 2) }
}
