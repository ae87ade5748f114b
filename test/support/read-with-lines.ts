/**
 * Reads sentences with further lines in the tables of data/english. Runs in a process of its own, because tables are read once:
 * npx node test/support/read-with-lines.ts LINES SENTENCES. Both are JSON: an object with one line for each table, and a list. Prints what each sentence is read as.
 */
import { registerHooks } from 'node:module'

type Line = Readonly<Record<string, string>>

const [lines = '{}', sentences = '[]'] = process.argv.slice(2)
const added = JSON.parse(lines) as Readonly<Record<string, Line>>

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const line = added[/\/data\/english\/([\w-]+)\.json/.exec(url)?.[1] ?? '']
    if (line === undefined) return loaded
    const rows = JSON.parse(Buffer.from(loaded.source as Uint8Array).toString('utf8')) as readonly Line[]
    const empty = Object.fromEntries(Object.keys(rows[0]!).map((column) => [column, '']))
    return { ...loaded, source: JSON.stringify([...rows, { ...empty, ...line }]) }
  },
})

const { formatSpoken, normalizeSource } = await import('./normalize-source.ts')
const said = (JSON.parse(sentences) as readonly string[]).map((written) =>
  formatSpoken(normalizeSource(written, { locale: 'en_US' })).replaceAll(' | ', ' '),
)
process.stdout.write(JSON.stringify(said))
