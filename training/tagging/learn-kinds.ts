import { type ByteTable, createByteTable, enterByte } from '../../src/text/byte-table.ts'
import { TAGS } from '../../src/text/tagging/tags.ts'
import type { WordTraits } from '../../src/text/tagging/word-traits.ts'

/** A kind without a word. */
export const NO_KINDS = createByteTable(0)

const MOST_KINDS = 255
/** A second tag counts from this share of a word's occurrences on. */
const SECOND_SHARE = 0.08

type KindOptions = { readonly least: number; readonly slotBits: number }

/** Counts the tags of each word, by its hash. */
export function createTagCounter() {
  const counts = new Map<number, Uint32Array>()
  return {
    counts,
    add({ word }: WordTraits, tags: Uint8Array): void {
      for (const [at, hash] of word.entries()) {
        const found = counts.get(hash) ?? new Uint32Array(TAGS.length)
        found[tags[at]!]!++
        counts.set(hash, found)
      }
    },
  }
}

/** Gives words with the same usual tags the same kind. */
export function learnKinds(counts: ReadonlyMap<number, Uint32Array>, { least, slotBits }: KindOptions): ByteTable {
  const known = [...counts].filter(([, tags]) => sum(tags) >= least).sort((a, b) => sum(b[1]) - sum(a[1]))
  const sizes = new Map<number, number>()
  for (const [, tags] of known) sizes.set(usualTags(tags), (sizes.get(usualTags(tags)) ?? 0) + 1)
  const frequent = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, MOST_KINDS)
  const numbers = new Map(frequent.map(([usual], i) => [usual, i + 1]))
  const table = createByteTable(slotBits)
  for (const [hash, tags] of known.slice(0, 0.75 * (1 << slotBits))) {
    const kind = numbers.get(usualTags(tags))
    if (kind !== undefined) enterByte(table, hash, kind)
  }
  return table
}

/** The most frequent tag of a word and the next one, as one number. */
function usualTags(tags: Uint32Array): number {
  const order = [...tags.keys()].sort((a, b) => tags[b]! - tags[a]!)
  const [first, second] = [order[0]!, order[1]!]
  return first * TAGS.length + (tags[second]! >= SECOND_SHARE * sum(tags) ? second : first)
}

function sum(counts: Uint32Array): number {
  return counts.reduce((total, count) => total + count, 0)
}
