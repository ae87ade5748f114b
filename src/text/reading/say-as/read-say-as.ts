import { findRomanValue } from '../../english/numbers/roman-numeral.ts'
import { spellCardinal, spellDigits, spellOrdinal } from '../../english/numbers/spell-number.ts'
import { SIGN_NAMES } from '../../english/signs.ts'
import { findNumericDate, verbalizeDate } from '../grammars/date/verbalize-date.ts'
import { verbalizeMixed } from '../grammars/measure/verbalize-measure.ts'
import { readPiece } from '../grammars/read-piece.ts'
import { verbalizeDigitGroups } from '../grammars/telephone/verbalize-phone.ts'
import { verbalizeTime } from '../grammars/time/verbalize-time.ts'
import type { Manner } from '../scene.ts'
import { type SpokenWord, say } from '../spoken-word.ts'
import type { SayAs } from '../tokens/token.ts'
import { hasDigit } from '../tokens/token-shape.ts'
import { sayAsClass } from './say-as-class.ts'
import { verbalizeFormattedDate } from './verbalize-formatted-date.ts'

/**
 * Reads the text of an SSML say-as element by its `interpret-as`; undefined if the kind is unknown or does not fit
 * the text, which is then read as plain text.
 */
export function readSayAs(text: string, sayAs: SayAs, manner: Manner): readonly SpokenWord[] | undefined {
  const said = sayAs.format === undefined ? sayAsClass(text, sayAs.interpretAs, manner.locale) : undefined
  if (said !== undefined) return said
  const phrase = verbalizeSayAs(text, sayAs, manner)
  if (phrase !== undefined) return say(phrase)
  return sayAs.interpretAs === 'unit' || sayAs.interpretAs === 'currency'
    ? readPiece(text.replaceAll(' ', ''), manner)
    : undefined
}

function verbalizeSayAs(text: string, { interpretAs, format }: SayAs, manner: Manner): string | undefined {
  switch (interpretAs) {
    case 'characters':
    case 'spell-out':
    case 'verbatim':
    case 'letters':
      return verbalizeCharacters(text)
    case 'cardinal':
    case 'number':
      return verbalizeCardinal(text, manner)
    case 'ordinal':
      return verbalizeOrdinal(text, manner)
    case 'digits':
    case 'number_digit':
      return hasDigit(text) ? verbalizeCharacters(text) : undefined
    case 'telephone':
      return hasDigit(text) ? verbalizeDigitGroups(text) : undefined
    case 'date':
      return verbalizeFormattedDate(text, format, manner) ?? verbalizeFoundDate(text, manner)
    case 'time':
      return verbalizeTime(text.replaceAll(' ', ''), manner)
    case 'fraction':
      return verbalizeMixed(text.replaceAll(' ', ''), manner)
    case 'expletive':
    case 'bleep':
      return 'bleep'
    default:
      return undefined
  }
}

/** Each letter, digit and sign by its name. */
function verbalizeCharacters(text: string): string | undefined {
  const names = Array.from(text, (character) => {
    if (/[A-Za-z]/.test(character)) return character.toUpperCase()
    if (hasDigit(character)) return spellDigits(character)
    return SIGN_NAMES.get(character) ?? MORE_NAMES[character] ?? ''
  })
  const phrase = names.filter((name) => name !== '').join(' ')
  return phrase === '' ? undefined : phrase
}

const MORE_NAMES: Readonly<Record<string, string>> = {
  '-': 'dash',
  '.': 'dot',
  '/': 'slash',
  _: 'underscore',
  ':': 'colon',
}

function verbalizeCardinal(text: string, { locale }: Manner): string | undefined {
  const roman = findRomanValue(text)
  if (roman !== undefined) return spellCardinal(String(roman), locale)
  const [, sign, digits] = /^([-−]?)([\d,]*\d)$/.exec(text) ?? []
  return digits === undefined ? undefined : `${sign === '' ? '' : 'minus '}${spellCardinal(digits, locale)}`
}

function verbalizeOrdinal(text: string, { locale }: Manner): string | undefined {
  const roman = findRomanValue(text)
  const digits = roman === undefined ? /^([\d,]*\d)(?:st|nd|rd|th)?$/.exec(text)?.[1] : String(roman)
  return digits === undefined ? undefined : spellOrdinal(digits, locale)
}

function verbalizeFoundDate(text: string, manner: Manner): string | undefined {
  const date = findNumericDate(text, manner)
  return date === undefined ? undefined : verbalizeDate(date, manner)
}
