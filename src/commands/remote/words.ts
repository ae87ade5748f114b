import { strFromU8, unzipSync } from 'fflate'
import type { Declaim, SpeechInput, TimedWord } from '../../../client/src/declaim.ts'
import { writeOutput } from '../files.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { formatTable } from './format-table.ts'
import { createInput, readSource, type SpeechOptions, type TextSource } from './speech-input.ts'

export type WordsOptions = ConnectOptions &
  SpeechOptions &
  TextSource & {
    readonly ssml?: boolean | undefined
    readonly json?: boolean | undefined
    /** Files to write. */
    readonly srt?: string | undefined
    readonly vtt?: string | undefined
    readonly zip?: string | undefined
  }

/** `declaim words`: prints when each word of a text is heard, or writes captions. */
export async function words(options: WordsOptions, print: (line: string) => void): Promise<void> {
  const { declaim } = await connect(options)
  const input = await createInput(declaim, await readSource(options), options)
  const ssml = options.ssml === true
  if (options.srt !== undefined || options.vtt !== undefined || options.zip !== undefined) {
    await writeFiles(await declaim.wordTiming(input, { ssml }), options)
    const { srt, vtt, zip } = options
    if (options.json === true) print(JSON.stringify({ srt, vtt, zip }, null, 2))
    return
  }
  const timed = await timeWords(declaim, input, ssml)
  if (options.json === true) print(JSON.stringify(timed, null, 2))
  else for (const line of formatTable(timed.map(toRow))) print(line)
}

async function timeWords(declaim: Declaim, input: SpeechInput, ssml: boolean): Promise<readonly TimedWord[]> {
  const timed: TimedWord[] = []
  for await (const part of await declaim.timedStream(input, { ssml })) {
    if (part.kind === 'timing') timed.push(...part.words)
  }
  return timed
}

function toRow({ word, startSeconds, endSeconds }: TimedWord): readonly string[] {
  return [startSeconds.toFixed(3), endSeconds.toFixed(3), word]
}

async function writeFiles(zip: Uint8Array, { srt, vtt, zip: whole }: WordsOptions): Promise<void> {
  const files = unzipSync(zip)
  if (whole !== undefined) await writeOutput(whole, zip)
  if (srt !== undefined) await writeOutput(srt, strFromU8(files['srt.srt']!))
  if (vtt !== undefined) await writeOutput(vtt, strFromU8(files['vtt.vtt']!))
}
