import { wordSet } from '../../../language/word-set.ts'
import { spellCardinal } from '../../numbers/spell-number.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** What British bookmakers offer above evens, as far as it could be a date. */
const PRICES = wordSet(
  '11/10 6/5 5/4 11/8 6/4 13/8 7/4 15/8 2/1 9/4 5/2 11/4 3/1 10/3 100/30 7/2 4/1 9/2 5/1 11/2 6/1 13/2 7/1 15/2 8/1 17/2 9/1 10/1 11/1 12/1',
)
const ODDS = /^(?:odds|bookies?|bookmakers?|favou?rites?|punters?|outsiders?|priced)$/
/** What is said of a race that people bet on. */
const RACING =
  /^(?:favou?rites?|outsiders?|jockeys?|runners?|bookies?|bookmakers?|odds|odds-on|betting|bet|bets|backed|stakes|handicap|hurdle|chase|steeplechase|furlongs?|each-way|e\/w|sp|off|mare|filly|colt|gelding|stallion|racecourse|ascot|aintree|cheltenham|epsom|kempton|newmarket|derby|trainer|won|evens|tote)$/
/** What a price does. */
const MOVES = /^(?:drift(?:ed|s|ing)?|shorten(?:ed|s|ing)?|eased|backed|halved)$/
const LONGEST_LIST = 8

/** `odds of 7/2`, `the 9/4 favourite`, in Britain `off at 6/4`, `drifted to 11/4`, `7/2, 100/30 and 9/1`. */
export function readOdds(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!text.includes('/') || !/^\d{1,3}\/\d{1,2}$/.test(text) || /^(?:50\/50|80\/20)$/.test(text)) return undefined
  if (!speaksOfOdds(scene, index) && !(PRICES.has(text) && isOffered(scene, index))) return undefined
  const parts = text.split('/').map((part) => spellCardinal(part, scene.locale))
  return [say(parts.join(' to '))]
}

function speaksOfOdds(scene: Scene, index: number): boolean {
  return (
    /^(?:favou?rites?|shot|outsider|second)$/.test(tokenAfter(scene, index)?.lower ?? '') ||
    scene.tokens.slice(Math.max(0, index - 5), index).some(({ lower }) => ODDS.test(lower))
  )
}

/** A price behind `at`, in America of a race, or what it drifts to; or another price in a row with one. */
function isOffered(scene: Scene, index: number): boolean {
  const first = firstOfList(scene, index)
  const lead = tokenBefore(scene, first)?.lower ?? ''
  if (lead === 'at' || lead === 'off')
    return scene.locale === 'en_GB' || near(scene, first, 8).some(({ lower }) => RACING.test(lower))
  const verb = tokenBefore(scene, first - 1)?.lower ?? ''
  return /^(?:to|from|out|into)$/.test(lead) && MOVES.test(verb)
}

/** Where a list of prices begins: `7/2, 100/30 and 9/1`, `6/4 to 11/8`. */
function firstOfList({ tokens }: Scene, index: number): number {
  let first = index
  for (let at = index - 1; at >= Math.max(0, index - LONGEST_LIST); at--) {
    if (PRICES.has(tokens[at]!.text)) first = at
    else if (!/^(?:and|or|&)$/.test(tokens[at]!.lower)) break
  }
  return first
}
