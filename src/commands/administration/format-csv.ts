/** What spreadsheets would run as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/

/** A row of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe; numbers stay as they are. */
export function formatCsvRow(cells: readonly (string | number)[]): string {
  return cells.map(formatCell).join(',')
}

function formatCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
