import { NUMBERED_THINGS } from '../../../english/numbered-things.ts'
import { findRomanValue } from '../../../english/numbers/roman-numeral.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { SENTENCE_STARTERS } from '../../../english/word-classes.ts'
import { isCapitalized, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** Numerals that are no other abbreviation: up to 39, two letters or more. */
const UNMISTAKABLE = /^(?:X{0,3}(?:I{2,3}|IV|VI{1,3}|IX)|X{2,3}I?|XI|XV|XIV|XX)$/

/** `stage IIIb`, the initial of `Catherine M. Cooper`, and numerals behind a name: `Rocky IV`. */
export function readRoman(scene: Scene, index: number): Wording | undefined {
  const { text, dotted } = scene.tokens[index]!
  const before = tokenBefore(scene, index)
  if (dotted && /^[IVXLCDM]$/.test(text) && isCapitalized(tokenAfter(scene, index))) return [say(text)]
  const [, staged = '', letter = ''] = /^([IVX]{1,4})([a-eAB])$/.exec(text) ?? []
  const stage = NUMBERED_THINGS.has(before?.lower ?? '') ? findRomanValue(staged) : undefined
  if (stage !== undefined) return [say(`${spellCardinal(String(stage), scene.locale)} ${letter.toUpperCase()}`)]
  const [, numeral = '', ending = ''] = /^([IVX]{2,6})('s)?$/.exec(text) ?? []
  const value = UNMISTAKABLE.test(numeral) ? findRomanValue(numeral) : undefined
  if (value === undefined || !isCapitalized(before) || SENTENCE_STARTERS.has(before!.lower)) return undefined
  return [say(spellCardinal(String(value), scene.locale) + ending)]
}

/** `vol. v`, `ch. x`: one letter behind the abbreviation of what is numbered. */
export function isSmallNumeral(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)
  return /^[vx]$/.test(scene.tokens[index]!.text) && before?.dotted === true && NUMBERED_THINGS.has(before.lower)
}

/** `clause iv`, `(i)`, `(ii)`: small numerals behind what is numbered, or alone in brackets; `(a)` is a letter. */
export function readSmallRoman(scene: Scene, index: number): Wording | undefined {
  const { text, after } = scene.tokens[index]!
  const before = scene.tokens[index - 1]
  const isBracketed = after[0]?.kind === ')' && (before === undefined || before.after.at(-1)?.kind === '(')
  if (isBracketed && /^[a-hj-z]$/.test(text)) return [say(text.toUpperCase())]
  const isSure = isSmallNumeral(scene, index)
  const value =
    /^[ivx]{2,5}$/.test(text) || isSure || (isBracketed && text === 'i')
      ? findRomanValue(text.toUpperCase())
      : undefined
  const isNumbered = isSure || (before?.after.length === 0 && NUMBERED_THINGS.has(before.lower.replace(/s$/, '')))
  return value !== undefined && (isBracketed || isNumbered)
    ? [say(spellCardinal(String(value), scene.locale))]
    : undefined
}
