/** A cell of a table: text, and how it is coloured once it has its width. */
export type Cell = string | { readonly text: string; readonly paint: (text: string) => string }

/** Rows as aligned lines. The widest text of a column decides its width; the last column is not padded. */
export function formatTable(rows: readonly (readonly Cell[])[]): readonly string[] {
  const textOf = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : (cell?.text ?? ''))
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => displayWidth(textOf(row[column])))),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const text = textOf(cell)
        const gap = column === row.length - 1 ? '' : ' '.repeat(widths[column]! - displayWidth(text))
        return (typeof cell === 'string' ? text : cell.paint(text)) + gap
      })
      .join('  ')
      .trimEnd(),
  )
}

const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u
const GRAPHEMES = new Intl.Segmenter()

/** Columns that a text takes on a terminal. */
function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}
