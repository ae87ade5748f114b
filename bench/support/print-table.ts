/** One row of a table: a value for each heading. */
export type TableRow = Readonly<Record<string, string | number>>

/** Prints rows as a Markdown table whose columns line up: the first to the left, the others to the right. Headings are the keys of the first row. */
export function printTable(rows: readonly TableRow[]): void {
  const headings = Object.keys(rows[0] ?? {})
  const cells = [headings, ...rows.map((row) => headings.map((heading) => String(row[heading] ?? '')))]
  const widths = headings.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [first, ...rest] = cells
  for (const line of [first!, rule, ...rest]) {
    const padded = line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
    console.log(`| ${padded.join(' | ')} |`)
  }
}

/** Prints what is aimed at, and whether this run got there. */
export function printGoal(goal: string, isMet: boolean): void {
  console.log(`\nGoal: ${goal}: ${isMet ? 'met' : 'missed'} in this run.`)
}
