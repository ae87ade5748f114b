import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../exit-codes.ts'

/** What mpg123 may play to. Its OpenAL output, which is not among them, waits for ever if there is no sound device. */
const MPG123_OUTPUTS = 'pulse,alsa,coreaudio,win32_wasapi,win32,sndio,oss,jack,sdl,portaudio'
/** Programs that play MP3 from standard input, the quickest to start first. */
const PLAYERS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['mpg123', '-q', '-o', MPG123_OUTPUTS, '-'],
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'error', '-'],
  ['mpv', '--no-terminal', '-'],
  ['play', '-q', '-t', 'mp3', '-'],
]

/** A program that plays what it reads. A command line that the caller gave runs in a shell. */
export type Player = { readonly command: string; readonly args: readonly string[]; readonly shell: boolean }

/** The player that the caller wants, else the first that is installed. `path` is where programs are looked for. */
export async function findPlayer(wanted: string | undefined, path: string): Promise<Player> {
  if (wanted !== undefined) return { command: wanted, args: [], shell: true }
  for (const [program, ...args] of PLAYERS) {
    if (await isInstalled(program, path)) return { command: program, args, shell: false }
  }
  const names = PLAYERS.map(([program]) => program).join(', ')
  throw new CommandError(
    'unavailable',
    `Cannot play the speech: none of ${names} is installed. Install one, name another with --player, or write a file with --output`,
  )
}

async function isInstalled(program: string, path: string): Promise<boolean> {
  const found = await Promise.allSettled(
    path.split(delimiter).map((folder) => access(join(folder, program), constants.X_OK)),
  )
  return found.some(({ status }) => status === 'fulfilled')
}

/**
 * Starts a player that does not outlive the command: without a sound device it would go on for ever. Returns it with what forgets
 * it. Signals are listened for before it starts, so that none is missed.
 */
function startPlayer({ command, args, shell }: Player): { readonly child: ChildProcess; readonly leave: () => void } {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const endAll = (signal: NodeJS.Signals): void => {
    // mpg123 ignores the other signals while it waits for a sound device that is missing.
    child.kill('SIGKILL')
    leave()
    process.kill(process.pid, signal)
  }
  const leave = (): void => {
    for (const signal of signals) process.off(signal, endAll)
  }
  for (const signal of signals) process.once(signal, endAll)
  const child = spawn(command, [...args], { shell, stdio: ['pipe', 'ignore', 'inherit'] })
  return { child, leave }
}

/** Plays audio while it arrives. Resolves when the player has ended; a player that is closed early is no error. */
export async function playAudio(audio: ReadableStream<Uint8Array>, player: Player): Promise<void> {
  const { child, leave } = startPlayer(player)
  const ended = once(child, 'close')
  try {
    await Promise.all([pipeline(Readable.fromWeb(audio as never), child.stdin!), ended])
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    await ended.catch(() => {})
  } finally {
    leave()
  }
  if (child.exitCode !== null && child.exitCode !== 0)
    throw new CommandError(
      'unavailable',
      `Cannot play the speech: "${player.command}" ended with ${child.exitCode}; check the sound device, or write a file with --output`,
    )
}
