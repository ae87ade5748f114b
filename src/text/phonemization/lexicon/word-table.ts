/** Words whose value, or lack of one, is remembered: those of everyday texts, some hundred KB. */
const REMEMBERED = 2048
/** Letters of the longest word that is remembered: longer ones are rare, and a text may be one. */
const LONGEST_REMEMBERED = 48

/** A read-only map from words to values. */
export type WordTable<Value> = {
  /** The value stored under `word`; undefined if there is none. Words that are used again share it. */
  find(word: string): Value | undefined
}

const LINE_END = 10
const TAB = 9

/**
 * Opens a table: ASCII lines of a word, a tab and its value, in the order of the words. The bytes are kept and read in place. `unpack`
 * gets the bytes of a value.
 */
export function createWordTable<Value>(bytes: Uint8Array, unpack: (value: Uint8Array) => Value): WordTable<Value> {
  const remembered = new Map<string, Value | undefined>()
  return {
    find(word) {
      const known = remembered.get(word)
      if (known !== undefined || remembered.has(word)) return known
      const found = search(bytes, word)
      const value = found === undefined ? undefined : unpack(found)
      if (word.length > LONGEST_REMEMBERED) return value
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(word, value)
      return value
    },
  }
}

/** Halves the lines in which a word may be until it is in the one in the middle. */
function search(bytes: Uint8Array, word: string): Uint8Array | undefined {
  let low = 0
  let high = bytes.length
  while (low < high) {
    let start = (low + high) >> 1
    while (start > low && bytes[start - 1] !== LINE_END) start--
    const order = compareWord(bytes, start, word)
    if (order > 0) high = start
    else {
      let end = start
      while (bytes[end] !== LINE_END) end++
      if (order === 0) return bytes.subarray(start + word.length + 1, end)
      low = end + 1
    }
  }
  return undefined
}

/** Orders the line at `start` before (negative), at or after `word`. A tab is before every letter. */
function compareWord(bytes: Uint8Array, start: number, word: string): number {
  for (let i = 0; i < word.length; i++) {
    const difference = bytes[start + i]! - word.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return bytes[start + word.length] === TAB ? 0 : 1
}

/** Packs entries into the bytes that `createWordTable` opens. Words and values are ASCII without control characters. */
export function packWordTable(entries: ReadonlyMap<string, string>): Uint8Array {
  const words = [...entries.keys()].sort((a, b) => (a < b ? -1 : 1))
  return new TextEncoder().encode(words.map((word) => `${word}\t${entries.get(word)}\n`).join(''))
}
