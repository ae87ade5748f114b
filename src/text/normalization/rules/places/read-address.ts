import { DETERMINERS, SENTENCE_STARTERS } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { spellDigits, spellPairs } from '../../numbers/spell-number.ts'
import { readPiece } from '../../pieces/read-piece.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { ABBREVIATIONS } from '../../tables/abbreviations.ts'
import { STATES } from '../../tables/states.ts'
import type { Token } from '../../tokens/token.ts'
import { DIRECTIONS, isRoad, readDirection } from './read-direction.ts'
import { namesStreet, STREETS, streetNamed } from './street-words.ts'

/** Capitalised words before `St.` that leave it a saint. */
const BEFORE_SAINT = wordSet('mount cape port lake fort of in at the and for near from bay isle')
/** Saints by their first names, as places bear them. */
export const SAINTS = wordSet(
  "john louis paul patrick mary peter george andrew james joseph helens helena lucia kitts vincent thomas nicholas petersburg augustine francis mark michael martin bernard andrews pancras albans ives moritz tropez patrick's paul's peter's mary's john's george's",
)

/** Saints of British towns and churches, which are also first names or towns elsewhere. */
const CHURCH_SAINTS = wordSet(
  'agnes aidan aldate aldates ambrose anne ann anthony asaph austell barnabas bees benedict benet blaise blazey boswells bride briavels budeaux buryan catherine chad christopher clair clare clears clement columb columba crispin cuthbert cyres david davids day denis dennis dominic dogmaels donat dunstan ebbe edmund enoch erth ewe faith fagan fergus fillan gabriel gennys germans giles gregory helen helier hilary hilda hugh issey ishmael ive jude julian just katharine kew keverne keyne laurence lawrence ledgers leonard levan luke mabyn machar magnus margaret martha matthew mawes mawgan mellion merryn mewan mildred minver mirren monan monans neot neots ninian olaf olave osyth oswald petroc philip quentin ronan saviour sepulchre simon stephen swithin swithun teath tudy ursula vigeans weonards werburgh wilfrid winifred woolos',
)

/** `Edmunds`, `Paul's`: a saint, perhaps as the owner of a church. */
function isSaint(lower: string): boolean {
  const owner = lower.replace(/'?s$/, '')
  return [lower, owner].some((name) => SAINTS.has(name) || CHURCH_SAINTS.has(name))
}

/** Postal addresses: house numbers, `St.` and its kin behind a name, states and ZIP codes. */
export function readAddress(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (/^\d/.test(text)) return readHouseNumber(scene, index) ?? readZip(scene, index)
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
  if (digits === undefined || !(namesStreet(scene, index) || isLowerHouse(scene, index))) return undefined
  return [say(`${spellPairs(digits, scene.locale)} ${letter.toUpperCase()}`)]
}

/** `410 w 5th ave`, `123 main st`: one to three words in lower case and then an abbreviated kind of street. */
function isLowerHouse(scene: Scene, index: number): boolean {
  for (let i = index + 1; i <= index + 4; i++) {
    const token = tokenAfter(scene, i - 1)
    if (token === undefined || NO_NAME.test(token.text) || !/^[a-z'\d]+$/.test(token.text)) return false
  }
  return false
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
  const next = tokenAfter(scene, index)
  if (/^(?:St|Dr|Mt)$/.test(text) && isTitle(before, next)) return undefined
  if (text === 'St' && isChurch(scene, index)) return undefined
  if (text === 'Dr' && index === 1 && isTitleBehind(before, next)) return undefined
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

/** `Bury St Edmunds`, `Wootton St Lawrence`: a saint behind the name of a town, not a street before another name. */
function isChurch(scene: Scene, index: number): boolean {
  const { dotted } = scene.tokens[index]!
  const { lower, text } = tokenAfter(scene, index) ?? { lower: '', text: '' }
  if (!/^[A-Z]/.test(text) || !isSaint(lower) || followsHouseNumber(scene, index)) return false
  return /^[A-Z]/.test(scene.tokens[index - 1]!.text) && (!dotted || lower.endsWith('s'))
}

function isTitle(before: Token, next: Token | undefined): boolean {
  if (next === undefined || !isCapitalized(next) || SENTENCE_STARTERS.has(next.lower)) return false
  if (/^[NS]?[EW]$|^[NS]$/.test(next.text)) return false
  if (before.dotted && ABBREVIATIONS.get(before.lower)?.some(({ use }) => use === 'title')) return true
  if (/^\d/.test(before.text)) return /^\d+[A-Za-z]?$/.test(before.text)
  return SAINTS.has(next.lower) || BEFORE_SAINT.has(before.lower) || SENTENCE_STARTERS.has(before.lower)
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

/** Five digits behind a state, and a British postcode. */
function readZip(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const before = tokenBefore(scene, index)?.text ?? ''
  if (/^\d{5}$/.test(text) && isNearZip(scene, index)) return [say(spellDigits(text))]
  const [, digit, letters] = /^(\d)([A-Z]{2})$/.exec(text) ?? []
  if (digit === undefined || letters === undefined || !/^[A-Z]{1,2}\d{1,2}[A-Z]?$/.test(before)) return undefined
  return [say(`${spellDigits(digit)} ${spell(letters)}`)]
}

/** `within 25 mi. of 55407`, `delivers to 02139`: five digits where a place would be. */
function isNearZip(scene: Scene, index: number): boolean {
  const [link, far] = [tokenBefore(scene, index)?.lower ?? '', tokenBefore(scene, index - 1)?.lower ?? '']
  if (scene.locale !== 'en_US') return false
  if (link === 'of') return /^(?:mi|miles?|km|minutes|mins?|north|south|east|west)$/.test(far)
  return link === 'to' && /^(?:ship|ships|shipping|deliver|delivers|delivery|delivering|delivered)$/.test(far)
}
