import type { AudioFormat } from './output-format.ts'

const CONTENT_TYPES: Readonly<Record<AudioFormat, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  pcm: 'audio/pcm',
  mulaw: 'audio/basic',
  alaw: 'audio/pcma',
}

/** The media type of a format. */
export function contentTypeOf(format: AudioFormat): string {
  return CONTENT_TYPES[format]
}
