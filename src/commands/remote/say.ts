import { CommandError } from '../exit-codes.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { findPlayer, playAudio } from './play.ts'
import { createInput, readSource, type SpeechOptions, type TextSource } from './speech-input.ts'
import { writeAudio } from './write-audio.ts'

export type SayOptions = ConnectOptions &
  SpeechOptions &
  TextSource & {
    readonly ssml?: boolean | undefined
    /** A file, or `-` for standard output; the speech is played if it is left out. */
    readonly output?: string | undefined
    readonly player?: string | undefined
    /** Where programs are looked for. */
    readonly path: string
  }

/** `declaim say`: speaks a text to the player, to a file or to standard output. */
export async function say(options: SayOptions): Promise<void> {
  const { ssml = false, output, format } = options
  if (output === undefined && format !== undefined)
    throw new CommandError('usage', 'Cannot play another format than mp3: use --format with --output')
  const player = output === undefined ? await findPlayer(options.player, options.path) : undefined
  const { declaim } = await connect(options)
  const text = await readSource(options)
  const named = output === '-' || format !== undefined ? undefined : output
  const { audio } = await declaim.stream(await createInput(declaim, text, options, named), { ssml })
  if (player === undefined) await writeAudio(audio, output!)
  else await playAudio(audio, player)
}
