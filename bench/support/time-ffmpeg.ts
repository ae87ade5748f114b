import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatPcm16 } from '../../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../../src/audio/encoding/wav-header.ts'

type FfmpegOptions = {
  readonly sampleRate: number
  /** Arguments between the input and the output. */
  readonly args: readonly string[]
  /** File name suffix of the output, from which ffmpeg derives the format. */
  readonly suffix: string
  readonly rounds: number
}

/** What ffmpeg makes of samples as a WAV file, and the computing that it reports: the least of several rounds. */
export async function timeFfmpeg(
  samples: Float32Array,
  { sampleRate, args, suffix, rounds }: FfmpegOptions,
): Promise<{ readonly file: Buffer; readonly seconds: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-bench-'))
  const [input, output] = [join(folder, 'in.wav'), join(folder, `out.${suffix}`)]
  await writeFile(input, Buffer.concat([formatWavHeader(sampleRate, samples.length), formatPcm16(samples)]))
  let seconds = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const line = ['-v', 'info', '-y', '-benchmark', '-i', input, ...args, output]
    const { status, stderr } = spawnSync('ffmpeg', line, { encoding: 'utf8' })
    const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? []
    if (status !== 0 || user === undefined) throw new Error(`Cannot run ffmpeg: ${stderr}`)
    seconds = Math.min(seconds, Number(user) + Number(system))
  }
  const file = await readFile(output)
  await rm(folder, { recursive: true })
  return { file, seconds }
}
