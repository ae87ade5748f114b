/**
 * Writes the .json of each table in data/english from the .tsv beside it.
 *
 *   npx node scripts/pack-english.ts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const FOLDER = new URL('../data/english/', import.meta.url)

/** Turns the table into the JSON that the program imports: a list of objects by the names of the columns. Errors call it `name`. */
export function packTable(table: string, name = 'the table'): string {
  const [head = '', ...lines] = table.replace(/\n$/, '').split('\n')
  const columns = head.split('\t')
  const rows = lines.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== columns.length)
      throw new Error(
        `Cannot pack ${name}: line ${index + 2} has ${cells.length} columns, expected ${columns.length}; an empty cell needs its tab`,
      )
    return `  ${JSON.stringify(Object.fromEntries(columns.map((column, place) => [column, cells[place]])))}`
  })
  return `[\n${rows.join(',\n')}\n]\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.tsv')))
    writeFileSync(
      new URL(name.replace('.tsv', '.json'), FOLDER),
      packTable(readFileSync(new URL(name, FOLDER), 'utf8'), `data/english/${name}`),
    )
