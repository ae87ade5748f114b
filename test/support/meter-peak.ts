import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

/** The true peak that ffmpeg's EBU R128 meter finds, in dB of full scale: to a tenth of a dB. */
export async function meterPeakDb({ samples, sampleRate }: PcmAudio): Promise<number> {
  const input = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0']
  // The meter prints its summary, and nothing for each frame.
  const filter = 'ebur128=peak=true:framelog=verbose'
  const meter = spawn('ffmpeg', ['-hide_banner', '-nostats', ...input, '-af', filter, '-f', 'null', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  meter.stdin.end(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  const report = await text(meter.stderr)
  const peak = /Peak:\s+(-?[\d.]+) dBFS/.exec(report)?.[1]
  if (peak === undefined) throw new Error(`Cannot read the meter of ffmpeg: ${report.slice(-300)}`)
  return Number(peak)
}
