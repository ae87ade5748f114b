/** Words in a block; a look-up reads half a block on average. */
const BLOCK_SIZE = 16

/** Words whose value is remembered: those of everyday texts, some hundred KB. */
const REMEMBERED = 2048

/** A read-only map from words to values, over bytes that are never unpacked as a whole. */
export type FrontCodedTable<Value> = {
  readonly size: number
  /** The value stored under `word`; undefined if there is none. Words that are used again share it. */
  find(word: string): Value | undefined
}

/**
 * Opens a table: words in byte order, in blocks of 16. A block's first word is whole, each other word says how many letters it
 * shares with the one before (front coding, Witten, Moffat and Bell, "Managing Gigabytes", 1999, section 4.1).
 *
 * Layout, little endian: u32 number of words, u32 number of blocks, u32 start of each block (from the end of this list), blocks.
 * A word: u8 shared letters, u8 further letters, these letters, u8 length of the value, the value. `unpack` gets a view of a value.
 */
export function createFrontCodedTable<Value>(
  bytes: Uint8Array,
  unpack: (value: Uint8Array) => Value,
): FrontCodedTable<Value> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(0, true)
  const blockCount = view.getUint32(4, true)
  const blocks = 8 + 4 * blockCount
  const startOf = (block: number): number => blocks + view.getUint32(8 + 4 * block, true)

  const blockOf = (word: string): number => {
    let low = 0
    let high = blockCount - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (compareWord(bytes, startOf(middle), word) <= 0) low = middle
      else high = middle - 1
    }
    return low
  }

  const search = (word: string): Uint8Array | undefined => {
    if (blockCount === 0) return undefined
    const block = blockOf(word)
    const end = block + 1 < blockCount ? startOf(block + 1) : bytes.length
    return findInBlock(bytes, { start: startOf(block), end }, word)
  }

  const remembered = new Map<string, Value>()
  return {
    size,
    find(word) {
      const known = remembered.get(word)
      if (known !== undefined) return known
      const found = search(word)
      if (found === undefined) return undefined
      if (remembered.size >= REMEMBERED) remembered.clear()
      const value = unpack(found)
      remembered.set(word, value)
      return value
    },
  }
}

/** Orders the whole word at `start` before (negative), at or after `word`. */
function compareWord(bytes: Uint8Array, start: number, word: string): number {
  const length = bytes[start + 1]!
  const common = Math.min(length, word.length)
  for (let i = 0; i < common; i++) {
    const difference = bytes[start + 2 + i]! - word.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return length - word.length
}

/**
 * `matched` is how many letters of `word` the entry before shares with it. As the entries are sorted, an entry that shares
 * more than `matched` with its forerunner differs at the same letter, and one that shares less is past `word`.
 */
function findInBlock(bytes: Uint8Array, { start, end }: { start: number; end: number }, word: string) {
  let position = start
  let matched = 0
  while (position < end) {
    const shared = bytes[position]!
    const letters = bytes[position + 1]!
    const value = position + 2 + letters
    if (shared < matched) return undefined
    if (shared === matched) {
      let i = 0
      while (i < letters && word.charCodeAt(matched) === bytes[position + 2 + i]!) {
        matched++
        i++
      }
      if (i === letters && matched === word.length) return bytes.subarray(value + 1, value + 1 + bytes[value]!)
    }
    position = value + 1 + bytes[value]!
  }
  return undefined
}

/** Packs entries into the bytes that `createFrontCodedTable` opens. Words: ASCII, each once; words and values: at most 255 bytes. */
export function packFrontCodedTable(entries: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const words = [...entries.keys()].sort((a, b) => (a < b ? -1 : 1))
  const starts: number[] = []
  const body: number[] = []
  let previous = ''
  for (const [index, word] of words.entries()) {
    const opensBlock = index % BLOCK_SIZE === 0
    if (opensBlock) starts.push(body.length)
    const shared = opensBlock ? 0 : sharedLength(previous, word)
    const value = entries.get(word)!
    body.push(shared, word.length - shared)
    for (let i = shared; i < word.length; i++) body.push(word.charCodeAt(i))
    body.push(value.length, ...value)
    previous = word
  }
  const head = new Uint8Array(new Uint32Array([words.length, starts.length, ...starts]).buffer)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

function sharedLength(a: string, b: string): number {
  let i = 0
  while (i < a.length && i < b.length && a[i] === b[i]) i++
  return i
}
