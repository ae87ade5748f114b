import { findRomanValue } from '../../../english/numbers/roman-numeral.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { say } from '../../spoken-word.ts'
import { hasDigit } from '../../tokens/token-shape.ts'
import type { PieceReader } from '../piece-reader.ts'

const NAMES: Readonly<Record<string, string>> = {
  '#': 'sharp',
  b: 'flat',
  m: 'minor',
  min: 'minor',
  maj: 'major',
  dim: 'diminished',
  aug: 'augmented',
  sus: 'suspended',
  add: 'add',
}
const PART = /\d+|[A-G]|#|b|maj|min|m|dim|aug|sus|add/g
/** A root with its quality, accidental or figure, of which a letter and a figure alone are a code; or what is behind `B♭`: `maj7`. */
const CHORD =
  /^(?:(?=.*\d|.[#b]m|.[#b]dim)[A-G](?=.*[#a-z])(?:#|b)?|(?=(?:maj|dim|aug|sus)\d))(?:(?:m|min|maj|dim|aug)(?:maj)?)?(?:[679]|11|13)?(?:(?:sus|add|(?<=\d)[#b])(?:[24569]|11|13))*$/

/** `Cm7`, `Bbmaj7`, `F#m7b5`, `Dsus4`. */
export const readChord: PieceReader = (text, { locale }) => {
  if (!CHORD.test(text)) return undefined
  const parts = text.match(PART) ?? []
  return say(parts.map((part) => (hasDigit(part) ? spellCardinal(part, locale) : (NAMES[part] ?? part))).join(' '))
}

/** `ii–V–I`, `I-IV-V`: the steps of a progression of chords, three or more, or large and small; `Acts I–IV` is a range. */
export const readNumerals: PieceReader = (text, { locale }) => {
  const steps = /^[IVXivx]+[-–]/.test(text) ? text.split(/[-–]/) : []
  const values = steps.map((step) => findRomanValue(step.toUpperCase()) ?? 0)
  const [first = 0, last = 0] = values
  const isMixed = /[iv]/.test(text) && /[IV]/.test(text)
  const isRange = values.length === 2 && first < last && !isMixed
  if (values.length < 2 || values.includes(0) || !(isRange || isMixed || values.length > 2)) return undefined
  return say(values.map((value) => spellCardinal(String(value), locale)).join(isRange ? ' to ' : ' '))
}
