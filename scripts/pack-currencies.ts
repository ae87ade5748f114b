/**
 * Writes data/english/currencies.json from currencies.tsv beside it.
 *
 *   npx node scripts/pack-currencies.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const FOLDER = new URL('../data/english/', import.meta.url)

/** Turns the table into the JSON that the program imports: a list of objects by the names of the columns. */
export function packCurrencies(table: string): string {
  const [head = '', ...lines] = table.replace(/\n$/, '').split('\n')
  const names = head.split('\t')
  const rows = lines.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== names.length)
      throw new Error(`Cannot pack line ${index + 2}: ${cells.length} columns, expected ${names.length}`)
    return `  ${JSON.stringify(Object.fromEntries(names.map((name, column) => [name, cells[column]])))}`
  })
  return `[\n${rows.join(',\n')}\n]\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(
    new URL('currencies.json', FOLDER),
    packCurrencies(readFileSync(new URL('currencies.tsv', FOLDER), 'utf8')),
  )
