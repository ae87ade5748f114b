/**
 * What a resampler adds to sines from 0 to 0.9 of the lower Nyquist frequency (images, aliases and noise, at the worst), and,
 * where the rate goes down, what is left of sines above 1.1 of it; beside ffmpeg and SoX as they come. All in dB.
 *   npm run bench -- resampling [sines]
 */
import { spawnSync } from 'node:child_process'
import { SAMPLE_RATES } from '../src/delivery/files/output-format.ts'
import { loadResamplerLibrary } from '../src/speaking/threads/load-audio-libraries.ts'
import { measureResampling, type Resample, VOICE_RATES } from '../test/support/measure-resampling.ts'
import { printGoal, printTable } from './support/print-table.ts'

const SINES = Number(process.argv[2] ?? 10)
const GOAL_DB = 100

const createResampler = await loadResamplerLibrary()
const ours: Resample = (samples, rates) => {
  const resampler = createResampler(rates)
  return Float32Array.from([...resampler.resample(samples), ...resampler.flush()])
}

/** Resamples raw 32-bit floats by a command. */
function byCommand(line: (from: number, to: number) => string): Resample {
  return (samples, { from, to }) => {
    const [command, ...args] = line(from, to).split(' ')
    const { stdout, status } = spawnSync(command!, args, { input: new Uint8Array(samples.buffer), maxBuffer: 2 ** 28 })
    if (status !== 0) throw new Error(`Cannot run ${command}`)
    return new Float32Array(new Uint8Array(stdout).buffer)
  }
}

const ffmpeg = byCommand((from, to) => `ffmpeg -v error -f f32le -ar ${from} -ac 1 -i - -f f32le -ar ${to} -`)
const sox = byCommand((from, to) => `sox -t f32 -r ${from} -c 1 - -t f32 -r ${to} -`)

let least = Number.POSITIVE_INFINITY
const rows = VOICE_RATES.flatMap((from) =>
  SAMPLE_RATES.filter((rate) => rate !== from).map((to) => {
    const measure = (resample: Resample) => measureResampling(resample, { from, to, count: SINES })
    const [service, ...rivals] = [measure(ours), measure(ffmpeg), measure(sox)]
    least = Math.min(least, service!.passSnrDb, service!.stopDb ?? least)
    return {
      'from Hz': from,
      'to Hz': to,
      service: service!.passSnrDb.toFixed(1),
      ffmpeg: rivals[0]!.passSnrDb.toFixed(1),
      SoX: rivals[1]!.passSnrDb.toFixed(1),
      'service, ripple': service!.rippleDb.toFixed(4),
      'service, stopped': service!.stopDb?.toFixed(1) ?? '',
      'ffmpeg, stopped': rivals[0]!.stopDb?.toFixed(1) ?? '',
      'SoX, stopped': rivals[1]!.stopDb?.toFixed(1) ?? '',
    }
  }),
)
printTable(rows)
printGoal(`at least ${GOAL_DB} dB everywhere`, least >= GOAL_DB)
