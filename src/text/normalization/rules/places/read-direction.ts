import { wordSet } from '../../../language/word-set.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { isStreetWord, namesStreet } from './street-words.ts'

/** Sides of the compass by their letters. */
export const DIRECTIONS: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
  NE: 'northeast',
  NW: 'northwest',
  SE: 'southeast',
  SW: 'southwest',
  NNE: 'north northeast',
  ENE: 'east northeast',
  ESE: 'east southeast',
  SSE: 'south southeast',
  SSW: 'south southwest',
  WSW: 'west southwest',
  WNW: 'west northwest',
  NNW: 'north northwest',
}
/** Lands with a side of the compass before their name. */
const LANDS = wordSet(
  'va dak korea dakota carolina africa ireland america virginia sudan yorkshire wales london england scotland britain france germany italy spain india china brazil australia ' +
    'europe asia canada mexico portland atlanta houston chicago denver miami seattle philly kent essex devon cornwall cumbria norfolk suffolk sussex surrey texas ohio florida ' +
    'california nevada arizona oregon washington idaho montana wyoming colorado utah nebraska kansas oklahoma minnesota iowa missouri arkansas louisiana wisconsin illinois ' +
    'michigan indiana kentucky tennessee mississippi alabama georgia pennsylvania maine vermont massachusetts connecticut maryland alaska hawaii',
)
/** Words before a side of the compass: `head N on`, `US-101 N`. */
const TO_SIDE = /^(?:head|heading|headed|go|going|turn|drive|driving|travel|bear|continue|continues|north|due|exit)$/
/** What has the number of a road behind it. */
const ROADS = /^(?:interstate|route|rte|rt|highway|hwy|road|rd|exit|us|i|sr|cr|fm|state|county)$/

/** `350 N. Main St.`, `5th Ave NW`, `Interstate 80 W`, `head N on`. */
export function readDirection(scene: Scene, index: number): Wording | undefined {
  const { text, dotted } = scene.tokens[index]!
  if (/^[RL]$/.test(text)) return readTurn(scene, index)
  const direction = DIRECTIONS[text]
  if (direction === undefined) return undefined
  const winds = /^(?:winds?|breeze|gusts?)$/.test(tokenBefore(scene, index)?.lower ?? '')
  if (winds || ((text.length === 2 || dotted) && SIDED.test(tokenAfter(scene, index)?.lower ?? '')))
    return [say(direction)]
  const before = tokenBefore(scene, index)
  if (tokenAfter(scene, index)?.lower === 'of' && isBesidePlace(scene, index)) return [say(direction)]
  if (/^(?:mi|miles?|km|kilometers?|kilometres?|blocks?|ft|feet|yards?)$/.test(before?.lower ?? ''))
    return [say(direction)]
  const next = tokenAfter(scene, index)?.lower ?? ''
  const isOnStreet =
    /^(?:on|onto)$/.test(next) && /^(?:[A-Z]|\d+(?:st|nd|rd|th)$)/.test(tokenAfter(scene, index + 1)?.text ?? '')
  if (isOnStreet && !NAMES_LETTER.test(before?.lower ?? '')) return [say(direction)]
  if (before?.lower === 'the' && PARTS_OF_BUILDING.test(next)) return [say(direction)]
  const isRegion =
    before?.lower === 'the' && /^(?:in|from|to|across|of|over)$/.test(tokenBefore(scene, index - 1)?.lower ?? '')
  if (isRegion && text.length === 2) return [say(direction)]
  if (/\d[°′″]$/.test(before?.text ?? '') || (text.length === 3 && /^\d/.test(next)) || isWind(scene, index))
    return [say(direction)]
  if (/^\d/.test(before?.text ?? '') && ROADS.test(scene.tokens[index - 2]?.lower ?? '')) return [say(direction)]
  if (isRoad(before) || TO_SIDE.test(before?.lower ?? '')) return [say(direction)]
  if (dotted && namesStreet(scene, index)) return [say(direction)]
  const isNumberedStreet = /^\d+(?:st|nd|rd|th)$/.test(next) && isStreet(tokenAfter(scene, index + 1))
  if (isNumberedStreet) return [say(direction)]
  if (text.length === 2 && LANDS.has(next)) return [say(direction)]
  if (dotted && (LANDS.has(next) || /^\d+(?:st|nd|rd|th)$/.test(next))) return [say(direction)]
  const afterStreet = isStreet(before) && !isInitialOfDoctor(scene, index)
  const following = tokenAfter(scene, index)
  const afterNumber = /^\d{1,5}$/.test(before?.text ?? '') && (namesStreet(scene, index) || isStreet(following))
  return afterStreet || afterNumber ? [say(direction)] : undefined
}

