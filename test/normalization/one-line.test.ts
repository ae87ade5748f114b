import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { expect, test } from 'vitest'
import { packTable } from '../../scripts/pack-english.ts'

const DATA = new URL('../../data/english/', import.meta.url)

type Line = Readonly<Record<string, string>>

/** Lines that a stranger adds, by table of data/english. */
const LINES: Readonly<Record<string, Line>> = {
  units: { written: 'zb', prefixes: 'kM', one: 'zabel', many: 'zabels', loose: 'kzb' },
  currencies: { one: 'zorkmid', many: 'zorkmids', cent: 'zenny', cents: 'zennies', codes: 'ZKM', around: 'zk' },
  'short-forms': { written: 'xyzb', say: 'exemplary', use: 'closing' },
}

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const line = LINES[/\/data\/english\/([\w-]+)\.json/.exec(url)?.[1] ?? '']
    if (line === undefined) return loaded
    const rows = JSON.parse(String(loaded.source)) as readonly Line[]
    const empty = Object.fromEntries(Object.keys(rows[0]!).map((column) => [column, '']))
    return { ...loaded, source: JSON.stringify([...rows, { ...empty, ...line }]) }
  },
})
const { formatSpoken, normalizeSource } = await import('../support/normalize-source.ts')

hooks.deregister()

test.each(readdirSync(DATA).filter((name) => name.endsWith('.tsv')))(
  '%s is packed: run npx node scripts/pack-english.ts',
  (name) => {
    const packed = readFileSync(new URL(name.replace('.tsv', '.json'), DATA), 'utf8')
    expect(packed).toBe(packTable(readFileSync(new URL(name, DATA), 'utf8')))
  },
)

/** A stranger's unit, currency or abbreviation is one line of one table. */
test.each([
  ['It weighs 12 zb.', 'it weighs twelve zabels'],
  ['It weighs 12zb.', 'it weighs twelve zabels'],
  ['It weighs 1 zb.', 'it weighs one zabel'],
  ['A 5-zb bag came.', 'a five zabel bag came'],
  ['It holds 3.5 Mzb of sand.', 'it holds three point five megazabels of sand'],
  ['It holds 4 KZB of sand.', 'it holds four kilozabels of sand'],
  ['It makes 8 zb/h on a good day.', 'it makes eight zabels per hour on a good day'],
  ['It covers 9 kg/zb at most.', 'it covers nine kilograms per zabel at most'],
  ['It cost ZKM 25.', 'it cost twenty five zorkmids'],
  ['It cost 25 ZKM.', 'it cost twenty five zorkmids'],
  ['It cost ZKM 2.50.', 'it cost two zorkmids fifty zennies'],
  ['It cost 1 zk there.', 'it cost one zorkmid there'],
  ['It cost ZKM 5-7 million.', 'it cost five to seven million zorkmids'],
  ['An xyzb. case came up.', 'an exemplary case came up'],
  ['The xyzb. case came up.', 'the exemplary case came up'],
])('%s', (written, spoken) => {
  expect(formatSpoken(normalizeSource(written, { locale: 'en_US' })).replaceAll(' | ', ' ')).toBe(spoken)
})
