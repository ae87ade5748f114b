const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
const WELL_FORMED = /^(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/

/** The value of a roman numeral in capitals, 1 to 3999; undefined if it is not well formed. `IIII` is the four of clocks. */
export function findRomanValue(text: string): number | undefined {
  if (text === 'IIII') return 4
  if (!WELL_FORMED.test(text)) return undefined
  let value = 0
  for (let i = 0; i < text.length; i++) {
    const here = VALUES[text[i]!]!
    value += here < (VALUES[text[i + 1] ?? ''] ?? 0) ? -here : here
  }
  return value
}
