import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpeechInput } from '../../../client/src/declaim.ts'
import { CommandError } from '../exit-codes.ts'

/** Which clip renders which input, kept beside the audio so that a submission can go on after it was interrupted. */
export type SubmissionRecord = {
  clipOf(input: SpeechInput): string | undefined
  /** Keeps what was accepted. Durable when it resolves. */
  keep(accepted: readonly { readonly input: SpeechInput; readonly clipId: string }[]): Promise<void>
  forget(input: SpeechInput): Promise<void>
}

const FILE_NAME = '.declaim-clips.json'

/** Opens the record of a folder. Clips of another service do not count. */
export async function openSubmissionRecord(folder: string, url: string): Promise<SubmissionRecord> {
  const file = join(folder, FILE_NAME)
  const clips = await readRecord(file, url)
  const save = async (): Promise<void> => {
    await writeFile(`${file}.part`, `${JSON.stringify({ url, clips: Object.fromEntries(clips) }, null, 2)}\n`)
    await rename(`${file}.part`, file)
  }
  return {
    clipOf: (input) => clips.get(keyOf(input)),
    async keep(accepted) {
      for (const { input, clipId } of accepted) clips.set(keyOf(input), clipId)
      await save()
    },
    async forget(input) {
      if (clips.delete(keyOf(input))) await save()
    },
  }
}

async function readRecord(file: string, url: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return new Map()
  try {
    const record = JSON.parse(text) as { readonly url: string; readonly clips: Readonly<Record<string, string>> }
    return new Map(record.url === url ? Object.entries(record.clips) : [])
  } catch (cause) {
    throw new CommandError('data', `Cannot read ${file}: remove it to submit everything again`, { cause })
  }
}

/** A text that changed, or is said in another way, is another clip. */
function keyOf(input: SpeechInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}
