import rows from '../../../../data/english/cues.json' with { type: 'json' }
import { matchAt } from '../../match-at.ts'
import type { TextNode } from '../tree/markup-tree.ts'
import { substitute } from './markup-token.ts'

/** What the brackets hold, in lower case. */
const CUES: ReadonlySet<string> = new Set(rows.map(({ cue }) => cue))
const CUE = /\[([a-z][a-z ]{0,40})\]/iy
const ACCENT = /^(?:[a-z]+ ){1,3}accent$/

/** Reads the cue in square brackets that begins at `start`; undefined if the brackets hold anything else. */
export function readCue(source: string, start: number): TextNode | undefined {
  const match = matchAt(CUE, source, start)
  if (match === null) return undefined
  const words = match[1]!.trim().toLowerCase().replaceAll(/ +/g, ' ')
  if (!CUES.has(words) && !ACCENT.test(words)) return undefined
  return substitute('', { start, end: start + match[0].length })
}
