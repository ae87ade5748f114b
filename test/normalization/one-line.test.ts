import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packTable } from '../../scripts/pack-english.ts'

const DATA = new URL('../../data/english/', import.meta.url)

/** Lines that a stranger adds, by table of data/english. */
const LINES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  units: { written: 'zb', prefixes: 'kM', one: 'zabel', many: 'zabels', loose: 'kzb' },
  currencies: { one: 'zorkmid', many: 'zorkmids', cent: 'zenny', cents: 'zennies', codes: 'ZKM', around: 'zk' },
  'short-forms': { written: 'xyzb', say: 'exemplary', use: 'closing' },
  dialects: {
    locale: 'en_ZB',
    currency: '€',
    lexicons: 'en-zb en-gb',
    traits: 'and british-sounds days-first the-day zed',
  },
}

test.each(readdirSync(DATA).filter((name) => name.endsWith('.tsv')))(
  '%s is packed: run npx node scripts/pack-english.ts',
  (name) => {
    const packed = readFileSync(new URL(name.replace('.tsv', '.json'), DATA), 'utf8')
    expect(packed).toBe(packTable(readFileSync(new URL(name, DATA), 'utf8')))
  },
)

/** A stranger's unit, currency, abbreviation or dialect is one line of one table. */
const ROWS: readonly (readonly [written: string, spoken: string])[] = [
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
]

const DIALECT_ROWS: readonly (readonly [written: string, spoken: string, ...heard: string[]])[] = [
  ['It is due on 3/4.', 'it is due on the third of april'],
  ['It is due on 3/4/2027.', 'it is due on the third of april twenty twenty seven'],
  ['They met on May 3.', 'they met on may the third'],
  ['It has 350 pages.', 'it has three hundred and fifty pages'],
  ['It cost $2.50 there.', 'it cost two dollars and fifty cents there'],
  ['The <say-as interpret-as="price">2.50</say-as> one.', 'the two euros and fifty cents one'],
  ['The NZ team won.', 'the N Z team won; z Z EH1 D', 'z'],
  ['Our schedule is full.', 'our schedule is full; schedule SH EH1 JH UW0 L', 'schedule'],
  ['The secretary met Harry.', 'the secretary met harry; harry HH AE1 R IY0', 'harry'],
]

test('a line of a table is enough', () => {
  const script = new URL('../support/read-with-lines.ts', import.meta.url).pathname
  const rows = [
    ...ROWS.map((row) => ['en_US', ...row] as const),
    ...DIALECT_ROWS.map((row) => ['en_ZB', ...row] as const),
  ]
  const asked = rows.map(([locale, written, _spoken, ...heard]) => [locale, written, ...heard])
  const args = [LINES, asked].map((one) => JSON.stringify(one))
  const said = JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' })) as readonly string[]
  expect(said.map((spoken, i) => [rows[i]![1], spoken])).toEqual(rows.map(([, ...row]) => row.slice(0, 2)))
})
