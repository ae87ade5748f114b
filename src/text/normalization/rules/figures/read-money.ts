import { spellNumber } from '../../numbers/spell-number.ts'
import {
  findMoney,
  type Money,
  verbalizeAmount,
  verbalizeMoney,
  verbalizePriceOf,
} from '../../pieces/verbalize-money.ts'
import { verbalizeRange } from '../../pieces/verbalize-range.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { CURRENCIES, SCALES } from '../../tables/currencies.ts'
import { findPer } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'
import { describesPrice } from './describes-price.ts'

const AMOUNT = /^[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[kKmMbB]|bn)?$/

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
  const described = /[$€£]/.test(text)
    ? (readRangeOf(scene, index) ?? readRateOf(scene, index) ?? readPrefixed(scene, index))
    : undefined
  return described ?? readCodeAfter(scene, index)
}

/** `a $99/month plan`: a rate that describes the thing behind it. */
function readRateOf(scene: Scene, index: number): Wording | undefined {
  const [price = '', under = ''] = scene.tokens[index]!.text.split('/')
  const money = isSum(price) ? findMoney(price, scene) : undefined
  const per = money === undefined ? undefined : findPer(under)
  if (per === undefined || per === 'each' || !describesPrice(scene, index, index + 1)) return undefined
  return [say(`${verbalizePriceOf(money!, scene)} per ${per}`)]
}

/** `a near-$2 billion deal`: a prefix and a sum in one token, followed by its scale. */
function readPrefixed(scene: Scene, index: number): Wording | undefined {
  const [, prefix, sum] = /^([a-z]{2,6})-([$€£]\d[\d.,]*)$/.exec(scene.tokens[index]!.text) ?? []
  const money = sum === undefined ? undefined : findMoney(sum, scene)
  const scale = findScale(tokenAfter(scene, index)?.text ?? '')
  if (money === undefined || scale === undefined) return undefined
  const { one, many } = money.currency
  const currency = describesPrice(scene, index, index + 2) ? one : many
  return [say(`${prefix} ${verbalizeAmount(money, scene)}`), say(`${scale} ${currency}`)]
}

function isSum(text: string): boolean {
  return /^[$€£]\d/.test(text)
}

/** `a $5–$10 charge`: a range that describes the thing behind it. */
function readRangeOf(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const sign = /^([$€£])\d[\d.,]*[kKmMbB]?[-–][$€£]?\d[\d.,]*[kKmMbB]?$/.exec(text)?.[1]
  const range = sign !== undefined && describesPrice(scene, index, index + 1) ? verbalizeRange(text, scene) : undefined
  if (range === undefined) return undefined
  const { one, many } = CURRENCIES.get(sign!)!
  return [say(range.replace(new RegExp(`${many}$`), one))]
}

/** The `$5` of `$5 to $10 million`, which the second amount names the scale and the currency of. */
function findSharedStart(scene: Scene, index: number): string | undefined {
  const { text } = scene.tokens[index]!
  const link = /^[$€£]\d/.test(text) ? tokenAfter(scene, index) : undefined
  if (link === undefined || !/^(?:and|to|or|-|–)$/.test(link.text)) return undefined
  const [first, last] = [findMoney(text, scene), findMoney(scene.tokens[index + 2]?.text ?? '', scene)]
  const scale = last?.scale ?? findScale(tokenAfter(scene, index + 2)?.text ?? '')
  if (first === undefined || first.scale !== undefined || last?.currency !== first.currency) return undefined
  const isDescribing = !first.amount.includes('.') && describesPrice(scene, index + 2, index + 3)
  const isJoint = link.text !== 'and' || /[a-z]s$/.test(tokenAfter(scene, index + 2)?.text ?? '')
  const isShared = scale === undefined ? isDescribing && isJoint : Number(first.amount) <= Number(last.amount)
  return isShared ? verbalizeAmount(first, scene) : undefined
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
  const isHundred = next?.lower === 'hundred' && /^\d{1,2}$/.test(money.amount)
  const scale =
    money.scale === undefined && next !== undefined ? (isHundred ? 'hundred' : findScale(next.text)) : undefined
  const named = scale === undefined ? next : tokenAfter(scene, index + 1)
  if (/^(?:dollars?|pounds?|euros?)$/.test(named?.lower ?? '') && named!.lower.startsWith(money.currency.one)) {
    const whole = [say(`${verbalizeAmount(money, scene)} ${money.scale ?? ''}`)]
    return scale === undefined ? whole : [...whole, say(scale)]
  }
  if (scale === undefined)
    return [
      say(describesPrice(scene, index, index + 1) ? verbalizePriceOf(money, scene) : verbalizeMoney(money, scene)),
    ]
  const { one, many } = money.currency
  const currency = describesPrice(scene, index, index + 2) ? one : many
  return [say(verbalizeAmount(money, scene)), say(`${scale} ${currency}`)]
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
  const whole = scale === undefined ? money : { ...money, scale }
  const verbalize = describesPrice(scene, index, index + (scale === undefined ? 2 : 3))
    ? verbalizePriceOf
    : verbalizeMoney
  const words = say(verbalize(whole, scene))
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
  const isDescribing = /^[A-Z]{3}$/.test(next.text) && describesPrice(scene, index, index + 2)
  const hasCents = /\.\d\d$/.test(money.amount) && money.scale === undefined && money.currency.cents !== undefined
  if (/^[€£]$/.test(next.text) || hasCents) {
    const words = say(isDescribing ? verbalizePriceOf(money, scene) : verbalizeMoney(money, scene))
    return [words.slice(0, -1), words.slice(-1)]
  }
  const amount = say(`${verbalizeAmount(money, scene)}${money.scale === undefined ? '' : ` ${money.scale}`}`)
  const { one, many } = money.currency
  return [amount, say(isDescribing || (money.amount === '1' && money.scale === undefined) ? one : many)]
}

function plainMoney(scene: Scene, index: number, code: string): Money {
  return { sign: '', amount: scene.tokens[index]!.text, currency: CURRENCIES.get(code)! }
}
