/** Rows of weights as they are packed, in 8 bits: most of the rows of a large table are never needed. */
export type PackedMatrix = {
  readonly values: Int8Array
  /** The scale of each column: a weight is its packed value times this. */
  readonly steps: Float32Array
  readonly columns: number
}

/** Rows of weights in 64 bits: calculating with narrower numbers takes longer. */
export type Matrix = { readonly values: Float64Array; readonly columns: number }

/** Opens a section of a data file: u32 columns, f32 step of each column, i8 rows. The rows stay in the file's bytes. */
export function openPacked(section: Uint8Array): PackedMatrix {
  const columns = new DataView(section.buffer, section.byteOffset).getUint32(0, true)
  const start = 4 + 4 * columns
  return {
    // Copied, because wider numbers must begin at an even address.
    steps: new Float32Array(Uint8Array.from(section.subarray(4, start)).buffer),
    values: new Int8Array(section.buffer, section.byteOffset + start, section.length - start),
    columns,
  }
}

/** Opens a section and unpacks all of its rows. */
export function openMatrix(section: Uint8Array): Matrix {
  const { columns, steps, values: packed } = openPacked(section)
  const values = new Float64Array(packed.length)
  for (let at = 0; at < values.length; at += columns)
    for (let i = 0; i < columns; i++) values[at + i] = packed[at + i]! * steps[i]!
  return { columns, values }
}

/** Adds a row of weights to sums. */
export function addRow({ values, columns }: Matrix, row: number, sums: Float64Array, factor = 1): void {
  const from = row * columns
  for (let i = 0; i < columns; i++) sums[i]! += factor * values[from + i]!
}

/** The rows of a product that are not nothing. */
const ROWS = new Int32Array(4096)

/** Adds a row of numbers times a matrix that has a row of weights for each of them: four rows at a time. */
export function multiply(numbers: Float64Array, { values, columns }: Matrix, sums: Float64Array): void {
  let count = 0
  for (let row = 0; row < numbers.length; row++) if (numbers[row] !== 0) ROWS[count++] = row
  let at = 0
  for (; at + 3 < count; at += 4) {
    const [a, b, c, d] = [ROWS[at]!, ROWS[at + 1]!, ROWS[at + 2]!, ROWS[at + 3]!]
    const [p, q, r, t] = [numbers[a]!, numbers[b]!, numbers[c]!, numbers[d]!]
    const [fromA, fromB, fromC, fromD] = [a * columns, b * columns, c * columns, d * columns]
    for (let i = 0; i < columns; i++)
      sums[i]! += p * values[fromA + i]! + q * values[fromB + i]! + r * values[fromC + i]! + t * values[fromD + i]!
  }
  for (; at < count; at++) {
    const factor = numbers[ROWS[at]!]!
    const from = ROWS[at]! * columns
    for (let i = 0; i < columns; i++) sums[i]! += factor * values[from + i]!
  }
}
