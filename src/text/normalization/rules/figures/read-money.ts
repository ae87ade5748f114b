import { spellNumber } from '../../numbers/spell-number.ts'
import {
  findAnyMoney,
  findMoney,
  type Money,
  verbalizeAmount,
  verbalizeMoney,
  verbalizePriceOf,
} from '../../pieces/verbalize-money.ts'
import { verbalizeRange } from '../../pieces/verbalize-range.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { CURRENCIES } from '../../tables/currencies.ts'
import { HAS_SIGN, MARKER_BEFORE, withSigns } from '../../tables/currency-pattern.ts'
import { findPer } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'
import { describesPrice } from './describes-price.ts'
import { AMOUNT, findScale, readCodeAfter, readCodeBefore } from './read-coded-money.ts'

const PREFIXED_SUM = withSigns(/^([a-z]{2,6})-(¤\d[\d.,]*)$/)
const MARKED_RANGE = new RegExp(`^[-−+~]?(${MARKER_BEFORE})\\d[\\d.,]*[kKmMbB]?[-–](?:\\1)?\\d[\\d.,]*[kKmMbB]?$`)
const SUM_FOR_SEVERAL = withSigns(/^(¤\d[\d,.]*)\/(\d{1,3})$/)
const PLAIN_RANGE = new RegExp(`^(${MARKER_BEFORE})(\\d[\\d.,]*)[-–](?:\\1)?(\\d[\\d.,]*)$`)

/** Letters before a figure, which other rules take for a name. */
const CODED = /^[A-Za-z]{2,3}\d/
const SUM = new RegExp(`^${MARKER_BEFORE}\\d`)

/** `$5 million`, `£2 bn`, `USD 5 million`, `50 EUR`, `a $20 bill`: an amount of money spread over tokens. */
export function readMoney(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (SUM.test(text)) {
    const first = findSharedStart(scene, index)
    if (first !== undefined) return [say(first)]
    const range = readScaledRange(scene, index)
    if (range !== undefined) return range
  }
  if (text.length === 1 && CURRENCIES.has(text)) return readLoss(scene, index)
  if (text.length < 4 && /^[A-Za-z]/.test(text) && CURRENCIES.has(text)) return readCodeBefore(scene, index)
  if (!/\d/.test(text)) return undefined
  const several = readPriceOfSeveral(scene, index)
  if (several !== undefined) return several
  const money =
    findScale(tokenAfter(scene, index)?.text ?? '') === undefined ? findMoney(text, scene) : findAnyMoney(text, scene)
  if (money !== undefined) return readAmount(money, scene, index)
  const described =
    HAS_SIGN.test(text) || SUM.test(text)
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
  const [, prefix, sum] = PREFIXED_SUM.exec(scene.tokens[index]!.text) ?? []
  const money = sum === undefined ? undefined : findMoney(sum, scene)
  const scale = findScale(tokenAfter(scene, index)?.text ?? '')
  if (money === undefined || scale === undefined) return undefined
  const { one, many } = money.currency
  const currency = describesPrice(scene, index, index + 2) ? one : many
  return [say(`${prefix} ${verbalizeAmount(money, scene)}`), say(`${scale} ${currency}`)]
}

function isSum(text: string): boolean {
  return SUM.test(text)
}

/** `a $5–$10 charge`: a range that describes the thing behind it. */
function readRangeOf(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const sign = MARKED_RANGE.exec(text)?.[1]
  const range = sign === undefined ? undefined : verbalizeRange(text, scene)
  if (range === undefined) return undefined
  if (!describesPrice(scene, index, index + 1)) return CODED.test(text) ? [say(range)] : undefined
  const { one, many } = CURRENCIES.get(sign!)!
  return [say(range.replace(new RegExp(`${many}$`), one))]
}

/** The `$5` of `$5 to $10 million`, which the second amount names the scale and the currency of. */
function findSharedStart(scene: Scene, index: number): string | undefined {
  const { text } = scene.tokens[index]!
  const link = SUM.test(text) ? tokenAfter(scene, index) : undefined
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
  const [, price, count] = SUM_FOR_SEVERAL.exec(scene.tokens[index]!.text) ?? []
  const money = price === undefined ? undefined : findMoney(price, scene)
  const isCounted = /^[a-z]{2,}s$|^people$/.test(tokenAfter(scene, index)?.text ?? '')
  return money === undefined || !isCounted
    ? undefined
    : [say(`${verbalizeMoney(money, scene)} for ${spellNumber(count!, scene.locale)}`)]
}

/** `$5–7 million`: the scale and the currency are said once, behind both. */
function readScaledRange(scene: Scene, index: number): Wording | undefined {
  const [, sign, low, high] = PLAIN_RANGE.exec(scene.tokens[index]!.text) ?? []
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

function readAmount(money: Money, scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index) ?? bracketedNext(scene, index)
  const isHundred = next?.lower === 'hundred' && /^\d{1,2}$/.test(money.amount)
  const scale =
    money.scale === undefined && next !== undefined ? (isHundred ? 'hundred' : findScale(next.text)) : undefined
  const named = scale === undefined ? next : tokenAfter(scene, index + 1)
  if (named !== undefined && [money.currency.one, money.currency.many].includes(named.lower)) {
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
