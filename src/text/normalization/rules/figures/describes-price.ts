import { partOfSpeech } from '../../../language/common-words.ts'
import { isOpenClass, ORDINALS, PREPOSITIONS } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { type Scene, tokenAfter, tokenBefore } from '../../scene.ts'
import { SUM_FIRST } from '../../tables/currency-pattern.ts'
import type { Token } from '../../tokens/token.ts'
import { BEHIND_MEASURE, DESCRIPTION, isNoun } from './describes-thing.ts'

/**
 * Whether the amount at `index` describes the thing at `nextAt`: `a $20 bill`, `the $19.99 monthly plan`. Its currency then
 * stays in the singular.
 */
export function describesPrice(scene: Scene, index: number, nextAt: number): boolean {
  const thingAt = isPerTime(scene, index, nextAt) ? nextAt + 2 : nextAt
  const thing = isTwice(scene, index, thingAt) ? scene.tokens[thingAt] : tokenAfter(scene, thingAt - 1)
  if (thing === undefined || !isWritten(scene, index, thingAt)) return false
  if (NOT_DESCRIBED.has(thing.lower)) return false
  if (thing.lower !== 'off' && PREPOSITIONS.has(thing.lower)) return false
  if (isChained(scene, index) || isPriceOf(scene, index) || NEEDS_NO_ARTICLE.test(thing.lower)) return true
  const named = tokenAfter(scene, thingAt)?.lower ?? ''
  if (/^[A-Z][a-z]+$/.test(thing.text) && PAID_WITH.test(named)) return true
  return isDetermined(scene, index, thingAt)
}

/** `the $20 per month plan`, `a $50 a year fee`. */
function isPerTime(scene: Scene, index: number, at: number): boolean {
  const link = tokenAfter(scene, at - 1)?.lower ?? ''
  if (!/^(?:an?|per)$/.test(link) || !DETERMINER.test(tokenBefore(scene, index)?.lower ?? '')) return false
  if (link === 'per') return /^[a-z]{3,}$/.test(tokenAfter(scene, at)?.text ?? '')
  return /^(?:hour|night|day|week|month|year|head)$/.test(tokenAfter(scene, at)?.lower ?? '')
}

/** `a $2 billion, five-year deal`: a comma between two measures of one thing. */
function isTwice({ tokens }: Scene, index: number, at: number): boolean {
  const { after } = tokens[at - 1]!
  if (after.length !== 1 || after[0]!.kind !== ',' || !/^an?$/.test(tokens[index - 1]?.lower ?? '')) return false
  return /^(?:[a-z]+|[\d,]+)-[a-z]+$/.test(tokens[at]?.text ?? '')
}

/** What the amount may describe: a word, `post-money`, `T-shirt`, `65-inch`, the owner in `a $900 cashier's check`, or a name. */
function isWritten(scene: Scene, index: number, thingAt: number): boolean {
  const { text } = scene.tokens[thingAt]!
  if (
    /^[a-z]{3,}$|^Series$|^i[A-Z][a-z]+$|^(?:[a-z]{2,}|[A-Z]{1,5}|\d{1,3}(?:[.,]\d{1,3})?)(?:-[a-z]{2,}){1,3}$/.test(
      text,
    )
  )
    return true
  if (/^[a-z]{2,}(?:'s|s')$/.test(text) && !CONTRACTED.test(text)) return isNoun(tokenAfter(scene, thingAt))
  return isNamedThing(scene, index, thingAt)
}

const CONTRACTED = /^(?:that|it|he|she|there|here|what|let|who|how|where|all)'s$/

/** What cannot be the thing that `a $20 ...` describes. */
const NOT_DESCRIBED = wordSet(
  'a an the above below within until upon of in on at to for per and or but each every is was has as than by with from if when so that it they he she we you i who which were will would can could should had have did does do this these ' +
    'are worth dollars pounds euros cents pence bucks worldwide nationwide altogether more less total extra apiece plus minus least most',
)
/** Things that are described without an article: `no $5 fee`. */
const NEEDS_NO_ARTICLE =
  /^(?:copays?|co-pay|gift|coupons?|vouchers?|fee|fine|deposit|surcharge|rebate|raffle|donation|bills?|coins?|notes|increments|tickets?|cover|cake|late|toll|tix)$/
const PAID_WITH =
  /^(?:card|voucher|coupon|gift|credit|bill|e-gift|meal|plan|model|subscription|bundle|fee|fine|ticket)$/

/** `a 3-year, $20 million deal`: another measure describes the thing as well. */
function isChained({ tokens }: Scene, index: number): boolean {
  return /\d-[a-z]+$|-(?:year|month|week|day|part)$/.test(tokens[index - 1]?.lower ?? '')
}

/** Plurals of things that have a price. */
const PRICED =
  /^(?!adults|kids|students|seniors|members|others|weekdays|weekends|dollars|plus|less|was|is|gets|buys|covers|pays)[a-z]{3,}s$/
/** Verbs and numbers before the price of each one. */
const BEFORE_PRICE =
  /^(?:these|those|some|several|many|few|all|more|both|has|have|had|with|w\/|sells?|selling|offers?|serves?|serving|enjoy|free|two|three|four|five|six|ten|[2-9]|1\d|20)$/
/** A price in a list follows what is before the first one: so many prices back at most. */
const LONGEST_LIST = 20

