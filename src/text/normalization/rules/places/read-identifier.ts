import { wordSet } from '../../../language/word-set.ts'
import { spellCardinal, spellDigits, spellPairs, spellYear } from '../../numbers/spell-number.ts'
import { verbalizeDigitGroups } from '../../pieces/verbalize-phone.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { ROOMS, SAID_BY_DIGITS, SAID_IN_PAIRS, SUBJECTS } from '../../tables/numbered-things.ts'
import { findUnit } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'

/** Words between a label and its digits. */
const LINKS = wordSet('is are was no nos number numbers num # the your my our')

/** `your code is 4821`, `ending in 4411`, `Order 20418`, `Room 1204`, `MATH 204`: digits that name something. */
export function readIdentifier(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const hyphened = text.includes('-') ? readHyphened(scene, index) : undefined
  if (hyphened !== undefined) return hyphened
  const [, file, part] = /^(\d{2,9})\/([A-Z]{1,3}|\d{1,6})$/.exec(text) ?? []
  if (file !== undefined && part !== undefined && SAID_BY_DIGITS.has(findLabel(scene, index) ?? ''))
    return [say(`${spellDigits(file)} slash ${/\d/.test(part) ? spellDigits(part) : spell(part)}`)]
  const keyed = /^(\d{2,9})#$/.exec(text)?.[1]
  if (
    keyed !== undefined &&
    (keyed.length > 3 || SAID_BY_DIGITS.has(findLabel(scene, index) ?? '') || isKeyedIn(scene, index))
  )
    return [say(`${spellDigits(keyed)} ${scene.locale === 'en_US' ? 'pound' : 'hash'}`)]
  const [, hash, digits, letter = ''] = /^(#?)(\d{2,9})-?([A-Z]|[A-Za-z]?|'s)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const label = isMeasured(scene, index) ? undefined : findLabel(scene, index)
  if (label === undefined) return undefined
  const lead = hash === '#' ? 'number ' : ''
  if (label === 'extension' || label === 'ext') return letter === '' ? [say(lead + spellDigits(digits))] : undefined
  if (digits.length < (SHORT.test(label) ? 2 : 3)) return undefined
  const tail = letter === '' || letter === "'s" ? letter : ` ${letter.toUpperCase()}`
  if (label === 'digits' || SAID_BY_DIGITS.has(label)) return [say(lead + spellDigits(digits) + tail)]
  return digits.length <= 4 ? [say(lead + spellPairs(digits, scene.locale) + tail)] : undefined
}

/** What two digits are enough to identify. */
const SHORT = /^(?:\*|runway|rwy)$/

/** Digits with hyphens that are said group by group: `Ord. 25-117`, `Rm. 12-304`, `item 4471-302`. */
function readHyphened(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const isOrder = /^(?:p\.?o|rma)$/.test(findNumbered(scene, index))
  if (/^\d+(?:-\d+)+$/.test(text) && (isOrder || SAID_BY_DIGITS.has(findLabel(scene, index) ?? '')))
    return [say(verbalizeDigitGroups(text))]
  const [, series, number] = /^(\d{1,4})-(\d{1,5})$/.exec(text) ?? []
  if (series !== undefined && number !== undefined && ENACTED.has(findNumbered(scene, index)))
    return [say(`${spellPairs(series, scene.locale)} dash ${spellPairs(number, scene.locale)}`)]
  const standard = readStandard(scene, index)
  if (standard !== undefined) return standard
  if (/^\d{1,2}-\d{2,4}$/.test(text) && ROOMS.has(tokenBefore(scene, index)?.lower ?? ''))
    return [
      say(
        text
          .split('-')
          .map((group) => spellPairs(group, scene.locale))
          .join(' '),
      ),
    ]
  if (/^\d+-\d{3,}$/.test(text) && /^(?:item|part|model|form|locker)$/.test(findLabel(scene, index) ?? ''))
    return [say(verbalizeDigitGroups(text))]
  if (/^0\d*-\d+$/.test(text) && /^nos?$/.test(tokenBefore(scene, index)?.lower ?? ''))
    return [say(verbalizeDigitGroups(text))]
  return undefined
}

/** `ISO 19005-1`, `NIST SP 800-53`, `EN 1993-1-1:2005`: a standard, its parts and its year. */
function readStandard(scene: Scene, index: number): Wording | undefined {
  const { locale } = scene
  const body = tokenBefore(scene, index)?.text ?? ''
  const [, number, parts, year] =
    /^(\d{3,5})((?:-\d{1,4}){1,3})(?::((?:19|20)\d\d))?$/.exec(scene.tokens[index]!.text) ?? []
  if (number === undefined || parts === undefined || !STANDARD_BODIES.test(body)) return undefined
  if (body === 'ISO' && number.length < 4) return undefined
  const isRead = number.length > 4 || body.startsWith('ISO')
  const words = [number, ...parts.slice(1).split('-')].map((part, i) =>
    i === 0 && isRead ? spellCardinal(part, locale) : spellPairs(part, locale),
  )
  return [say(words.join(' dash ') + (year === undefined ? '' : `, ${spellYear(year, locale)}`))]
}

/** Who gives out numbered standards, perhaps several of them together. */
const STANDARD_BODIES =
  /^(?:(?:ISO|IEC|EN|BS|DIN|ANSI|ASTM|IEEE|FIPS|NIST|SP|UL|NZS|JIS|GOST|CSA|AS(?=\/)|TS|TR)(?:\/|$))+$/

/** What is passed in a series and numbered in it: `Ord. 25-117`. */
const ENACTED = wordSet(
  'ordinance ord resolution res bill docket petition rule reg regulation ruling bulletin memo opinion proclamation',
)

/** The word before the figures, or before the `no.` between. */
function findNumbered(scene: Scene, index: number): string {
  const before = tokenBefore(scene, index)?.lower ?? ''
  return /^(?:nos?|#)$/.test(before) ? (tokenBefore(scene, index - 1)?.lower ?? '') : before
}

/** `the box is 200 cm³`: a unit of more than one letter follows; `1st class 100g`. */
function isMeasured(scene: Scene, index: number): boolean {
  if (/^\d{2,}g$/.test(scene.tokens[index]!.text)) return true
  const next = tokenAfter(scene, index)
  return next !== undefined && /^(?!in$|st$|pt$|ft$)(?:..|%)/.test(next.text) && findUnit(next.text) !== undefined
}

/** What the digits at `index` belong to: a label, `digits` after `ending in`, or `course` after capitals. */
function findLabel(scene: Scene, index: number): string | undefined {
  const { tokens } = scene
  let at = index - 1
  const end = at
  while (at >= 0 && at > end - 3 && LINKS.has(tokens[at]!.lower) && isTight(tokens[at]!)) at -= 1
  const token = tokens[at]
  if (
    token === undefined ||
    !(isTight(token) || ((tokens[index]!.text.startsWith('#') || at < end) && token.after.at(-1)?.kind === '('))
  )
    return undefined
  const { text } = token
  if (/[a-z]#$/.test(token.lower) && at === index - 1) return 'digits'
  const lower = token.lower.replace(/'s$/, '')
  if (/^(?:in|with)$/.test(lower) && /^(?:ending|ends|end|starting|beginning)$/.test(tokens[at - 1]?.lower ?? ''))
    return 'digits'
  if (
    /^(?:ending|ends)$/.test(lower) &&
    /^\d{3,4}$/.test(tokens[index]!.text) &&
    tokens
      .slice(Math.max(0, at - 6), at)
      .some((one) =>
        /^(?:card|visa|mastercard|amex|account|acct|debit|credit|number|no|phone|mobile|landline|telephone|handset|extension|registration|vin|serial|ssn|sn|plate|imei)$/.test(
          one.lower,
        ),
      )
  )
    return 'digits'
  if (text === 'NHS' && tokens[index]!.text === '111') return 'digits'
  if (lower === 'heading' && /^[0-3]\d[05]$/.test(tokens[index]!.text) && tokenAfter(scene, index) === undefined)
    return 'digits'
  if (lower === 'level' && tokens[at - 1]?.lower === 'flight') return 'digits'
  if (SAID_BY_DIGITS.has(lower)) return lower
  if (SAID_IN_PAIRS.has(lower)) return lower
  const counted = tokenAfter(scene, index)
  if (at !== index - 1 || (counted !== undefined && counted.text !== 'in' && findUnit(counted.text) !== undefined))
    return undefined
  const isSubject = SUBJECTS.has(lower) && /^[A-Z]/.test(text)
  if (token.after.length > 0 && findUnit(/[A-Z]$/.exec(tokens[index]!.text)?.[0] ?? '') !== undefined) return undefined
  const isCourse = (isSubject || /^[A-Z]{2,5}$/.test(text)) && /^\d{3}[A-Z]?$/.test(tokens[index]!.text)
  const isBill =
    /^(?!ISO)[A-Z]{2,3}$|^[HS]\.(?:[RBJ]|J\.Res|Con\.Res)$/.test(text) && /^\d{4}$/.test(tokens[index]!.text)
  return isCourse || isBill ? 'course' : undefined
}

/** A code is spoken of before it. */
function isKeyedIn({ tokens }: Scene, index: number): boolean {
  return tokens
    .slice(Math.max(0, index - 6), index)
    .some(({ lower }) => CODES.test(lower) || /^(?:dial|press|enter|dial-in)$/.test(lower))
}

const CODES = /^(?:code|pin|passcode|password|combination|otp)$/

/** Nothing but a colon or the bracket of `(no.` parts the token from what follows. */
function isTight({ after }: Token): boolean {
  return after.every(({ kind }) => kind === ':')
}

/** The extension behind a telephone number: `x22`. */
export function readExtension(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  const [, digits] = /^[xX](\d{1,5})$/.exec(tokens[index]!.text) ?? []
  const before = tokens[index - 1]
  const isBehindNumber =
    before !== undefined && (/\d{4}$/.test(before.text) || /^(?:call|dial|at|ext|phone|reach)$/.test(before.lower))
  const isInOffice =
    digits !== undefined &&
    digits.length > 2 &&
    near(scene, index, 6).some(({ lower }) =>
      /^(?:queries|questions?|contact|ring|payroll|desk|reception|helpdesk|hr|tel|see|email|security|facilities)$/.test(
        lower,
      ),
    )
  if (digits === undefined || !(isBehindNumber || isInOffice)) return undefined
  return [say(`extension ${digits.length === 1 ? spellCardinal(digits, locale) : spellDigits(digits)}`)]
}
