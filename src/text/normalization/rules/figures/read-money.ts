import { PREPOSITIONS } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { spellNumber } from '../../numbers/spell-number.ts'
import { findMoney, type Money, verbalizeAmount, verbalizeMoney } from '../../pieces/verbalize-money.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { CURRENCIES, SCALES } from '../../tables/currencies.ts'
import { findPer } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'

const AMOUNT = /^[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[kKmMbB]|bn)?$/
/** What cannot be the thing that `a $20 ...` describes. */
const NOT_DESCRIBED = wordSet(
  'a an the above below within until upon of in on at to for per and or but each every is was has as than by with from if when so that it they he she we you i who which were will would can could should had have did does do this these',
)

/** `$5 million`, `£2 bn`, `USD 5 million`, `50 EUR`, `a $20 bill`: an amount of money spread over tokens. */
export function readMoney(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (/^[$€£¥₹]/.test(text)) {
    const first = findSharedStart(scene, index)
    if (first !== undefined) return [say(first)]
    const range = readScaledRange(scene, index)
    if (range !== undefined) return range
  }
  if (text.length === 1 && CURRENCIES.has(text)) return readLoss(scene, index)
  if (text.length < 4 && /^(?:[A-Z]{3}|Rs|kr|zl|Rp|RM)$/.test(text)) return readCodeBefore(scene, index)
  if (!/\d/.test(text)) return undefined
  const several = readPriceOfSeveral(scene, index)
  if (several !== undefined) return several
  const money = findMoney(text, scene)
  if (money !== undefined) return readAmount(money, scene, index)
  return readCodeAfter(scene, index)
}

/** The `$5` of `$5 to $10 million`, which the second amount names the scale and the currency of. */
function findSharedStart(scene: Scene, index: number): string | undefined {
  const { text } = scene.tokens[index]!
  const link = /^[$€£]\d/.test(text) ? tokenAfter(scene, index) : undefined
  if (link === undefined || !/^(?:and|to|or|-|–)$/.test(link.text)) return undefined
  const [first, last] = [findMoney(text, scene), findMoney(scene.tokens[index + 2]?.text ?? '', scene)]
  const scale = last?.scale ?? findScale(tokenAfter(scene, index + 2)?.text ?? '')
  const isShared =
    first?.scale === undefined && last?.currency === first?.currency && Number(first?.amount) <= Number(last?.amount)
  return isShared && scale !== undefined && last !== undefined ? verbalizeAmount(first!, scene) : undefined
}

/** `$150/10 classes`: what several cost together. */
function readPriceOfSeveral(scene: Scene, index: number): Wording | undefined {
  const [, price, count] = /^([$€£]\d[\d,.]*)\/(\d{1,3})$/.exec(scene.tokens[index]!.text) ?? []
  const money = price === undefined ? undefined : findMoney(price, scene)
  const isCounted = /^[a-z]{2,}s$|^people$/.test(tokenAfter(scene, index)?.text ?? '')
  return money === undefined || !isCounted
    ? undefined
    : [say(`${verbalizeMoney(money, scene)} for ${spellNumber(count!, scene.locale)}`)]
}

/** `$5–7 million`: the scale and the currency are said once, behind both. */
function readScaledRange(scene: Scene, index: number): Wording | undefined {
  const [, sign, low, high] = /^([$€£¥₹])(\d[\d.]*)[-–][$€£]?(\d[\d.]*)$/.exec(scene.tokens[index]!.text) ?? []
  const scale = low === undefined ? undefined : findScale(tokenAfter(scene, index)?.text ?? '')
  if (scale === undefined) return undefined
  const ends = [low, high].map((end) => spellNumber(end!, scene.locale))
  return [say(ends.join(' to ')), say(`${scale} ${CURRENCIES.get(sign!)!.many}`)]
}

