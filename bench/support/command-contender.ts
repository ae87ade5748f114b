import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WAV_HEADER_BYTES } from '../../src/audio/encoding/wav-header.ts'
import type { Contender } from './contender.ts'
import { readProcessFigures } from './process-figures.ts'

/** A program that speaks one text and ends. */
export type SpeechCommand = {
  readonly program: string
  /** Leaves a WAV in the file `output`, or sends it to its standard output. */
  arguments(text: string, output: string): readonly string[]
}

type Spoken = { readonly audioSeconds: number; readonly firstAudioMs: number }

/** How often memory is looked at while a program runs, and for how many texts. */
const LOOK_MS = 1
const LOOKED_AT = 4

/** A program that runs once for each text; undefined if it is not installed. */
export async function openCommandContender(command: SpeechCommand): Promise<Contender | undefined> {
  if (spawnSync(command.program, ['--version']).error !== undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'declaim-command-'))
  const fileOf = (index: number): string => join(folder, `${index}.wav`)
  let largest = 0
  return {
    name: command.program,
    async speakTogether(texts) {
      // Before the clock starts, as looking takes time; the processes of one program differ little.
      for (const text of largest === 0 ? texts.slice(0, LOOKED_AT) : []) {
        largest = Math.max(largest, await largestMegabytes(startProgram(command, text, fileOf(0))))
      }
      const cpuBefore = readProcessFigures(process.pid).childrenCpuMs
      const began = performance.now()
      const spoken = await Promise.all(
        texts.map((text, index) => speak(command, { text, output: fileOf(index), began })),
      )
      const wallSeconds = (performance.now() - began) / 1000
      return {
        wallSeconds,
        audioSeconds: spoken.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0),
        firstAudioMs: spoken.map(({ firstAudioMs }) => firstAudioMs),
        cpuMs: readProcessFigures(process.pid).childrenCpuMs - cpuBefore,
        megabytes: texts.length * largest,
      }
    },
    close: () => rm(folder, { recursive: true }),
  }
}

function startProgram(command: SpeechCommand, text: string, output: string) {
  return spawn(command.program, command.arguments(text, output), { stdio: ['ignore', 'pipe', 'inherit'] })
}

type SpeakOptions = { readonly text: string; readonly output: string; readonly began: number }

/** If nothing is sent to standard output, the first audio is there when the program has ended. */
async function speak(command: SpeechCommand, { text, output, began }: SpeakOptions): Promise<Spoken> {
  const child = startProgram(command, text, output)
  const parts: Buffer[] = []
  let [bytes, firstAudioMs] = [0, 0]
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    if (bytes > WAV_HEADER_BYTES) firstAudioMs ||= performance.now() - began
  })
  const [code] = await once(child, 'close')
  firstAudioMs ||= performance.now() - began
  if (code !== 0) throw new Error(`Cannot speak with ${command.program}: it ended with ${code}`)
  return { audioSeconds: wavSeconds(bytes > 0 ? Buffer.concat(parts) : await readFile(output)), firstAudioMs }
}

/** The largest resident memory seen of a process until it ends, in MB. */
async function largestMegabytes(child: ReturnType<typeof startProgram>): Promise<number> {
  let largest = 0
  child.stdout.resume()
  const timer = setInterval(() => {
    // A process that has ended but was not yet waited for has no memory: NaN.
    const { megabytes } = readProcessFigures(child.pid!)
    if (megabytes > largest) largest = megabytes
  }, LOOK_MS)
  child.once('exit', () => clearInterval(timer))
  await once(child, 'close')
  return largest
}

/** The sizes in a streamed header are not the true ones, so the length is taken from the bytes: mono, 16 bit. */
function wavSeconds(wav: Buffer): number {
  return (wav.length - WAV_HEADER_BYTES) / 2 / wav.readUInt32LE(24)
}
