import { withSigns } from '../english/currency-pattern.ts'
import { FOLDS } from '../english/signs.ts'

/** Marks, signs and letters that later stages read as they are, besides printable ASCII. */
const KEPT = withSigns(
  /^[\u0391-\u03a9\u03b1-\u03c9\u00bc-\u00be\u2150-\u215e\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u207b\u207f…–—¢¤§©°±¶×÷−√∞∑∏∫∂∇∈∪∩∧∨¬≈≠≤≥‰→♩♪′″•]$/u,
)
const PLAIN = /^[\x20-\x7e\u0391-\u03a9\u03b1-\u03c9°]*$/u
const SPACE = /^\p{Zs}$/u
const LINE = /^[\p{Zl}\p{Zp}\u0085]$/u
const INVISIBLE = /^[\p{Cf}\p{Variation_Selector}]$/u
const LATIN_MARK = /^[\p{Mn}\p{Me}]$/u
const FOREIGN_MARK = /^(?!\p{scx=Zinh}|\p{scx=Latn}|\p{scx=Grek})\p{M}$/u
const PICTURE = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\p{So}|\p{Sm}|\p{Sk}|\p{Sc}|\p{Lm})$/u
/** Those that the table of currencies lacks. */
const CURRENCY_SIGN = /^\p{Sc}$/u
const PUNCTUATION = /^\p{P}$/u
/** What decoders put in place of damaged bytes: a letter is missing there. */
const DAMAGED = '\ufffd'

/** Whether a character is printable ASCII or white space, which counts as itself. */
export function isPlain(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || (code >= 0x09 && code <= 0x0d)
}

/** The number of a character as Unicode writes it: `U+0416`. */
export function numberOf(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether a sign has a plain form or a reading of its own. */
export function isKnownSign(character: string): boolean {
  return FOLDS[character] !== undefined || KEPT.test(character)
}

/**
 * What a character outside ASCII counts as: plain letters and marks for Latin letters, ligatures, full-width forms and
 * smart punctuation; Greek letters without accents; a space for pictures; nothing for invisible characters and accents;
 * `undefined` if no English voice has a reading (other scripts, control characters, unpaired surrogates, damaged letters).
 */
export function foldCharacter(character: string): string | undefined {
  if (character === DAMAGED) return undefined
  const known = FOLDS[character]
  if (known !== undefined) return known
  if (KEPT.test(character)) return character
  if (SPACE.test(character)) return ' '
  if (LINE.test(character)) return '\n'
  if (INVISIBLE.test(character)) return ''
  if (LATIN_MARK.test(character)) return FOREIGN_MARK.test(character) ? undefined : ''
  return foldCompatible(character)
}

/** Accents off, compatibility forms (full-width, circled, mathematical alphabets) to the letters they show. */
function foldCompatible(character: string): string | undefined {
  let folded = ''
  for (const part of character.normalize('NFKD')) {
    if (LATIN_MARK.test(part)) continue
    folded += FOLDS[part] ?? part
  }
  if (PLAIN.test(folded) && folded.trim() !== '') return folded
  if (CURRENCY_SIGN.test(character)) return undefined
  if (PICTURE.test(character) || PUNCTUATION.test(character)) return ' '
  return undefined
}