/** `$(4.2) million`: an accountant's brackets around the figure alone. */
function readLoss(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  const [sign, amount, scaled] = tokens.slice(index, index + 3)
  const isBracketed =
    sign!.after[0]?.kind === '(' &&
    amount?.joined === true &&
    amount.after.length === 1 &&
    amount.after[0]!.kind === ')'
  const number = isBracketed && AMOUNT.test(amount.text) ? spellNumber(amount.text, locale) : undefined
  if (number === undefined) return undefined
  const { many } = CURRENCIES.get(sign!.text)!
  const scale = findScale(scaled?.text ?? '')
  const saysLoss =
    /^(?:of|at|was)$/.test(tokenBefore(scene, index)?.lower ?? '') &&
    LOSS.test(tokenBefore(scene, index - 1)?.lower ?? '')
  const words = saysLoss ? say(number) : [...say('minus'), ...say(number)]
  if (scale === undefined) return [words.slice(0, 1), [...words.slice(1), ...say(many)]]
  return words.length < 2
    ? [words, say(scale), say(many)]
    : [words.slice(0, 1), words.slice(1), say(`${scale} ${many}`)]
}

const LOSS = /^(?:loss|losses|deficit|decline|decrease|shortfall|outflow|charge|impairment)$/

/** `$25 CAD`, `$40 USD`: the code after the amount says which dollars. */
function readSignAndCode(money: Money, scene: Scene, index: number): Wording | undefined {
  const code = tokenAfter(scene, index)?.text ?? ''
  const currency = /^(?:USD|CAD|AUD|NZD|HKD|SGD|MXN)$/.test(code) ? CURRENCIES.get(code) : undefined
  if (currency === undefined || !/^[-−+~]?\$/.test(scene.tokens[index]!.text)) return undefined
  const words = say(verbalizeMoney({ ...money, currency }, scene))
  return [words.slice(0, -1), words.slice(-1)]
}

function readAmount(money: Money, scene: Scene, index: number): Wording | undefined {
  const coded = readSignAndCode(money, scene, index)
  if (coded !== undefined) return coded
  const next = tokenAfter(scene, index) ?? bracketedNext(scene, index)
  const perThing = describedCents(money, scene, index)
  if (perThing !== undefined) return [say(perThing)]
  const isHundred = next?.lower === 'hundred' && /^\d{1,2}$/.test(money.amount)
  const scale =
    money.scale === undefined && next !== undefined ? (isHundred ? 'hundred' : findScale(next.text)) : undefined
  const thing = scale === undefined ? next : tokenAfter(scene, index + 1)
  const isChained = /\d-[a-z]+$|-(?:year|month|week|day|part)$/.test(scene.tokens[index - 1]?.lower ?? '')
  const describes =
    (isChained ||
      isPriceOf(scene, index) ||
      (/^[A-Z][a-z]+$/.test(thing?.text ?? '') &&
        /^(?:card|voucher|coupon|gift|credit|bill|e-gift|eGift)$/.test(tokenAfter(scene, index + 1)?.lower ?? '')) ||
      /^(?:copays?|co-pay|gift|coupons?|vouchers?|fee|fine|deposit|surcharge|rebate|raffle|donation|bill|tickets?|cover|cake|late|toll|tix)$/.test(
        thing?.lower ?? '',
      ) ||
      (/^(?:an?|the|this|that|each|every|another|its|his|her|their|our|my|your|(?!(?:that|it|he|she|there|here|what|let|who|how|where)'s$).*'s)$/.test(
        tokenBefore(scene, index)?.lower ?? '',
      ) &&
        !isVerbOf(scene, index, thing))) &&
    (/^[a-z]{3,}$|^Series$/.test(thing?.text ?? '') || isNamedThing(scene, index, thing)) &&
    (thing!.lower === 'off' || !PREPOSITIONS.has(thing!.lower)) &&
    !NOT_DESCRIBED.has(thing!.lower)
  if (scale !== undefined) {
    const currency = describes ? money.currency.one : money.currency.many
    return [say(verbalizeAmount(money, scene)), say(`${scale} ${currency}`)]
  }
  if (!describes || (money.amount.includes('.') && money.scale === undefined))
    return [say(verbalizeMoney(money, scene))]
  const size = money.scale === undefined ? '' : ` ${money.scale}`
  return [say(`${verbalizeAmount(money, scene)}${size} ${money.currency.one}`)]
}

/** Plurals of things that have a price. */
const PRICED =
  /^(?!adults|kids|students|seniors|members|others|weekdays|weekends|dollars|plus|less|was|is|gets|buys|covers|pays)[a-z]{3,}s$/
/** Verbs and numbers before the price of each one. */
const BEFORE_PRICE =
  /^(?:has|have|had|with|w\/|sells?|selling|offers?|serves?|serving|enjoy|free|two|three|four|five|six|ten|[2-9]|1\d|20)$/
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
  return /^[$€£]\d/.test(token?.text ?? '')
}