/** `has $3 tacos and $2 beers`, `two $20 bills`, `a stack of $20 bills`: the price of each one, after a verb, a number or a collection. */
function isPriceOf(scene: Scene, index: number, earlier = LONGEST_LIST): boolean {
  if (!PRICED.test(tokenAfter(scene, index)?.text ?? '')) return false
  const before = tokenBefore(scene, index)?.lower ?? ''
  if (before === 'of') return COLLECTIONS.has(tokenBefore(scene, index - 1)?.lower ?? '')
  if (!/^(?:and|or|&)$/.test(before)) return BEFORE_PRICE.test(before)
  return earlier > 0 && isAmount(scene.tokens[index - 3]) && isPriceOf(scene, index - 3, earlier - 1)
}

function isAmount(token: Token | undefined): boolean {
  return SUM_FIRST.test(token?.text ?? '')
}

const COLLECTIONS = wordSet(
  'stack stacks pile wad handful roll rolls bundle bundles bunch lot lots plenty selection range menu list series pair couple dozen dozens hundreds thousands number pack packs plate plates box bag envelope',
)

const DETERMINER =
  /^(?:an?|the|this|that|each|every|another|no|any|what|which|its|his|her|their|our|my|your|(?!(?:that|it|he|she|there|here|what|let|who|how|where)'s$).*'s)$/

/** An article or its like is before the amount or its adjective: `a $20 bill`, `a single $3,283 share`, `the $5 to $10 charge`. */
function isDetermined(scene: Scene, index: number, thingAt: number): boolean {
  const first = startOfAmounts(scene, index, thingAt)
  const before = tokenBefore(scene, first)?.lower ?? ''
  if (/^an?$/.test(before)) return true
  const isExact = /\.\d\d$/.test(scene.tokens[index]!.text)
  if (isExact && before.endsWith("'s")) return false
  if (DETERMINER.test(before)) return !isVerbOf(scene, thingAt) && mayBeDescribed(scene, thingAt)
  const isAdjective =
    /^one$|^single$|^[a-z]+-[a-z]+$/.test(before) || BEFORE_AMOUNT.has(before) || DESCRIPTION.test(before)
  const opens = before === 'one' || before === 'single' || DETERMINER.test(tokenBefore(scene, first - 1)?.lower ?? '')
  return isAdjective && opens && !isVerbOf(scene, thingAt) && mayBeDescribed(scene, thingAt)
}

/** Adjectives before an amount whose endings do not show it. */
const BEFORE_AMOUNT = wordSet(
  'whopping staggering mere further remaining record extra other last next first second third same total cool nice tidy modest outstanding average flat top',
)

/** The first of the amounts in `$5 to $10 charge`, `$99 and $199 plans`. */
function startOfAmounts(scene: Scene, index: number, thingAt: number): number {
  const link = tokenBefore(scene, index)?.lower ?? ''
  const isSecond = /^(?:to|or)$/.test(link) || (link === 'and' && PRICED.test(scene.tokens[thingAt]!.text))
  const hasFirst = isSecond && tokenBefore(scene, index - 1) !== undefined && isAmount(scene.tokens[index - 2])
  return hasFirst ? index - 2 : index
}

/** A noun, or an adjective or adverb that has its noun behind it. */
function mayBeDescribed(scene: Scene, thingAt: number): boolean {
  const { text, lower } = scene.tokens[thingAt]!
  if (!/^[a-z]+$/.test(text) || lower === 'off') return true
  const kind = partOfSpeech(lower)
  if (kind === 'n') return true
  if (kind === 'vd' || kind === 'vs') return false
  const isModifier = /(?:ed|ing|ly)$/.test(lower) || BEHIND_MEASURE.test(lower) || ORDINALS.has(lower)
  return isModifier ? isNoun(tokenAfter(scene, thingAt)) : lower === 'one' || isOpenClass(lower)
}

/** `your $25 feeds a family`, `each $5 donated`: a verb behind the amount, where `the $20 bills` has a thing. */
function isVerbOf(scene: Scene, verbAt: number): boolean {
  const verb = scene.tokens[verbAt]!
  if (PARTICIPLES.has(verb.lower) || VERBS.has(verb.lower)) return true
  return /[a-z]{2}s$/.test(verb.text) && OBJECTS.has(tokenAfter(scene, verbAt)?.lower ?? '')
}

const PARTICIPLES = wordSet(
  'raised donated spent invested saved paid given earned pledged contributed received borrowed',
)
/** Forms in -s that are no plurals of things with a price. */
const VERBS = wordSet(
  'provides pays feeds helps goes gets gives makes means brings keeps sends lasts saves supports includes applies secures remains appears becomes ' +
    'allows ensures enables protects hits takes comes does adds equals represents requires serves reflects guarantees buys covers funds turns shows',
)
/** Words that open the object of a verb. */
const OBJECTS = wordSet(
  'a an the my your his her its our their me us them him one two three four five six seven eight nine ten',
)

/** `a £3.2m VAT payment`, `a $50 Amazon card`: a name before the thing. */
function isNamedThing(scene: Scene, index: number, nameAt: number): boolean {
  if (!/^(?:[A-Z]{2,5}|[A-Z][a-z]+)$/.test(scene.tokens[nameAt]!.text)) return false
  const thing = tokenAfter(scene, nameAt)
  if (PAID_WITH.test(thing?.lower ?? '')) return true
  return (
    /^an?$/.test(tokenBefore(scene, index)?.lower ?? '') &&
    /^[a-z]{3,}$/.test(thing?.text ?? '') &&
    !NOT_DESCRIBED.has(thing!.lower)
  )
}
