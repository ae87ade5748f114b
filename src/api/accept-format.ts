import type { AudioFormat } from '../rendering/output-format.ts'

const CONTENT_TYPES: Readonly<Record<AudioFormat, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  opus: 'audio/ogg',
  pcm: 'audio/pcm',
  mulaw: 'audio/basic',
}

/** The media type of a format. */
export function contentTypeOf(format: AudioFormat): string {
  return CONTENT_TYPES[format]
}

const ACCEPTED: ReadonlyMap<string, AudioFormat> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
  ['audio/*', 'mp3'],
  ['*/*', 'mp3'],
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/flac', 'flac'],
  ['audio/ogg', 'opus'],
  ['audio/opus', 'opus'],
  ['audio/pcm', 'pcm'],
  ['audio/basic', 'mulaw'],
])

/** The first format that an `Accept` header names; mp3 where it names none of ours, since no request is refused for it. */
export function formatFromAccept(accept: string | undefined): AudioFormat {
  for (const entry of (accept ?? '').split(',')) {
    const format = ACCEPTED.get(entry.split(';', 1)[0]!.trim().toLowerCase())
    if (format !== undefined) return format
  }
  return 'mp3'
}
