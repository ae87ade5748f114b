import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes audio to a file, or to standard output for `-`. A file that breaks off is not kept. */
export async function writeAudio(audio: ReadableStream<Uint8Array>, output: string): Promise<void> {
  const source = Readable.fromWeb(audio as never)
  if (output === '-') return await pipeline(source, process.stdout, { end: false })
  const unfinished = `${output}.part`
  try {
    await pipeline(source, createWriteStream(unfinished))
    await rename(unfinished, output)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
