import type { AudioFormat } from '../../delivery/files/output-format.ts'

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
  ['audio/aac', 'aac'],
  ['audio/aacp', 'aac'],
  ['audio/x-aac', 'aac'],
  ['audio/pcm', 'pcm'],
  ['audio/basic', 'mulaw'],
  ['audio/pcma', 'alaw'],
  ['audio/x-alaw-basic', 'alaw'],
])

/**
 * The preferred format of an `Accept` header (RFC 9110, section 12.5.1), the first of several; mp3 if it names none of
 * ours, because this never causes a refusal.
 */
export function formatFromAccept(accept: string | undefined): AudioFormat {
  let best: { readonly format: AudioFormat; readonly quality: number } | undefined
  for (const entry of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const format = ACCEPTED.get(type)
    const quality = qualityOf(parameters)
    if (format !== undefined && quality > (best?.quality ?? 0)) best = { format, quality }
  }
  return best?.format ?? 'mp3'
}

/** From 0, which excludes the type, to 1, the default. */
function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0
}
