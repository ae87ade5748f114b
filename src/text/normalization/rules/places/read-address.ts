import { DETERMINERS, SENTENCE_STARTERS } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { spellPairs } from '../../numbers/spell-number.ts'
import { readPiece } from '../../pieces/read-piece.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { STATES } from '../../tables/states.ts'
import type { Token } from '../../tokens/token.ts'
import { DIRECTIONS, isRoad, readDirection } from './read-direction.ts'
import { namesStreet, STREETS, streetNamed } from './street-words.ts'

/** Saints by their first names, as places bear them. */
export const SAINTS = wordSet(
  "john louis paul patrick mary peter george andrew james joseph helens helena lucia kitts vincent thomas nicholas petersburg augustine francis mark michael martin bernard andrews pancras albans ives moritz tropez patrick's paul's peter's mary's john's george's",
)

/** Postal addresses: house numbers, `St.` and its kin behind a name, states and ZIP codes. */
export function readAddress(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (/^\d/.test(text)) return readHouseNumber(scene, index)
  if (/^[A-Z]{1,3}$/.test(text)) return readDirection(scene, index) ?? readState(scene, index)
  const [, owner] = /^([NSEW])'s$/.exec(text) ?? []
  if (owner !== undefined && isRoad(tokenBefore(scene, index))) return [say(`${DIRECTIONS[owner]}'s`)]
  const [, side, town] = /^([NSEW])\/([A-Z][a-z]+)$/.exec(text) ?? []
  if (side !== undefined && town !== undefined && isRoad(tokenBefore(scene, index)))
    return [[...say(DIRECTIONS[side]!), ...readPiece(town, scene)]]
  return readStreet(scene, index)
}

function readHouseNumber(scene: Scene, index: number): Wording | undefined {
  const [, digits, letter = ''] = /^(\d{1,5})([A-Za-z]?)$/.exec(scene.tokens[index]!.text) ?? []
  if (digits === undefined || !namesStreet(scene, index)) return undefined
  return [say(`${spellPairs(digits, scene.locale)} ${letter.toUpperCase()}`)]
}

/** American universities that call themselves `State`. */
const STATE_TEAMS =
  /^(?:golden|penn|ohio|michigan|florida|iowa|kansas|boise|fresno|arizona|oregon|washington|oklahoma|mississippi|colorado|utah|murray|wichita|kent|ball|nc|texas|georgia|missouri|montana|appalachian)$/
const SPORT =
  /^(?:beat|beats|defeated|upset|vs|versus|won|win|wins|lost|loses|game|score|scored|fans|football|basketball|season|conference|rivals?|pick|draft|drafted|recruit|qb|quarterback|coach|tournament|ncaa|bowl|seed|transfer|ranked|\d{1,3}[-–]\d{1,3})$/

/** `Main St.` is a street, `St. John` a saint, `Elm Dr.` a drive. */
function readStreet(scene: Scene, index: number): Wording | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  const [, kind, other] = /^(St|Ave|Rd|Blvd|Ln|Dr|Pl)\.?[–-]([A-Z][a-z]+)$/.exec(text) ?? []
  const isSaint = kind === 'St' && text[2] === '-' && !/^\d/.test(tokenBefore(scene, index)?.text ?? '')
  if (kind !== undefined && other !== undefined && !isSaint)
    return [[...say(streetNamed(kind.toLowerCase())!), ...readPiece(other, scene)]]
  const street = lower.length <= 5 && isCapitalized(scene.tokens[index]) ? streetNamed(lower) : undefined
  const before = tokenBefore(scene, index)
  if (street === undefined || before === undefined || !/^[A-Z0-9]/.test(before.text)) return undefined
  if (DETERMINERS.has(before.lower)) return undefined
  if (text === 'Gr' && (scene.locale !== 'en_GB' || /^\d/.test(tokenAfter(scene, index)?.text ?? ''))) return undefined
  if (
    scene.locale === 'en_GB' &&
    text === 'Rd' &&
    /^\d{1,2}$/.test(tokenAfter(scene, index)?.text ?? '') &&
    !followsHouseNumber(scene, index)
  )
    return undefined
  if (!dotted && /^(?:Cl|Gr|Sq|Cir|Ct|Pl|Mt|Plz|Tr|Pk|Wy)$/.test(text) && !followsHouseNumber(scene, index))
    return undefined
  if (text === 'Dr' && index === 1 && isTitleBehind(before, tokenAfter(scene, index))) return undefined
  const isTeam =
    text === 'St' && STATE_TEAMS.test(before.lower) && near(scene, index, 8).some((token) => SPORT.test(token.lower))
  if (isTeam) return [say('state')]
  return [say(street)]
}

function followsHouseNumber({ tokens }: Scene, index: number): boolean {
  return tokens
    .slice(Math.max(0, index - 5), index)
    .some(({ text }) => /^\d{1,5}[A-Z]?$|^\d{1,3}(?:st|nd|rd|th)$/.test(text))
}

