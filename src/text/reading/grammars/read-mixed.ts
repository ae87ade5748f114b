import { READ_AS_WORDS } from '../../english/acronyms.ts'
import { spellCardinal, spellDigits, spellNumber, spellPairs } from '../../english/numbers/spell-number.ts'
import { partsOfFraction, SIGN_NAMES } from '../../english/signs.ts'
import { SPECIAL_WORDS } from '../../english/special-words.ts'
import type { Manner } from '../scene.ts'
import { type SpokenWord, say, spell } from '../spoken-word.ts'
import { verbalizeFraction } from './slash/verbalize-fraction.ts'
import { readWord } from './word/read-word.ts'

const PART =
  /([A-Za-z]+(?:'[A-Za-z]+)*)|(\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+(?![.\d]))?)|([\u0370-\u03ff])|([¼-¾⅐-⅞])|([⁻²³¹⁰⁴-⁹]{2,})|(","|[^\s])/gu
/** Signs that join parts without being heard. */
const SILENT = new Set(["'", '"', '-', '–', '_', ',', '*', '/', '\\', '#', '~', '`', ':', '.'])
/** `y²-4x`: variables of one letter, and no name of code. */
const DIFFERENCE = /^(?=.*[a-z])(?=.*[=²³^])(?!.*[A-Za-z]{2})/
const OPERATOR = /[=+×÷±<>≤≥≈≠^−√∧∨]|\d\*\d|[²³]\/\d/

/**
 * Reads any token part by part: runs of letters, digits, Greek letters, signs. At least one word for a token that has
 * a letter, a digit or a spoken sign. Time is linear in the length.
 */
export function readMixed(text: string, manner: Manner): readonly SpokenWord[] {
  const [, stem, ending = ''] = /^((?:[A-Z]|[a-z]{2})[A-Za-z-]{0,20}\d{1,10})('?s)$/.exec(text) ?? []
  return stem === undefined ? readParts(text, manner) : withEnding(readParts(stem, manner), ending)
}

/** `A380's`, `MP3s`: the figure takes the ending. */
function withEnding(words: readonly SpokenWord[], ending: string): readonly SpokenWord[] {
  const last = words.at(-1)!
  const isSix = ending === 's' && last.text.endsWith('six')
  return [...words.slice(0, -1), { ...last, text: `${last.text}${isSix ? 'es' : ending}` }]
}

/** The whole token, with what its parts need to know about it. This is found once, because finding it for each part would take quadratic time. */
type Whole = {
  readonly text: string
  readonly isFormula: boolean
  readonly isLongCode: boolean
  readonly hasLetters: boolean
  readonly manner: Manner
}

function readParts(text: string, manner: Manner): readonly SpokenWord[] {
  const words: SpokenWord[] = []
  const isFormula = OPERATOR.test(text) || isQuotient(text)
  const isDifference = DIFFERENCE.test(text)
  const isLongCode = LONG_CODE.test(text)
  const hasLetters = /[A-Za-z-]/.test(text)
  const whole = { text, isFormula, isLongCode, hasLetters, manner }

  for (const [part, letters, digits, greek, fraction, power] of text
    .replace(/^[-−](?=\d)/, '')
    .replace(/\^-/g, '^−')
    .replace(/\^([23])(?!\d)/g, (_, power) => (power === '2' ? '²' : '³'))
    .matchAll(PART)) {
    if (letters !== undefined) append(words, readLetters(letters, whole))
    else if (digits !== undefined) append(words, say(verbalizeDigits(digits, whole)))
    else if (greek !== undefined) append(words, say(SIGN_NAMES.get(greek) ?? 'alpha'))
    else if (fraction !== undefined) append(words, say(verbalizeCharacter(fraction, manner)))
    else if (power !== undefined) append(words, say(verbalizePower(power, manner)))
    else append(words, isDifference && /[-–]/.test(part) ? say('minus') : readSign(part, isFormula))
  }
  return words
}

/** `y/2`, `3x/4`, `x/y`. */
const VARIABLES = /^\d{0,2}[akmntxyz]²?\/\d{1,2}$|^[xyz]\/[xyz]$/

/** `h/λ`, `2π/3`, `ΔT/Δx`, `y/2`: one quantity over another; `α/β` are two names, `μg/mL` is a unit. */
export function isQuotient(text: string): boolean {
  if (!text.includes('/')) return false
  if (VARIABLES.test(text)) return true
  if (!/[\u0370-\u03ff]/.test(text)) return false
  return !/^[\u03b1-\u03c9]\/[\u03b1-\u03c9]$/.test(text)
}

/** One by one: a spread of a very long list would overflow the stack. */
function append(words: SpokenWord[], more: readonly SpokenWord[]): void {
  for (const word of more) words.push(word)
}

/** Beside digits, capitals and letters that make no word are spelled: `MP3`, `B2B`, `1099-MISC`. */
function readLetters(letters: string, { isFormula, manner }: Whole): readonly SpokenWord[] {
  if (SPECIAL_WORDS.has(letters) && /^(?:[A-Z][a-z]{2,}|[a-z]{3,})$/.test(letters)) return readWord(letters, manner)
  if (letters.length < 3 && isFormula) return say(spell(letters))
  if (letters.length > 4 || /^[A-Z]?[a-z]{2,}$/.test(letters)) {
    const isCode = letters.length <= 4 && !manner.isWord(letters.toLowerCase()) && !/[aeiouy]/i.test(letters)
    return isCode ? say(spell(letters)) : readWord(letters, { ...manner, shouting: letters.length > 3 })
  }
  const isAcronym = /^[A-Z]+$/.test(letters) && letters.length < 4 && !READ_AS_WORDS.has(letters.toLowerCase())
  if (isAcronym || /^[A-Za-z]$/.test(letters)) return say(spell(letters))
  return readWord(letters, manner)
}

/** A code of many letters and figures, which nobody reads in groups. */
const LONG_CODE = /^(?=.{10,}$)(?=(?:\D*\d){6})(?=(?:\d*[A-Z]){2})[A-Z\d]+$/

/** In a formula a quantity; beside letters a serial: `A380` as `three eighty`, `1099` in pairs, longer ones digit by digit. */
function verbalizeDigits(digits: string, { text, isFormula, isLongCode, hasLetters, manner }: Whole): string {
  const { locale } = manner
  if (isFormula || /[.,]/.test(digits)) return spellNumber(digits, locale) ?? spellDigits(digits)
  if (/^[A-Z]0$/.test(text)) return 'zero'

  if (digits.length > 4 || isLongCode) return spellDigits(digits)
  if (digits.startsWith('0') && digits.length > 1) return spellDigits(digits)
  return hasLetters ? spellPairs(digits, locale) : spellCardinal(digits, locale)
}

/** `²³` as `to the power of twenty three`, the charge `²⁻` as `two minus`. */
function verbalizePower(power: string, { locale }: Manner): string {
  const digits = power.normalize('NFKD').replaceAll('\u2212', '-')
  const number = spellNumber(digits, locale)
  return number === undefined ? `${spellDigits(digits)} minus` : `to the power of ${number}`
}

function verbalizeCharacter(fraction: string, manner: Manner): string {
  const [numerator, denominator] = partsOfFraction(fraction) ?? [1, 2]
  return verbalizeFraction({ numerator, denominator }, manner)
}

function readSign(sign: string, isFormula: boolean): readonly SpokenWord[] {
  if (isFormula && sign === '/') return say('over')
  if (sign === '","') return say('space')
  if (SILENT.has(sign)) return []
  const name = SIGN_NAMES.get(sign)
  return name === undefined ? [] : say(name)
}
