import type { Example } from './read-examples.ts'

const PARTS = 5

/** The numbers of the examples that are kept for judging: a fifth of them, so that texts which share most of their words stay together. */
export function splitExamples(examples: readonly Example[]): ReadonlySet<number> {
  const groups = examples.map((_, i) => i)
  const find = (i: number): number => {
    let root = i
    while (groups[root] !== root) root = groups[root]!
    groups[i] = root
    return root
  }
  const sequences = examples.map(({ text }) => listSequences(text))
  const byCount = new Map<string, number[]>()
  for (const [i, all] of sequences.entries()) for (const one of all) byCount.set(one, [...(byCount.get(one) ?? []), i])
  for (const [i, all] of sequences.entries()) {
    const shared = new Map<number, number>()
    for (const one of all) for (const j of byCount.get(one)!.slice(0, 50)) shared.set(j, (shared.get(j) ?? 0) + 1)
    for (const [j, count] of shared)
      if (j !== i && count / Math.min(all.size, sequences[j]!.size) > 0.6) groups[find(i)] = find(j)
  }
  // The rows of a twin are beside each other and stay together.
  let twin: number | undefined
  for (const [i, { origin }] of examples.entries()) {
    if (origin !== 'twins') continue
    if (twin === undefined) twin = i
    else {
      if (i === twin + 1) groups[find(i)] = find(twin)
      twin = undefined
    }
  }
  const texts = groups.map((_, i) => examples[find(i)]!.text)
  return new Set(texts.flatMap((text, i) => (hashOf(text) % PARTS === 0 ? [i] : [])))
}

/** Five words in a row, or all of a shorter text. */
function listSequences(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/\W+/)
  if (words.length < 6) return new Set([words.join(' ')])
  return new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(' ')))
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0
}
