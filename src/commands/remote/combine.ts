import type { CombinationInput } from '../../../client/src/declaim.ts'
import { CommandError } from '../exit-codes.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { formatOf } from './speech-input.ts'
import { checkJsonOutput, writeAudio } from './write-audio.ts'

export type CombineOptions = ConnectOptions & {
  readonly ids: readonly string[]
  /** A file, or `-` for standard output. */
  readonly output: string
  /** Seconds between clips: one number for all gaps, or one for each. */
  readonly pause?: readonly number[] | undefined
  readonly format?: string | undefined
  readonly title?: string | undefined
  readonly chapters: boolean
  readonly json?: boolean | undefined
}

/** `declaim combine`: joins COMPLETE clips as one file. */
export async function combine(options: CombineOptions, print: (line: string) => void): Promise<void> {
  const { ids, output, pause, format, title, chapters, json } = options
  if (json === true) checkJsonOutput(output)
  if (pause !== undefined && pause.length > 1 && pause.length !== ids.length - 1) {
    throw new CommandError(
      'usage',
      `Cannot use ${pause.length} pauses between ${ids.length} clips: give one for all gaps, or ${ids.length - 1}`,
    )
  }
  const fileFormat = format ?? (output === '-' ? undefined : formatOf(output))
  const input = {
    clip_ids: ids,
    chapters,
    ...(pause !== undefined && { pause_durations: pause.length === 1 ? pause[0]! : pause }),
    ...(title !== undefined && { title }),
    ...(fileFormat !== undefined && { audio_configs: { file_format: fileFormat } }),
  }
  const { declaim } = await connect(options)
  const bytes = await writeAudio(await declaim.clips.combine(input as CombinationInput), output)
  if (json === true) print(JSON.stringify({ file: output, bytes }, null, 2))
}
