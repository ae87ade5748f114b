/** Time to normalise 1,000 characters, warm: prints a table of the best, median and 95th percentile by kind of text. */
import { dictionary } from 'cmu-pronouncing-dictionary'
import { NEUTRAL_DELIVERY } from '../src/text/markup/tree/markup-run.ts'
import { normalizeText } from '../src/text/normalization/normalize-text.ts'

const TEXTS: Readonly<Record<string, string>> = {
  prose:
    'She opened the door, looked around, and smiled at the old man who had been waiting there since morning. "You came," he said. ',
  news: "Shares of Apple Inc. fell 2.3% to $189.50 on Tuesday. NASA's $2.7bn rover landed at 3:55 p.m. on Nov. 3rd, 2026. ",
  figures:
    'Call 555-0134, pay $4.99, run 5 km/h, add 1/2 tsp, 10-12 °C, 1,234,567 of 3.14, 24/7, 11/03/2026, v2.0.1, B2B. ',
  capitals: 'STOP RIGHT THERE! The FBI, NASA and the CEOs of IBM met Louis XIV in World War II, Chapter IV, at AT&T. ',
}
const LENGTH = 1000
const ROUNDS = 1500

function timeOnce(source: string): number {
  const span = { start: 0, end: source.length }
  const start = performance.now()
  normalizeText([{ kind: 'text', text: source, mapping: 'exact', span, delivery: NEUTRAL_DELIVERY }], {
    locale: 'en_US',
    source,
    isWord: (word) => Object.hasOwn(dictionary, word),
  })
  return performance.now() - start
}

const rows = Object.entries(TEXTS).map(([kind, text]) => {
  const source = text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH)
  for (let i = 0; i < ROUNDS; i++) timeOnce(source)
  const times = Array.from({ length: ROUNDS }, () => timeOnce(source)).sort((a, b) => a - b)
  const at = (share: number) => Number(times[Math.floor(share * ROUNDS)]!.toFixed(3))
  return { kind, 'best ms': at(0), 'median ms': at(0.5), '95 % ms': at(0.95) }
})
console.table(rows)
