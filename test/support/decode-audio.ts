import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { AudioFormat } from '../../src/audio/encoding/audio-encoder.ts'

export type DecodedAudio = {
  readonly samples: Int16Array
  /** What the decoder had to say; empty if nothing is wrong. */
  readonly warnings: string
}

const PIPE = 'pipe:0'

const DECODERS = {
  ffmpeg: (file: string) => {
    const format = Object.entries(FFMPEG_FORMATS).find(([suffix]) => file.endsWith(suffix))?.[1] ?? []
    return ['ffmpeg', '-v', 'warning', '-guess_layout_max', '0', ...format, '-i', file, '-f', 's16le', 'pipe:1']
  },
  /** As ffmpeg reads a stream, whose size it cannot ask for. */
  ffmpegStream: () => ['ffmpeg', '-v', 'warning', '-f', 'mp3', '-i', PIPE, '-f', 's16le', 'pipe:1'],
  mpg123: (file: string) => ['mpg123', '-q', '-s', '-e', 's16', file],
  flac: (file: string) => ['flac', '-s', '-d', '-c', '--force-raw-format', '--endian=little', '--sign=signed', file],
  sox: (file: string) => {
    const law = file.endsWith('.mulaw') ? 'ul' : file.endsWith('.alaw') ? 'al' : undefined
    const format = law === undefined ? [] : ['-t', law, '-r', '8000', '-c', '1']
    return ['sox', ...format, file, '-t', 's16', '-']
  },
}

/** What ffmpeg is told of a file: it would doubt its own guess for an MP3 of a few frames, and G.711 has no header. */
const FFMPEG_FORMATS = {
  '.mp3': ['-f', 'mp3'],
  // It estimates the duration, which ADTS does not declare, and warns that it did.
  '.aac': ['-v', 'error', '-f', 'aac'],
  '.mulaw': ['-f', 'mulaw', '-ar', '8000', '-ac', '1'],
  '.alaw': ['-f', 'alaw', '-ar', '8000', '-ac', '1'],
}

/** Decodes a mono MP3 file to 16 bits; throws if the decoder warns. */
export async function decodeMp3(bytes: Uint8Array): Promise<Int16Array> {
  const { samples, warnings } = await decodeAudio(bytes, { decoder: 'mpg123', format: 'mp3' })
  if (warnings !== '') throw new Error(`mpg123 warns: ${warnings}`)
  return samples
}

export type AudioDecoder = keyof typeof DECODERS

type DecodeOptions = { readonly decoder: AudioDecoder; readonly format: AudioFormat }

/**
 * Decodes mono audio to 16 bits by a command that is installed beside the tests. It reads a real file: of one that comes
 * through a pipe, ffmpeg doubts the number of bytes in its MP3 header.
 */
export async function decodeAudio(bytes: Uint8Array, { decoder, format }: DecodeOptions): Promise<DecodedAudio> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-decode-'))
  try {
    const file = join(folder, `audio.${format}`)
    await writeFile(file, bytes)
    const [command, ...args] = DECODERS[decoder](file)
    const { stdin, stdout, stderr } = spawn(command!, args)
    stdin.on('error', () => undefined)
    // Nothing else gets an input: ffmpeg would take it for commands.
    stdin.end(args.includes(PIPE) ? bytes : '')
    const [pcm, warnings] = await Promise.all([buffer(stdout), text(stderr)])
    return { samples: new Int16Array(new Uint8Array(pcm).buffer), warnings }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The bitrate of an MP3 stream in bits a second, as ffprobe reads it. */
export async function probeBitrate(mp3: Uint8Array): Promise<number> {
  const probe = spawn('ffprobe', [
    '-v',
    'error',
    '-f',
    'mp3',
    '-show_entries',
    'stream=bit_rate',
    '-of',
    'csv=p=0',
    '-',
  ])
  probe.stdin.on('error', () => undefined)
  probe.stdin.end(mp3)
  return Number(await text(probe.stdout))
}
