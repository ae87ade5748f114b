import type { SpokenWord } from '../../../text/utterance.ts'

const LONGEST_ITEM_WORDS = 5
const CONNECTIVES: ReadonlySet<string> = new Set(['and', 'or', 'nor'])

/**
 * Returns the indexes of the words whose commas separate the items of a series: `apples, pears, and plums`. A series has at least
 * two commas with few words between them, and the last one is before a connective. Its commas must sound alike.
 */
export function findSeries(words: readonly SpokenWord[]): ReadonlySet<number> {
  const series = new Set<number>()
  let run: number[] = []
  for (const [i, { boundary }] of words.entries()) {
    if (boundary === undefined) continue
    const isNear = run.length > 0 && i - run.at(-1)! <= LONGEST_ITEM_WORDS
    if (boundary.mark !== ',' || !isNear) run = []
    if (boundary.mark === ',') run.push(i)
    const next = words[i + 1]
    if (run.length < 2 || next === undefined || !CONNECTIVES.has(next.text)) continue
    for (const at of run) series.add(at)
    run = []
  }
  return series
}
