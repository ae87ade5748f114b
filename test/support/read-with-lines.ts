/**
 * Reads sentences with further lines in the tables of data/english. Runs in a process of its own, because tables are read once:
 * npx node test/support/read-with-lines.ts LINES ROWS. Both are JSON: an object with one line for each table, and a list of rows with a
 * locale, a sentence and perhaps the words whose sounds matter. Prints what each sentence is read as, as `speakEveryday` does.
 */
import { registerHooks } from 'node:module'

type Line = Readonly<Record<string, string>>

const [lines = '{}', rows = '[]'] = process.argv.slice(2)
const added = JSON.parse(lines) as Readonly<Record<string, Line>>

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const line = added[/\/data\/english\/([\w-]+)\.json/.exec(url)?.[1] ?? '']
    if (line === undefined) return loaded
    const known = JSON.parse(Buffer.from(loaded.source as Uint8Array).toString('utf8')) as readonly Line[]
    const empty = Object.fromEntries(Object.keys(known[0]!).map((column) => [column, '']))
    return { ...loaded, source: JSON.stringify([...known, { ...empty, ...line }]) }
  },
})

const { speakEveryday } = await import('./everyday-sentences.ts')
const said = (JSON.parse(rows) as readonly (readonly [string, string, ...string[]])[]).map(
  ([locale, written, ...heard]) =>
    speakEveryday({ locale, written, spoken: '', sounds: new Map(heard.map((word) => [word, ''])) }),
)
process.stdout.write(JSON.stringify(said))
