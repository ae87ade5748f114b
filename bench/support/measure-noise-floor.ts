import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

/** The noise floor as ffmpeg's filter `astats` finds it, in dB of full scale: the level of the quietest 50 ms. */
export async function measureNoiseFloor({ samples, sampleRate }: PcmAudio): Promise<number> {
  const input = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0']
  const { stdin, stderr } = spawn('ffmpeg', ['-hide_banner', ...input, '-af', 'astats', '-f', 'null', '-'])
  stdin.end(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  const [, level] = /Noise floor dB: (\S+)/.exec(await text(stderr)) ?? []
  if (level === undefined) throw new Error('Cannot measure the noise floor: ffmpeg does not tell it')
  return level === '-inf' ? Number.NEGATIVE_INFINITY : Number(level)
}
