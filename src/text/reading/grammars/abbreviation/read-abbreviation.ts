import { ABBREVIATIONS, type Abbreviation, DOTLESS_TITLES, findUses, isTitle } from '../../../english/abbreviations.ts'
import { DAYS } from '../../../english/calendar.ts'
import { FOREIGN_PHRASES } from '../../../english/foreign-phrases.ts'
import { findState } from '../../../english/states.ts'
import { UNITS } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { isCapitalized, type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { isCapitals, startsWithCapital, startsWithDigit } from '../../tokens/token-shape.ts'
import { findCited } from './citations.ts'

/** Abbreviations with their stop, and those that do without: `Dr. Smith`, `No. 5`, `approx.`, `vs`, initials. */
export function readAbbreviation(scene: Scene, index: number): Wording | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  if (text.length > 7) return undefined
  const cited = findCited(scene.tokens, index)
  if (cited !== undefined) return [say(cited)]
  if (dotted && isCapitals(text, 1, 1)) return [say(text)]
  const state = dotted && /^[A-Z]\.[A-Z]$/.test(text) ? findState(text.replace('.', ''), scene.locale) : undefined
  // The initials of other names are no initials: `M.D.`
  if (state?.includes(' ') === true && isBehindPlace(scene, index)) return [say(state)]
  if (ELEMENTS.has(text) && startsWithDigit(tokenAfter(scene, index)?.text)) return [say(spell(text))]
  const owner = lower.endsWith("'s") ? findOwner(text, scene) : undefined
  if (owner !== undefined) return [say(`${owner}'s`)]
  const uses = findUses(text, lower) ?? []
  const fits = dotted ? fitsWithStop : fitsWithoutStop
  const use = uses.find((one) => fits(one, scene, index))
  return use === undefined ? undefined : [say(use.say)]
}

/** `Skaneateles, N.Y.`, `Newark N.J.` */
function isBehindPlace({ tokens }: Scene, index: number): boolean {
  const place = tokens[index - 1]
  return /^[A-Z][a-z]/.test(place?.text ?? '') && place!.after.every(({ kind }) => kind === ',')
}

/** The numeral of `Mk IV`. */
const ROMAN = /^(?:X{0,3}(?:I{1,3}|IV|VI{0,3}|IX)|X{1,3})$/

/** Symbols of elements that are no words: `Na 138`. */
const ELEMENTS = wordList('elements')

/** `the dr's`, `our dept's`, `Mon.'s`: an abbreviation that is no word and owns something. */
function findOwner(text: string, { isWord }: Scene): string | undefined {
  const stem = text.slice(0, -2).replace(/\.$/, '')
  const short = stem.toLowerCase()
  const isDotted = text.endsWith(".'s")
  const known = isDotted ? (DAYS.get(short) ?? UNITS.get(short)?.one) : undefined
  if (known !== undefined) return known
  if (!/^[A-Z]?[a-z]+$/.test(stem) || (isWord(short) && !isDotted && short !== 'dr')) return undefined
  return ABBREVIATIONS.get(short)?.[0]?.say
}

/** A title comes before a name, or is capitalised on its own: `Talk to your Rep.` */
function fitsWithStop(form: Abbreviation, scene: Scene, index: number): boolean {
  return !isTitle(form) || isCapitalized(tokenAfter(scene, index)) || /^[A-Z][a-z]/.test(scene.tokens[index]!.text)
}

/** `Mr Smith`, `vol 7`, `mgmt`: titles before a name, what a figure follows, and letters that are no word. */
function fitsWithoutStop(form: Abbreviation, scene: Scene, index: number): boolean {
  const { use } = form
  const { text, lower } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  if (isTitle(form)) return DOTLESS_TITLES.has(lower) && /^[A-Z]+[a-z]/.test(text) && isCapitalized(next)
  if (use === 'any') return scene.shouting || !isCapitals(text, 2, 2)
  if (/^[A-Z](?:[A-Z]|$)/.test(text)) return false
  if (use === 'closing-any') return true
  if ((use === 'numbered' || use === 'inside') && /^#?\d/.test(next?.text ?? '')) return true
  if (use === 'numbered' && startsWithCapital(text) && ROMAN.test(next?.text ?? '')) return true
  return (use === 'closing' || use === 'inside') && isNoWord(scene, index)
}

function isNoWord({ tokens, isWord }: Scene, index: number): boolean {
  const { lower } = tokens[index]!
  return lower.length > 2 && tokens[index + 1]?.joined !== true && !isWord(lower) && !opensPhrase(tokens, index)
}

/** `Pend Oreille`: the first word of a phrase or name of several words. */
function opensPhrase(tokens: Scene['tokens'], index: number): boolean {
  const phrases = FOREIGN_PHRASES.get(tokens[index]!.lower) ?? []
  return phrases.some(({ words }) => words.every((word, i) => tokens[index + i]?.lower === word))
}
