import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../exit-codes.ts'
import { refuseFile } from '../files.ts'

/** Throws unless audio goes to a file: JSON about it needs standard output. */
export function checkJsonOutput(output: string | undefined): void {
  if (output === undefined || output === '-')
    throw new CommandError('usage', 'Cannot print JSON without a file for the audio: name one with --output')
}

/** Writes audio to a file, or to standard output for `-`, and returns its bytes. A file that breaks off is not kept. */
export async function writeAudio(audio: ReadableStream<Uint8Array>, output: string): Promise<number> {
  const unfinished = `${output}.part`
  // What an earlier attempt left, or a link that leads elsewhere, is not written to.
  if (output !== '-') await rm(unfinished, { force: true })
  let bytes = 0
  const source = Readable.fromWeb(audio as never).on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
  })
  if (output === '-') {
    await pipeline(source, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
      // The reader has what it wants.
      if (error.code !== 'EPIPE') throw error
    })
    return bytes
  }
  try {
    await pipeline(source, createWriteStream(unfinished, { flags: 'wx' }))
    await rename(unfinished, output)
    return bytes
  } catch (error) {
    await rm(unfinished, { force: true })
    return refuseFile('write', output, error)
  }
}