/** `Hi Dr. Alvarez`: a name behind the doctor, and one word before that opens the sentence. */
function isTitleBehind(before: Token, next: Token | undefined): boolean {
  return /^[A-Z][a-z]+$/.test(before.text) && /^[A-Z][a-z']+$/.test(next?.text ?? '') && !STREETS.has(next!.lower)
}

/** Function words and what else cannot be the name of a doctor or a saint. */
const NO_NAME =
  /^(?:and|or|in|on|at|by|for|near|is|was|are|the|a|an|to|of|off|from|with|after|before|until|then|has|had|next|past|between|toward|towards)$/

/** `dr patel` and `oak dr`, `st mary's` and `main st`, all in lower case. */
export function readLowerStreet(scene: Scene, index: number): Wording | undefined {
  const { text, after } = scene.tokens[index]!
  const side = /^[nsew]$/.test(text) ? DIRECTIONS[text.toUpperCase()] : undefined
  if (side !== undefined) return namesLowerStreet(scene, index) ? [say(side)] : undefined
  if (/^(?:ave|blvd|rd|ln|pkwy|hwy|ct|pl|cir|ter)$/.test(text)) return readLowerKind(scene, index)
  const senses = text.length < 5 ? LOWER_SENSES[text] : undefined
  if (senses === undefined) return undefined
  const before = tokenBefore(scene, index)
  const next = after.length === 0 ? tokenAfter(scene, index) : undefined
  const [title, street] = senses
  const isNamed =
    next !== undefined &&
    next.kind === 'text' &&
    /^[A-Za-z]/.test(next.text) &&
    !NO_NAME.test(next.lower) &&
    !/^(?:apt|unit|ste|suite|bldg|fl|rm|corner)$/.test(next.lower)
  const isStreet =
    before !== undefined &&
    (/^\d+(?:st|nd|rd|th)$/.test(before.lower) || (!NO_NAME.test(before.lower) && /^[A-Za-z]/.test(before.text)))
  if (street === undefined) return isNamed ? [say(title)] : undefined
  if (isStreet && !isNamed) return [say(street)]
  return isStreet && before !== undefined && /^\d/.test(scene.tokens[index - 2]?.text ?? '')
    ? [say(street)]
    : isNamed
      ? [say(title)]
      : undefined
}

/** A street follows within three words: `w 3rd st`. */
function namesLowerStreet(scene: Scene, index: number): boolean {
  const [first, second, third] = [1, 2, 3].map((step) => tokenAfter(scene, index + step - 1))
  if (first === undefined || second === undefined) return false
  const isKind = (token: Token | undefined) =>
    token !== undefined && (STREETS.has(token.lower) || streetNamed(token.lower) !== undefined)
  return isKind(second) || (/^[a-z0-9']+$/i.test(second.text) && isKind(third))
}

/** `near st marks pl`, `5th ave`: a kind of street behind its name, at an end or before a function word. */
function readLowerKind(scene: Scene, index: number): Wording | undefined {
  const before = tokenBefore(scene, index)
  const next = scene.tokens[index]!.after.length === 0 ? tokenAfter(scene, index) : undefined
  if (before === undefined || NO_NAME.test(before.lower) || !/^[a-z0-9']/i.test(before.text)) return undefined
  const isRound = scene.tokens[index]!.text === 'rd' && /^\d+(?:st|nd|rd|th)$/.test(before.lower)
  if (isRound && !/^\d+$/.test(tokenBefore(scene, index - 1)?.text ?? '')) return undefined
  return next === undefined || NO_NAME.test(next.lower) || /^\d|^[nsew]$/.test(next.text)
    ? [say(streetNamed(scene.tokens[index]!.lower)!)]
    : undefined
}

const LOWER_SENSES: Readonly<Record<string, readonly [string, string?]>> = {
  dr: ['doctor', 'drive'],
  st: ['saint', 'street'],
  mr: ['mister'],
  mrs: ['missus'],
  prof: ['professor'],
}

/** `Springfield, IL 62701`: the state by name if a comma parts it from a town or a ZIP code follows. */
function readState(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const state = STATES.get(text)
  const before = scene.tokens[index - 1]
  if (state === undefined || !isCapitalized(before)) return undefined
  const hasZip = /^\d{5}(?:-\d{4})?$/.test(tokenAfter(scene, index)?.text ?? '')
  const hasComma = before?.after.length === 1 && before.after[0]?.kind === ','
  const isPlain = before !== undefined && /^[A-Z][a-z]+$/.test(before.text) && !SENTENCE_STARTERS.has(before.lower)
  if (/^(?:hi|hey|yes|no|oh|well|sorry|thanks|please)$/.test(before!.lower)) return undefined
  const isDegree = /^(?:MD|MA|PA|DC|OD|DO|CO)$/.test(text) && isCapitalized(tokenBefore(scene, index - 1)) && !hasZip
  if (isDegree || (!hasComma && !hasZip && /^(?:OK|HI|IN|OR|ME|OH|PA|MA|LA|AL|ID|MD|CO|DC)$/.test(text)))
    return undefined
  return hasZip || (hasComma && isPlain && !scene.shouting) ? [say(state)] : undefined
}
