import { styleText } from 'node:util'
import type { ExplainedWord, Explanation } from '../../../client/src/declaim.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { type Cell, formatTable } from './format-table.ts'
import { createInput, readSource, type SpeechOptions, type TextSource } from './speech-input.ts'

export type ExplainOptions = ConnectOptions &
  SpeechOptions &
  TextSource & { readonly ssml?: boolean | undefined; readonly json?: boolean | undefined }

type Print = (line: string) => void
type Style = Parameters<typeof styleText>[0]

/** `declaim explain`: prints each word, how it is said, and why. */
export async function explain(options: ExplainOptions, print: Print): Promise<void> {
  const { declaim } = await connect(options)
  const input = await createInput(declaim, await readSource(options), options)
  const explanation = await declaim.explain(input, { ssml: options.ssml === true })
  if (options.json === true) print(JSON.stringify(explanation, null, 2))
  else for (const line of formatExplanation(explanation)) print(line)
}

/** The explanation as aligned lines; colours show if standard output is a terminal that has them. */
function formatExplanation(explanation: Explanation): readonly string[] {
  const { avatar, words, pauses, warnings, duration_seconds: seconds } = explanation
  const pauseAfter = new Map(pauses.map((pause) => [pause.after_word, pause]))
  const rows = words.map((word, index): readonly Cell[] => {
    const pause = pauseAfter.get(index)
    const rest = pause === undefined ? '' : `${pause.mark} ${Math.round(pause.seconds * 1000)} ms`
    return [...describeWord(word), paint('dim', rest)]
  })
  const header = ['TEXT', 'SPOKEN', 'RESPELLING', 'FROM', 'PAUSE'].map((name) => paint('bold', name))
  return [
    ...formatTable([header, ...rows]),
    '',
    ...warnings.map((warning) => styleText('yellow', `Warning: ${warning}`)),
    `${avatar.name} (${avatar.style}, ${avatar.id}), ${seconds.toFixed(1)} s`,
  ]
}

function describeWord(word: ExplainedWord): readonly Cell[] {
  const spoken = word.spoken.join(' ')
  const isRead = spoken.toLowerCase() !== word.source.toLowerCase()
  const origins = [...new Set(word.origin)].join(', ')
  const from = word.replacement === null ? origins : `replacement of "${word.replacement.original}"`
  const isGuess = word.origin.includes('letter_to_sound')
  return [
    word.source,
    paint(isRead ? 'cyan' : 'reset', spoken),
    word.respelling.join(' '),
    paint(word.replacement === null ? (isGuess ? 'yellow' : 'dim') : 'magenta', from),
  ]
}

function paint(style: Style, text: string): Cell {
  return { text, paint: (padded) => styleText(style, padded) }
}