const COLLECTIONS = wordSet(
  'stack stacks pile wad handful roll rolls bundle bundles bunch lot lots plenty selection range menu list series pair couple dozen dozens hundreds thousands number pack packs plate plates box bag envelope',
)

/** `your $25 feeds a family`, `each $5 donated`: a verb behind the amount, where `the $20 bills` has a thing. */
function isVerbOf(scene: Scene, index: number, verb: Token | undefined): boolean {
  if (verb === undefined || /^an?$/.test(tokenBefore(scene, index)?.lower ?? '')) return false
  if (PARTICIPLES.has(verb.lower) || VERBS.has(verb.lower)) return true
  return /[a-z]{2}s$/.test(verb.text) && OBJECTS.has(tokenAfter(scene, scene.tokens.indexOf(verb, index))?.lower ?? '')
}

const PARTICIPLES = wordSet(
  'raised donated spent invested saved paid given earned pledged contributed received borrowed',
)
/** Forms in -s that are no plurals of things with a price. */
const VERBS = wordSet(
  'provides pays feeds helps goes gets gives makes means brings keeps sends lasts saves supports includes applies secures remains appears becomes ' +
    'allows ensures enables protects hits takes comes does adds equals represents requires serves reflects guarantees buys covers funds turns',
)
/** Words that open the object of a verb. */
const OBJECTS = wordSet(
  'a an the my your his her its our their me us them him one two three four five six seven eight nine ten',
)

/** `a £3.2m VAT payment`, `a $50 Amazon card`: a name before the thing. */
function isNamedThing(scene: Scene, index: number, name: Token | undefined): boolean {
  if (name === undefined || !/^(?:[A-Z]{2,5}|[A-Z][a-z]+)$/.test(name.text)) return false
  const thing = tokenAfter(scene, scene.tokens.indexOf(name, index))
  if (/^(?:card|voucher|coupon|gift|credit|bill)$/.test(thing?.lower ?? '')) return true
  return (
    /^an?$/.test(tokenBefore(scene, index)?.lower ?? '') &&
    /^[a-z]{3,}$/.test(thing?.text ?? '') &&
    !NOT_DESCRIBED.has(thing!.lower)
  )
}

/** `a $39.99 charge`: the amount describes what follows, so its parts stay in the singular. */
function describedCents(money: Money, scene: Scene, index: number): string | undefined {
  const thing = tokenAfter(scene, index)
  if (
    !/^(?:an?|the|this|that|your)$/.test(tokenBefore(scene, index)?.lower ?? '') ||
    !/\.(?!00)\d\d$/.test(money.amount)
  )
    return undefined
  if (
    thing === undefined ||
    !/^(?:charge|fee|bill|payment|deposit|refund|credit|discount|coupon|surcharge|balance|purchase|tip|copay|co-pay|price|ticket|toll|fine|difference)$/.test(
      thing.lower,
    )
  )
    return undefined
  return verbalizeMoney(money, scene).replace(/\b(dollar|cent|euro|pound)s\b/g, '$1')
}

/** `($4.5) million`: the word behind the bracket that holds the amount. */
function bracketedNext({ tokens }: Scene, index: number): Token | undefined {
  const opens = index > 0 && tokens[index - 1]!.after.at(-1)?.kind === '('
  const after = tokens[index]!.after
  return opens && after.length === 1 && after[0]!.kind === ')' ? tokens[index + 1] : undefined
}

