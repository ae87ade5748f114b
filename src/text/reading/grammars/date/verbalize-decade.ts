import { spellCardinal, spellPairs, spellYear, toPluralWords } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'

/** `1990s`, `'90s`, `20s`, `747s`, `1,000s`, `the '80s`; undefined if the text is none. */
export function verbalizeDecade(text: string, { locale }: Manner): string | undefined {
  const [, short, digits] = /^('?)(\d{1,4}|\d{1,3}(?:,\d{3})+)(?:'?s)?$/.exec(text) ?? []
  if (digits === undefined) return undefined
  if (/^'[12]0$/.test(text)) return spellYear(`20${digits}`, locale)
  if (!text.endsWith('s')) return short === '' ? undefined : spellPairs(digits, locale)
  if (digits === '00') return 'two thousands'
  if (/^1(?:00|,?000)$/.test(digits)) return digits === '100' ? 'hundreds' : 'thousands'
  if (/^(?:1[1-9]\d\d|20[1-9]\d|[12]\d\d0|10[1-9]\d)$/.test(digits)) return toPluralWords(spellYear(digits, locale))
  return toPluralWords(digits.length === 3 ? spellPairs(digits, locale) : spellCardinal(digits, locale))
}

/** `1920s-30s`, `1940s–1960s`, `'80s-'90s`; undefined if the text is none. */
export function verbalizeDecades(text: string, manner: Manner): string | undefined {
  const [, first, last] = /^('?\d{2,4}'?s)[-–]('?\d{1,3}0'?s)$/.exec(text) ?? []
  if (first === undefined || last === undefined) return undefined
  return `${verbalizeDecade(first, manner)} to ${verbalizeDecade(last, manner)}`
}
