import { join } from 'node:path'
import { type Clip, DeclaimConnectionError } from '../../../client/src/declaim.ts'
import { CommandError } from '../exit-codes.ts'
import { writeAudio } from './write-audio.ts'

const ENDINGS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/aac': 'aac',
  'audio/basic': 'ulaw',
}

/** Fetches the audio of a COMPLETE clip into a folder and returns the file. */
export async function downloadClip(clip: Clip, folder: string, name = clip.id): Promise<string> {
  const answer = await fetch(clip.url).catch((cause: unknown) => {
    throw new DeclaimConnectionError(`Cannot reach ${new URL(clip.url).origin}`, { cause })
  })
  if (!answer.ok || answer.body === null)
    throw new CommandError('unavailable', `Cannot download clip ${clip.id}: the service answered ${answer.status}`)
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const file = join(folder, `${name}.${ENDINGS[type] ?? 'pcm'}`)
  await writeAudio(answer.body, file)
  return file
}