/** `Dr N. Shah`: no name before the title, which makes the letter an initial. */
function isInitialOfDoctor(scene: Scene, index: number): boolean {
  return (
    scene.tokens[index]!.dotted &&
    tokenBefore(scene, index)?.text === 'Dr' &&
    isCapitalized(tokenAfter(scene, index)) &&
    !isCapitalized(tokenBefore(scene, index - 1))
  )
}

/** Words before a letter that is only a letter: `the N on`, `row E on`. */
const NAMES_LETTER = /^(?:an?|the|letters?|row|gate|exit|bus|line|press|key|type|capital|terminal|plan|option)$/

/** `NW 10–20 mph`: how fast the wind from there is. */
function isWind(scene: Scene, index: number): boolean {
  const at = tokenAfter(scene, index)?.text === '@' ? index + 1 : index
  if (/^\d[\d–-]*(?:mph|kts?|km\/h|kph)$/.test(tokenAfter(scene, at)?.text ?? '')) return true
  return (
    /^\d/.test(tokenAfter(scene, at)?.text ?? '') &&
    /^(?:mph|kts?|knots|km\/h|kph)$/.test(tokenAfter(scene, at + 1)?.lower ?? '')
  )
}

function isStreet(token: Token | undefined): boolean {
  return token !== undefined && isStreetWord(token)
}

/** `is N of the river`, `shut W of J15`, but `an N of 40`. */
function isBesidePlace(scene: Scene, index: number): boolean {
  return (
    isCapitalized(tokenAfter(scene, index + 1)) && !/^(?:an?|the|letter)$/.test(tokenBefore(scene, index)?.lower ?? '')
  )
}

/** `I-90`, `US-1`. */
export function isRoad(token: Token | undefined): boolean {
  return token !== undefined && /^(?:(?:US|I|SR|CA|FM|Hwy|Rte|Rt)-\d+|[AMB]\d{1,4})$/.test(token.text)
}

/** What a building or a place has on each side: `the N lobby`. */
const PARTS_OF_BUILDING =
  /^(?:lobby|entrance|exit|gate|gates|wing|tower|lot|doors?|campus|stairs|stairwell|elevators?|rim|shore|bank|wall|parking|terminal|concourse|stands?)$/

/** What is on a side of something, or comes from it. */
const SIDED =
  /^(?:swells?|breeze|flow|gusts?|slopes?|facing|exposure|winds?|corner|side|entrance|coast|suburbs?|quadrant|portion|parking|lot|exit|of)$/

/** `turn R`, `then L on`: to the right or the left. */
function readTurn(scene: Scene, index: number): Wording | undefined {
  const before = tokenBefore(scene, index)?.lower ?? ''
  const isTurn =
    /^(?:turn|bear|veer|keep|stay|sharp|hang|far|upper|lower|hard)$/.test(before) ||
    /^(?:on|onto|at|@)$/.test(tokenAfter(scene, index)?.lower ?? '') ||
    (before === 'the' &&
      tokenAfter(scene, index) === undefined &&
      /^(?:on|to)$/.test(tokenBefore(scene, index - 1)?.lower ?? '')) ||
    (/^(?:then|go|and)$/.test(before) && near(scene, index, 10).some(({ lower }) => lower === 'turn'))
  return isTurn ? [say(scene.tokens[index]!.text === 'R' ? 'right' : 'left')] : undefined
}
