/**
 * A byte for each of some hashes, by open addressing. Each slot has 16 bits of the hash to recognise it, and its byte; 0 is an
 * empty slot. The number of slots is a power of two.
 */
export type ByteTable = { readonly checks: Uint16Array; readonly values: Uint8Array }

/** Creates a table of 2 to the power of `slotBits` slots. */
export function createByteTable(slotBits: number): ByteTable {
  return { checks: new Uint16Array(1 << slotBits), values: new Uint8Array(1 << slotBits) }
}

/** Returns the byte of a hash; 0 if the table has none. */
export function findByte({ checks, values }: ByteTable, hash: number): number {
  const last = values.length - 1
  const check = hash >>> 16
  for (let slot = hash & last; values[slot] !== 0; slot = (slot + 1) & last) {
    if (checks[slot] === check) return values[slot]!
  }
  return 0
}

/** Enters the byte of a hash, unless the table has another one. A table must keep an empty slot. */
export function enterByte(table: ByteTable, hash: number, value: number): void {
  const { checks, values } = table
  const last = values.length - 1
  let slot = hash & last
  while (values[slot] !== 0) {
    if (checks[slot] === hash >>> 16) return
    slot = (slot + 1) & last
  }
  checks[slot] = hash >>> 16
  values[slot] = value
}
