/** The entries of a cell of data/english, with spaces between them; an empty cell has none. */
export function listCell(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(' ')
}