/** Scale words behind money; `m` and `b` alone only right behind it. */
function findScale(text: string): string | undefined {
  return /^(?:hundred|dozen|grand|t|k)$/i.test(text) ? undefined : SCALES.get(text.toLowerCase())
}

/** `USD 5 million`: the code is said behind the amount, so its token takes the first word. */
function readCodeBefore(scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index)
  const alone = CURRENCIES.get(scene.tokens[index]!.text)
  if (
    alone !== undefined &&
    scene.tokens[index]!.text !== 'CAD' &&
    isSpokenOf(scene, index) &&
    !/^\d/.test(next?.text ?? '')
  )
    return [say(alone.many)]
  if (!CURRENCIES.has(scene.tokens[index]!.text) || next === undefined) return undefined
  const rate = readCodeRate(scene, index, next.text)
  if (rate !== undefined) return rate
  if (!AMOUNT.test(next.text)) return undefined
  const money =
    findMoney(`${scene.tokens[index]!.text}${next.text}`, scene) ??
    plainMoney(scene, index + 1, scene.tokens[index]!.text)
  const scaleToken = tokenAfter(scene, index + 1)
  const scale = scaleToken === undefined || money.scale !== undefined ? undefined : findScale(scaleToken.text)
  const words = say(verbalizeMoney(scale === undefined ? money : { ...money, scale }, scene))
  if (scale !== undefined) return [words.slice(0, 1), words.slice(1, 2), words.slice(2)]
  return words.length < 2 ? undefined : [words.slice(0, 1), words.slice(1)]
}

/** `paid in CHF`; behind an article only if money is spoken of, as the letters may mean other things: `the ILS to runway 27`. */
function isSpokenOf(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)?.lower ?? ''
  if (/^(?:in|into|of|as)$/.test(before)) return true
  return before === 'the' && near(scene, index, 12).some(({ lower }) => CURRENCY_TALK.test(lower))
}

const CURRENCY_TALK =
  /^(?:against|rate|rates|currency|currencies|exchange|forex|fx|rose|fell|dollar|euro|pound|yen|traded|trades|pair|strengthened|weakened|central|bank|[$€£].*|usd|eur|gbp|jpy)$/

/** `EUR 45.00/pp`: the price of one, after the code of the currency. */
function readCodeRate(scene: Scene, index: number, text: string): Wording | undefined {
  const [amount = '', under = ''] = text.split('/')
  const per = findPer(under)
  if (per === undefined || !AMOUNT.test(amount)) return undefined
  const words = say(verbalizeMoney({ sign: '', amount, currency: CURRENCIES.get(scene.tokens[index]!.text)! }, scene))
  return [words.slice(0, 1), [...words.slice(1), ...say(per === 'each' ? per : `per ${per}`)]]
}

function readCodeAfter(scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index)
  if (
    next === undefined ||
    (!isCapitalized(next) && !/^(?:kr|zl|[€£])$/.test(next.text)) ||
    !CURRENCIES.has(next.text) ||
    !AMOUNT.test(scene.tokens[index]!.text)
  )
    return undefined
  const money = findMoney(`${next.text}${scene.tokens[index]!.text}`, scene) ?? plainMoney(scene, index, next.text)
  const hasCents = /\.\d\d$/.test(money.amount) && money.scale === undefined && money.currency.cents !== undefined
  if (/^[€£]$/.test(next.text) || hasCents) {
    const words = say(verbalizeMoney(money, scene))
    return [words.slice(0, -1), words.slice(-1)]
  }
  const amount = say(`${verbalizeAmount(money, scene)}${money.scale === undefined ? '' : ` ${money.scale}`}`)
  const { one, many } = money.currency
  return [amount, say(money.amount === '1' && money.scale === undefined ? one : many)]
}

function plainMoney(scene: Scene, index: number, code: string): Money {
  return { sign: '', amount: scene.tokens[index]!.text, currency: CURRENCIES.get(code)! }
}
