/**
 * A plain HTTP server around a program that speaks: each POST starts the program with the text of its body and passes on the WAV that it writes. It is what one writes in an hour to have a speech API.
 *   node plain-server.ts espeak-ng | flite | festival-hts | festival-diphone
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Program = {
  readonly command: string
  /** Writes to `output`, or to its standard output if that is undefined. The text comes as an argument or on standard input. */
  arguments(said: string, output: string): readonly string[]
  readonly takesInput?: boolean
  readonly streams?: boolean
}

const text2wave = (voice: string): Program => ({
  command: 'text2wave',
  arguments: (_said, output) => ['-eval', `(${voice})`, '-o', output],
  takesInput: true,
})

export const PROGRAMS: Readonly<Record<string, Program>> = {
  'espeak-ng': { command: 'espeak-ng', arguments: (said) => ['-v', 'en-us', '--stdout', said], streams: true },
  flite: { command: 'flite', arguments: (said, output) => ['-voice', 'slt', '-t', said, '-o', output] },
  'festival-hts': text2wave('voice_cmu_us_slt_arctic_hts'),
  'festival-diphone': text2wave('voice_kal_diphone'),
}

const program = PROGRAMS[process.argv[2] ?? '']
if (program === undefined)
  throw new Error(`Cannot serve "${process.argv[2]}": expected ${Object.keys(PROGRAMS).join(', ')}`)
const folder = await mkdtemp(join(tmpdir(), 'declaim-plain-'))
let count = 0

const server = createServer((request, response) => {
  void (async () => {
    const said = await text(request)
    const output = join(folder, `${count++}.wav`)
    const child = spawn(program.command, program.arguments(said, output), { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.end(program.takesInput === true ? said : '')
    response.setHeader('content-type', 'audio/wav')
    if (program.streams === true) return child.stdout.pipe(response)
    child.stdout.resume()
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) return response.writeHead(500).end()
    response.end(await readFile(output))
    await rm(output)
  })()
})
// What a user of Node writes has no queue: whoever comes is served at once.
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void rm(folder, { recursive: true }).then(() => process.exit(0))
})
