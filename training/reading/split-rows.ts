import type { Row } from './read-rows.ts'

const PARTS = 8

/** Texts that share a larger part of their sequences of words are much the same. */
export const MOST_SHARED = 0.6

/**
 * The numbers of the rows that are kept for judging: all that nobody has seen, and an eighth of the others, so that texts which
 * share most of their words, and twins, stay together.
 */
export function splitRows(rows: readonly Row[]): ReadonlySet<number> {
  const groups = rows.map((_, i) => i)
  const find = (i: number): number => {
    let root = i
    while (groups[root] !== root) root = groups[root]!
    groups[i] = root
    return root
  }
  const sequences = rows.map(({ text }) => listSequences(text))
  const byCount = new Map<string, number[]>()
  for (const [i, all] of sequences.entries())
    for (const one of all) {
      const found = byCount.get(one)
      if (found === undefined) byCount.set(one, [i])
      else found.push(i)
    }
  for (const [i, all] of sequences.entries()) {
    const shared = new Map<number, number>()
    for (const one of all) for (const j of byCount.get(one)!.slice(0, 50)) shared.set(j, (shared.get(j) ?? 0) + 1)
    for (const [j, count] of shared)
      if (
        j !== i &&
        isParted(rows[i]!) &&
        isParted(rows[j]!) &&
        count / Math.min(all.size, sequences[j]!.size) > MOST_SHARED
      )
        groups[find(i)] = find(j)
  }
  const twins = rows.flatMap(({ origin }, i) => (origin === 'twins' ? [i] : []))
  for (let i = 0; i + 1 < twins.length; i += 2) groups[find(twins[i + 1]!)] = find(twins[i]!)
  return new Set(
    groups.flatMap((_, i) => {
      const row = rows[i]!
      return row.origin === 'unseen' || (isParted(row) && hashOf(rows[find(i)]!.text) % PARTS === 0) ? [i] : []
    }),
  )
}

function isParted({ origin }: Row): boolean {
  return origin !== 'more' && origin !== 'unseen'
}

/** Five words in a row, or all of a shorter text. */
export function listSequences(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/\W+/)
  if (words.length < 6) return new Set([words.join(' ')])
  return new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(' ')))
}

export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0
}
