import { wordSet } from '../../../language/word-set.ts'
import { spellCardinal, spellNumber, spellPairs, spellYear } from '../../numbers/spell-number.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { isInEquation } from './equation.ts'

/** Sections of American law that are spoken of as plans and charities: `401(k)`, `501(c)(3)`. */
const LAW_SECTIONS = wordSet('401 403 457 501 527 529')

/** Bare numbers whose neighbours decide how they are read: years, rooms and flights, codes, marks out of ten. */
export function readNumber(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const before = tokenBefore(scene, index)
  const label = before?.lower ?? ''
  const factor = scene.tokens[index]!.joined ? scene.tokens[index - 1] : undefined
  if (
    factor?.end === scene.tokens[index]!.start - 1 &&
    /^[\d.]+$/.test(factor.text) &&
    /^[\d.]+$/.test(text) &&
    isInEquation(scene, index)
  )
    return [say(`times ${spellNumber(text, scene.locale)}`)]
  const [, part, section] = /^(\d{1,3})-(\d{1,3}\.\d{1,3})$/.exec(text) ?? []
  if (part !== undefined && section !== undefined && /^(?:§+|sections?|sec|rule|ch|chapter)$/.test(label))
    return [say(`${spellCardinal(part, scene.locale)} dash ${spellNumber(section, scene.locale)}`)]
  const [, jet, variant = '', suffix = ''] = /^(7\d7)-(\d{1,3})(ER|LR|F|MAX)?$/.exec(text) ?? []
  if (jet !== undefined) {
    const type = suffix === 'MAX' ? 'max' : spell(suffix)
    return [say(`${spellPairs(jet, scene.locale)} ${spellPairs(variant, scene.locale)} ${type}`)]
  }
  const [, runs, wickets] = /^(\d{2,3})\/(\d{1,2})d(?:ec)?$/.exec(text) ?? []
  if (runs !== undefined)
    return [say(`${spellCardinal(runs, scene.locale)} for ${spellCardinal(wickets!, scene.locale)} declared`)]
  if (/^[23]d$/.test(text) && /^(?:cir|dept|dist|ed|ser|sess|cong)$/.test(tokenAfter(scene, index)?.lower ?? ''))
    return [say(text === '2d' ? 'second' : 'third')]
  if (/^'[12]0$/.test(text) && /^(?:in|since|from|by|to|until|of)$/.test(label))
    return [say(spellYear(`20${text.slice(1)}`, scene.locale))]
  if (!/^\d{3,6}$/.test(text)) return undefined
  return readLawPlural(scene, index)
}

/** `401(k)s`: the letter in brackets takes the ending. */
function readLawPlural({ tokens, locale }: Scene, index: number): Wording | undefined {
  const { text } = tokens[index]!
  const [letter, ending] = tokens.slice(index + 1, index + 3)
  if (!LAW_SECTIONS.has(text) || ending?.text !== 's') return undefined
  const words = say(spellPairs(text, locale))
  return [words.slice(0, 1), words.slice(1), say(`${letter!.text.toUpperCase()}'s`)]
}
