import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What ffprobe reads in a file. */
export type ProbedAudio = {
  /** Names in lower case. */
  readonly tags: Readonly<Record<string, string>>
  readonly chapters: readonly { readonly title: string; readonly startMs: number; readonly endMs: number }[]
  readonly sampleRate: number
  /** kb/s, by the size of the file; rounded. */
  readonly bitrate: number
}

type FfprobeOutput = {
  readonly format: { readonly bit_rate: string; readonly tags?: Readonly<Record<string, string>> }
  readonly streams: readonly [{ readonly sample_rate: string; readonly tags?: Readonly<Record<string, string>> }]
  readonly chapters: readonly {
    readonly start_time: string
    readonly end_time: string
    readonly tags: { readonly title: string }
  }[]
}

/** Reads the tags and the chapters of an audio file with ffprobe; throws if it finds an error. */
export function probeAudio(bytes: Uint8Array): ProbedAudio {
  const folder = mkdtempSync(join(tmpdir(), 'declaim-probe-'))
  try {
    const file = join(folder, 'audio')
    writeFileSync(file, bytes)
    const show = ['-show_format', '-show_streams', '-show_chapters', '-of', 'json']
    const { stdout, stderr } = spawnSync('ffprobe', ['-v', 'error', ...show, file], { encoding: 'utf8' })
    if (stderr !== '') throw new Error(`Cannot probe audio: ${stderr}`)
    return readOutput(JSON.parse(stdout) as FfprobeOutput)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readOutput({ format, streams: [stream], chapters }: FfprobeOutput): ProbedAudio {
  const tags = Object.entries({ ...stream.tags, ...format.tags }).map(([name, value]) => [name.toLowerCase(), value])
  return {
    tags: Object.fromEntries(tags),
    chapters: chapters.map((chapter) => ({
      title: chapter.tags.title,
      startMs: Math.round(Number(chapter.start_time) * 1000),
      endMs: Math.round(Number(chapter.end_time) * 1000),
    })),
    sampleRate: Number(stream.sample_rate),
    bitrate: Math.round(Number(format.bit_rate) / 1000),
  }
}
