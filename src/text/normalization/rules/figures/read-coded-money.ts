import {
  AMOUNT as FIGURES,
  isOtherName,
  type Money,
  verbalizeAmount,
  verbalizeMoney,
  verbalizePriceOf,
} from '../../pieces/verbalize-money.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { CURRENCIES, SCALES } from '../../tables/currencies.ts'
import { withSigns } from '../../tables/currency-pattern.ts'
import { findPer } from '../../tables/units.ts'
import { describesPrice } from './describes-price.ts'

/** An amount that a currency code may precede or follow. */
export const AMOUNT = new RegExp(`^[-−+]?(?:${FIGURES})(?:[kKmMbB]|bn)?$`)

/** Scale words behind money; `m` and `b` alone only right behind it. */
export function findScale(text: string): string | undefined {
  return /^(?:hundred|dozen|grand|t|k)$/i.test(text) ? undefined : SCALES.get(text.toLowerCase())
}

/** `USD 5 million`: the code is said behind the amount, so its token takes the first word. */
export function readCodeBefore(scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index)
  const alone = CURRENCIES.get(scene.tokens[index]!.text)
  if (
    alone !== undefined &&
    scene.tokens[index]!.text !== 'CAD' &&
    isSpokenOf(scene, index) &&
    !/^\d/.test(next?.text ?? '')
  )
    return [say(alone.many)]
  if (next === undefined) return undefined
  const rate = readCodeRate(scene, index, next.text)
  if (rate !== undefined) return rate
  if (!AMOUNT.test(next.text)) return undefined

  const money = plainMoney(scene, index + 1, scene.tokens[index]!.text)
  const scaleToken = tokenAfter(scene, index + 1)
  const scale = scaleToken === undefined ? undefined : findScale(scaleToken.text)
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

const CURRENCY_TALK = withSigns(
  /^(?:against|rate|rates|currency|currencies|exchange|forex|fx|rose|fell|dollar|euro|pound|yen|traded|trades|pair|strengthened|weakened|central|bank|¤.*|usd|eur|gbp|jpy)$/,
)

/** `EUR 45.00/pp`: the price of one, after the code of the currency. */
function readCodeRate(scene: Scene, index: number, text: string): Wording | undefined {
  const [amount = '', under = ''] = text.split('/')
  const per = findPer(under)
  if (per === undefined) return undefined
  const words = say(verbalizeMoney({ sign: '', amount, currency: CURRENCIES.get(scene.tokens[index]!.text)! }, scene))
  return [words.slice(0, 1), [...words.slice(1), ...say(per === 'each' ? per : `per ${per}`)]]
}

/** `25 EUR`, `5-7 EUR`, `5 million THB`: an amount before the code of its currency. */
export function readCodeAfter(scene: Scene, index: number): Wording | undefined {
  return readCodeRightAfter(scene, index)
}

function readCodeRightAfter(scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index)
  if (
    next === undefined ||
    !CURRENCIES.has(next.text) ||
    (scene.shouting && isOtherName(next.text, scene.tokens[index]!.text))
  )
    return undefined
  const money = plainMoney(scene, index, next.text)
  const isDescribing = /^[A-Z]{3}$/.test(next.text) && describesPrice(scene, index, index + 2)
  const hasCents = /\.\d\d$/.test(money.amount) && money.scale === undefined && money.currency.cents !== undefined
  if (hasCents) {
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
