import { DETERMINERS, FORMS_OF_BE, FORMS_OF_HAVE, MODALS, PREPOSITIONS } from '../../../language/word-classes.ts'
import { spellCardinal, spellDigits, spellPairs, spellYear } from '../../numbers/spell-number.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { findUnit } from '../../tables/units.ts'

const CALL_WORDS = new Set('call dial dialed dialled ring text calling dialing phone'.split(' '))
/** The number behind these is a year. */
const YEAR_WORDS = new Set(
  'in since by from until till to during of year circa c around before after early late mid spring summer autumn fall winter between and through throughout for the of'.split(
    ' ',
  ),
)
const SURE_YEAR_WORDS = new Set(
  'in since until till during year circa spring summer autumn fall winter early late mid'.split(' '),
)
/** Sections of American law that are spoken of as plans and charities: `401(k)`, `501(c)(3)`. */
const LAW_SECTIONS = new Set('401 403 457 501 527 529'.split(' '))
/** Plural nouns without -s that a number counts. */
const COUNTED = new Set(
  'people men women children feet percent teeth mice sheep fish dollars hours more other of'.split(' '),
)
const CLOSED = [DETERMINERS, PREPOSITIONS, FORMS_OF_BE, FORMS_OF_HAVE, MODALS]
/** What is spoken of with the number of a freeway: `traffic on the 405`. */
const TRAFFIC =
  /^(?:traffic|freeway|exit|lanes?|crash|jam|northbound|southbound|eastbound|westbound|drive|driving|commute)$/
const RATED = new Set(
  'pain satisfaction scored rated rating score scores gave rate got graded grade quiz exam'.split(' '),
)

/** Bare numbers whose neighbours decide how they are read: years, rooms and flights, codes, marks out of ten. */
export function readNumber(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const before = tokenBefore(scene, index)
  const label = before?.lower ?? ''
  if (/^\d{1,3}\/\d{1,3}$/.test(text) && (isRated(scene, index) || isMark(scene, index))) return readMark(text, scene)
  if (
    /^\d{1,3}\/\d{1,3}$/.test(text) &&
    /^(?:slide|page|step|part|lesson|question|chapter|episode|day|week|round|module|item|photo)$/.test(label)
  )
    return [
      say(
        text
          .split('/')
          .map((figure) => spellCardinal(figure, scene.locale))
          .join(' of '),
      ),
    ]
  if (/^\d{1,2}\/1$/.test(text) && /^ARMs?$/.test(tokenAfter(scene, index)?.text ?? ''))
    return [say(`${spellCardinal(text.slice(0, -2), scene.locale)} one`)]
  const [, round, rounder] = /^(\d{1,2}00)[-–](\d{1,2}00)$/.exec(text) ?? []
  if (round !== undefined && rounder !== undefined && Number(round) < Number(rounder) && !CALL_WORDS.has(label))
    return [say(`${spellCardinal(round, scene.locale)} to ${spellCardinal(rounder, scene.locale)}`)]
  if (!/^\d{3,6}$/.test(text)) return undefined
  if (LAW_SECTIONS.has(text) && isLettered(scene, index)) return [say(spellPairs(text, scene.locale))]
  if (CALL_WORDS.has(label) && text.length === 3) return [say(spellDigits(text))]
  if (label === 'the' && /^\d{3}$/.test(text) && near(scene, index, 30).some(({ lower }) => TRAFFIC.test(lower)))
    return [say(spellPairs(text, scene.locale))]
  if (/^\d{4}$/.test(text) && isYear(scene, index)) return [say(spellYear(text, scene.locale))]
  return undefined
}

/** A mark is given in one of the four words before. */
function isRated({ tokens }: Scene, index: number): boolean {
  return tokens
    .slice(Math.max(0, index - (tokens[index]!.text.endsWith('/10') ? 9 : 4)), index)
    .some(({ lower }) => RATED.has(lower))
}

/** `a solid 8/10`: so many of ten or a hundred, unless they are parts of something. */
function isMark(scene: Scene, index: number): boolean {
  const [mark, best] = scene.tokens[index]!.text.split('/').map(Number) as [number, number]
  if ((best !== 10 && best !== 100) || mark > best) return false
  const next = tokenAfter(scene, index)
  const isPart = next !== undefined && (next.lower === 'of' || findUnit(next.text) !== undefined)
  return !isPart && !near(scene, index, 30).some(({ text }) => /^[=+×÷−<>-]$/.test(text))
}

function readMark(text: string, scene: Scene): Wording {
  const [mark = '', best = ''] = text.split('/')
  return [say(`${spellYear(mark, scene.locale)} out of ${spellYear(best, scene.locale)}`)]
}

/** Four digits are a year unless they count what comes after them. */
function isYear(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  const label = tokenBefore(scene, index)?.lower ?? ''
  const year = Number(text)
  if (year < 1000 || year > 2099) return false
  const next = tokenAfter(scene, index)
  if (SURE_YEAR_WORDS.has(label) || /^(?:BC|AD|BCE|CE|onwards?)$/i.test(next?.text ?? '')) return true
  if (countsNext(scene, index)) return false
  if (label === 'about') return next === undefined || isFunctionWord(next.lower)
  return YEAR_WORDS.has(label) || year >= 1900 || (label === '' && year >= 1500)
}

function isFunctionWord(lower: string): boolean {
  return CLOSED.some((words) => words.has(lower)) || /^(?:and|or|but|when|if|as|where|who)$/.test(lower)
}

/** What comes next is a plural noun. */
function countsNext(scene: Scene, index: number): boolean {
  const next = tokenAfter(scene, index)?.text ?? ''
  return (
    COUNTED.has(next) ||
    (/^[a-z]+s$/.test(next) && !/^(?:is|was|has|as|this|its|ss|.*(?:ss|us|ous|wards|ways|times|haps|ides))$/.test(next))
  )
}

/** A single letter in brackets follows without a space. */
function isLettered({ tokens }: Scene, index: number): boolean {
  const next = tokens[index + 1]
  return tokens[index]!.after.length <= 1 && next?.joined === true && /^[a-z]$/.test(next.text)
}
