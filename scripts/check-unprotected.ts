/**
 * Lists the regular expressions of `src/text` that no test text protects: each is made to match nothing in turn, and the texts on which it
 * matched are analysed again. A report, not a check: it takes minutes, and always exits with 0.
 *   npm run check:unprotected [-- FOLDER]     for example src/text/reading/grammars
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import type { Locale } from '../src/text/english/dialects.ts'
import { type Expression, expressions, guardExpressions, listStrings } from './guard-expressions.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, process.argv[2] ?? 'src/text')
/** Of the texts on which an expression matches, at most so many are analysed again. */
const MOST_TEXTS = 60

type Text = { readonly written: string; readonly locale: Locale }

registerHooks({
  load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : ''
    if (!path.startsWith(FOLDER) || !path.endsWith('.ts')) return next(url, context)
    const code = stripTypeScriptTypes(readFileSync(path, 'utf8'))
    const source = guardExpressions(code, { file: relative(ROOT, path), parse: parseAst })
    return { format: 'module', source, shortCircuit: true }
  },
})

// Loaded with the hook above.
const { LOCALES } = await import('../src/text/english/dialects.ts')
const { analyzeEveryday } = await import('../test/support/everyday-sentences.ts')
const { EVERYDAY_TABLES, readEverydaySentences } = await import('../test/support/everyday-tables.ts')

/** The texts of the tables, and what the unit tests of `src/text` have in quotation marks. */
function readTexts(): readonly Text[] {
  const texts = new Map<string, Text>()
  const add = (text: Text): unknown => texts.set(`${text.locale} ${text.written}`, text)
  for (const table of EVERYDAY_TABLES) for (const row of readEverydaySentences(table)) add(row)
  const tables = join(ROOT, 'test/normalization')
  for (const name of readdirSync(tables).filter((one) => one.endsWith('.json'))) {
    const { locale, rows } = JSON.parse(readFileSync(join(tables, name), 'utf8')) as {
      readonly locale: Text['locale']
      readonly rows: readonly (readonly [string, string])[]
    }
    for (const [written] of rows) add({ written, locale })
  }
  for (const file of globSync('src/text/**/*.test.ts', { cwd: ROOT })) {
    const code = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))
    for (const written of listStrings(code, parseAst)) for (const locale of LOCALES) add({ written, locale })
  }
  return [...texts.values()]
}

function analyze(text: Text): string {
  try {
    return JSON.stringify(analyzeEveryday(text))
  } catch (error) {
    return (error as Error).message
  }
}

/** Some entries of a list, spread over it. */
function sample<Entry>(list: readonly Entry[], most: number): readonly Entry[] {
  const step = Math.max(1, list.length / most)
  return Array.from({ length: Math.min(list.length, most) }, (_, index) => list[Math.floor(index * step)]!)
}

const texts = readTexts()
const usual = new Map<Text, string>()
const matchedBy = new Map<number, Text[]>()
for (const text of texts) {
  expressions.matched.clear()
  usual.set(text, analyze(text))
  for (const id of expressions.matched) matchedBy.set(id, [...(matchedBy.get(id) ?? []), text])
}

function describe({ id, isPart }: Expression): string | undefined {
  if (isPart) return undefined
  const matching = matchedBy.get(id) ?? []
  if (matching.length === 0) return 'never matches'
  expressions.disabled = id
  const isProtected = sample(matching, MOST_TEXTS).some((text) => analyze(text) !== usual.get(text))
  expressions.disabled = undefined
  return isProtected ? undefined : `matches in ${matching.length} texts, and changes nothing`
}

const counts = new Map<string, number>()
for (const expression of expressions.all) {
  const problem = describe(expression)
  if (problem === undefined) continue
  const kind = problem === 'never matches' ? problem : 'changes nothing'
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  console.log(`${expression.file}:${expression.line}  ${problem}  ${expression.source}`)
}
const whole = expressions.all.filter(({ isPart }) => !isPart).length
const found = Array.from(counts, ([kind, count]) => `${count} ${kind}`).join(', ')
console.log(`\n${texts.length} texts, ${whole} expressions: ${found || 'all are protected'}`)
