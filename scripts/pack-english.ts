/**
 * Writes the .json of each table in data/english from the .tsv beside it.
 *
 *   npx node scripts/pack-english.ts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const FOLDER = new URL('../data/english/', import.meta.url)

/** Turns the table into the JSON that the program imports: a list of objects by the names of the columns. `name` is the table's in errors. */
export function packTable(table: string, name = 'the table'): string {
  const [head = '', ...lines] = table.replace(/\n$/, '').split('\n')
  const names = head.split('\t')
  const rows = lines.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== names.length)
      throw new Error(
        `Cannot pack ${name}: line ${index + 2} has ${cells.length} columns, expected ${names.length}; an empty cell needs its tab`,
      )
    return `  ${JSON.stringify(Object.fromEntries(names.map((name, column) => [name, cells[column]])))}`
  })
  return `[\n${rows.join(',\n')}\n]\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.tsv')))
    writeFileSync(
      new URL(name.replace('.tsv', '.json'), FOLDER),
      packTable(readFileSync(new URL(name, FOLDER), 'utf8'), `data/english/${name}`),
    )
