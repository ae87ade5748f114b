import { type Question, type ReadingScorer, USUAL } from '../../src/text/reading/question.ts'
import { isReadRight, wordsOfTarget } from './judge-row.ts'
import { type LabelledRow, readLabels, readTables } from './read-rows.ts'
import { readText } from './read-text.ts'
import { splitRows } from './split-rows.ts'

/** How many rows there are, and how many are read right: by the rules alone, by the scorer without the rules, and as shipped. */
export type Tally = { readonly rows: number; readonly rules: number; readonly scorer: number; readonly shipped: number }

export type Kind = 'near' | 'far' | 'twins' | 'unseen near' | 'unseen far' | 'unseen twins'

/** A held-out row with what the shipped scorer says for its target. */
export type Judged = { readonly row: LabelledRow; readonly kind: Kind; readonly said: string; readonly tally: Tally }

/** The labelled sentences that the network never learned. */
export function findHeldOut(): readonly LabelledRow[] {
  const rows = [...readLabels(), ...readTables()]
  const heldOut = splitRows(rows)
  return rows.filter(
    (row, i): row is LabelledRow => heldOut.has(i) && row.origin !== 'table' && row.origin !== 'frames',
  )
}

/** Reads each held-out row in all three ways. */
export function judgeHeldOut(shipped: ReadingScorer): readonly Judged[] {
  const alone = withoutRules(shipped)
  return findHeldOut().map((row) => {
    const reads = [undefined, alone, shipped].map((readings) => readText(row.text, row.locale, readings))
    const [rules, scorer, both] = reads.map((read) => Number(isReadRight(read, row))) as [number, number, number]
    return {
      row,
      kind: kindOf(row),
      said: wordsOfTarget(reads[2]!, row),
      tally: { rows: 1, rules, scorer, shipped: both },
    }
  })
}

function kindOf({ origin, isTwin, evidence }: LabelledRow): Kind {
  const kind = isTwin ? 'twins' : evidence
  return origin === 'unseen' ? `unseen ${kind}` : kind
}

/** The scorer as if it did not know the usual reading. */
function withoutRules(shipped: ReadingScorer): ReadingScorer {
  return {
    score: (question: Question) =>
      shipped
        .score({ ...question, usual: -1 })
        .map((score, i) => (question.candidates[i]!.class === USUAL ? Number.NEGATIVE_INFINITY : score)),
  }
}

/** Sums by family and kind of evidence; `all` is every family. */
export function sumUp(judged: readonly Judged[]): ReadonlyMap<string, Tally> {
  const sums = new Map<string, Tally>()
  for (const { row, kind, tally } of judged)
    for (const key of [`${row.family} ${kind}`, `all ${kind}`]) {
      const sum = sums.get(key) ?? { rows: 0, rules: 0, scorer: 0, shipped: 0 }
      sums.set(key, {
        rows: sum.rows + tally.rows,
        rules: sum.rules + tally.rules,
        scorer: sum.scorer + tally.scorer,
        shipped: sum.shipped + tally.shipped,
      })
    }
  return sums
}
