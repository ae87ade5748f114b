import { spellDigits, spellPairs } from '../numbers/spell-number.ts'
import { isCapitalized, type Reading, type Scene, tokenAfter, tokenBefore } from '../scene.ts'
import { say, spell } from '../spoken-word.ts'
import { ABBREVIATIONS } from '../tables/abbreviations.ts'
import { SENTENCE_STARTERS } from '../tables/sentence-words.ts'
import { STATES } from '../tables/states.ts'
import type { Token } from '../tokens/token.ts'

const STREETS = new Set(
  'street avenue boulevard road lane drive court place parkway highway square terrace way close crescent circle broadway row walk hill'.split(
    ' ',
  ),
)
const DIRECTIONS: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
  NE: 'northeast',
  NW: 'northwest',
  SE: 'southeast',
  SW: 'southwest',
}
/** Lands with a side of the compass before their name. */
const LANDS = new Set('korea dakota carolina africa ireland america virginia sudan yorkshire wales london'.split(' '))
/** Capitalised words before `St.` that leave it a saint. */
const BEFORE_SAINT = new Set('mount cape port lake fort of in at the and for near from bay isle'.split(' '))
const SAINTS = new Set(
  "john louis paul patrick mary peter george andrew james joseph helens helena lucia kitts vincent thomas nicholas petersburg augustine francis mark michael martin bernard andrews pancras albans ives moritz tropez patrick's paul's peter's mary's john's george's".split(
    ' ',
  ),
)

/** Postal addresses: house numbers, `St.` and its kin behind a name, states and ZIP codes. */
export function readAddress(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  if (/^\d/.test(text)) return readHouseNumber(scene, index) ?? readZip(scene, index)
  if (/^[A-Z]{1,2}$/.test(text)) return readDirection(scene, index) ?? readState(scene, index)
  return readStreet(scene, index)
}

function readHouseNumber(scene: Scene, index: number): Reading | undefined {
  const [, digits, letter = ''] = /^(\d{1,5})([A-Za-z]?)$/.exec(scene.tokens[index]!.text) ?? []
  if (digits === undefined || !namesStreet(scene, index)) return undefined
  return [say(`${spellPairs(digits, scene.locale)} ${letter.toUpperCase()}`)]
}

/** One to four capitalised words or ordinals and then the word for a street. */
function namesStreet(scene: Scene, index: number): boolean {
  for (let i = index + 1; i <= index + 4; i++) {
    const token = tokenAfter(scene, i - 1)
    if (token === undefined) return false
    if (i > index + 1 && isStreetWord(token)) return true
    if (!/^[A-Z][a-z']*$|^\d{1,3}(?:st|nd|rd|th)$/.test(token.text)) return false
  }
  return false
}

function isStreetWord({ text, lower }: Token): boolean {
  return /^[A-Z]/.test(text) && (STREETS.has(lower) || streetNamed(lower) !== undefined)
}

function streetNamed(lower: string): string | undefined {
  return ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'street')?.say
}

/** `Main St.` is a street, `St. John` a saint, `Elm Dr.` a drive. */
function readStreet(scene: Scene, index: number): Reading | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  const street = lower.length <= 5 && isCapitalized(scene.tokens[index]) ? streetNamed(lower) : undefined
  const before = tokenBefore(scene, index)
  if (street === undefined || before === undefined || !/^[A-Z0-9]/.test(before.text)) return undefined
  if (!dotted && /^(?:Sq|Cir|Ct|Pl|Mt)$/.test(text)) return undefined
  const next = tokenAfter(scene, index)
  if (/^(?:St|Dr|Mt)$/.test(text) && isTitle(before, next)) return undefined
  return [say(street)]
}

function isTitle(before: Token, next: Token | undefined): boolean {
  if (next === undefined || !isCapitalized(next) || SENTENCE_STARTERS.has(next.lower)) return false
  if (/^\d/.test(before.text)) return false
  return SAINTS.has(next.lower) || BEFORE_SAINT.has(before.lower) || SENTENCE_STARTERS.has(before.lower)
}

/** `350 N. Main St.`, `5th Ave NW`. */
function readDirection(scene: Scene, index: number): Reading | undefined {
  const { text, dotted } = scene.tokens[index]!
  const direction = DIRECTIONS[text]
  if (direction === undefined) return undefined
  const before = tokenBefore(scene, index)
  const next = tokenAfter(scene, index)?.lower ?? ''
  if (dotted && (LANDS.has(next) || /^\d+(?:st|nd|rd|th)$/.test(next))) return [say(direction)]
  const afterStreet = before !== undefined && isStreetWord(before)
  const afterNumber =
    /^\d{1,5}$/.test(before?.text ?? '') && isCapitalized(tokenAfter(scene, index)) && namesStreet(scene, index - 1)
  return afterStreet || afterNumber ? [say(direction)] : undefined
}

/** `Springfield, IL 62701`: the state by name where a comma parts it from a town or a ZIP code follows. */
function readState(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  const state = STATES.get(text)
  const before = scene.tokens[index - 1]
  if (state === undefined || !isCapitalized(before)) return undefined
  const hasZip = /^\d{5}(?:-\d{4})?$/.test(tokenAfter(scene, index)?.text ?? '')
  const hasComma = before?.after.length === 1 && before.after[0]?.kind === ','
  const isPlain =
    !/^(?:OK|HI|IN|OR|ME|OH|PA|MA|LA|AL|ID|MD|CO|DC)$/.test(text) &&
    before !== undefined &&
    /^[A-Z][a-z]+$/.test(before.text) &&
    !SENTENCE_STARTERS.has(before.lower)
  return hasZip || (hasComma && isPlain) ? [say(state)] : undefined
}

/** Five digits behind a state, and a British postcode. */
function readZip(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  const before = tokenBefore(scene, index)?.text ?? ''
  if (/^\d{5}(?:-\d{4})?$/.test(text) && (STATES.has(before) || stateNames.has(before.toLowerCase())))
    return [say(spellDigits(text).trim())]
  const [, digit, letters] = /^(\d)([A-Z]{2})$/.exec(text) ?? []
  if (digit === undefined || letters === undefined || !/^[A-Z]{1,2}\d{1,2}[A-Z]?$/.test(before)) return undefined
  return [say(`${spellDigits(digit)} ${spell(letters)}`)]
}

const stateNames: ReadonlySet<string> = new Set(STATES.values())
