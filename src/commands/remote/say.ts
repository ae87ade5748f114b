import { CommandError } from '../exit-codes.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { findPlayer, playAudio } from './play.ts'
import { createInput, readSource, type SpeechOptions, type TextSource } from './speech-input.ts'
import { checkJsonOutput, writeAudio } from './write-audio.ts'

export type SayOptions = ConnectOptions &
  SpeechOptions &
  TextSource & {
    readonly ssml?: boolean | undefined
    /** A file, or `-` for standard output; the speech is played if it is left out. */
    readonly output?: string | undefined
    readonly player?: string | undefined
    readonly json?: boolean | undefined
    /** Where programs are looked for. */
    readonly path: string
  }

/** `declaim say`: speaks a text to the player, to a file or to standard output. */
export async function say(options: SayOptions, print: (line: string) => void): Promise<void> {
  const { ssml = false, output, format, json } = options
  if (output === undefined && format !== undefined)
    throw new CommandError('usage', 'Cannot play another format than mp3: use --format with --output')
  if (json === true) checkJsonOutput(output)
  const player = output === undefined ? await findPlayer(options.player, options.path) : undefined
  const { declaim } = await connect(options)
  const text = await readSource(options)
  const named = output === '-' || format !== undefined ? undefined : output
  const { audio, warning } = await declaim.stream(await createInput(declaim, text, options, named), { ssml })
  if (warning !== undefined) process.stderr.write(`Warning: ${warning}\n`)
  if (player !== undefined) return await playAudio(audio, player)
  const bytes = await writeAudio(audio, output!)
  if (json === true) print(JSON.stringify({ file: output, bytes }, null, 2))
}
