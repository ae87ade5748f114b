/**
 * What kinds of word a word usually is, in text at large: a table by hash with open addressing. Each slot has 16 bits of the hash
 * to recognise the word, and its kind; 0 is an empty slot.
 */
export type WordKinds = { readonly checks: Uint16Array; readonly kinds: Uint8Array }

/** The kind of a word by its hash; 0 if it is unknown. */
export function kindOf({ checks, kinds }: WordKinds, hash: number): number {
  const last = kinds.length - 1
  const check = hash >>> 16
  for (let slot = hash & last; kinds[slot] !== 0; slot = (slot + 1) & last) {
    if (checks[slot] === check) return kinds[slot]!
  }
  return 0
}
