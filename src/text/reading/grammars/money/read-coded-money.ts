import { CURRENCIES, SCALES } from '../../../english/currencies.ts'
import { withSigns } from '../../../english/currency-pattern.ts'
import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { sayPer } from '../../../english/units.ts'
import { type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { verbalizeRange } from '../range/verbalize-range.ts'
import {
  AMOUNT as FIGURES,
  findMoney,
  isOtherName,
  type Money,
  verbalizeAmount,
  verbalizeMoney,
} from './verbalize-money.ts'

/** An amount that a currency code may precede or follow. */
export const AMOUNT = new RegExp(`^[-−+]?(?:${FIGURES})(?:[kKmMbB]|bn)?$`)
/** Two figures with a dash between. */
const RANGE = /^(\d[\d,.]*)[-–](\d[\d,.]*)$/
const LONE_SIGN = withSigns(/^¤$/)

/** Scale words behind money; `m` and `b` alone only right behind it. */
export function findScale(text: string): string | undefined {
  return /^(?:hundred|dozen|grand|t|k)$/i.test(text) ? undefined : SCALES.get(text.toLowerCase())
}

/** `USD 5 million`: the code is said behind the amount, so its token takes the first word. */
export function readCodeBefore(scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index)
  if (!CURRENCIES.has(scene.tokens[index]!.text) || next === undefined) return undefined
  const rate = readCodeRate(scene, index, next.text) ?? readCodeRange(scene, index, next.text)
  if (rate !== undefined) return rate
  if (!AMOUNT.test(next.text)) return undefined
  if (
    isOtherName(scene.tokens[index]!.text, next.text) &&
    findScale(tokenAfter(scene, index + 1)?.text ?? '') === undefined
  )
    return undefined
  const money =
    findMoney(`${scene.tokens[index]!.text}${next.text}`, scene) ??
    plainMoney(scene, index + 1, scene.tokens[index]!.text)
  const scaleToken = tokenAfter(scene, index + 1)
  const scale = scaleToken === undefined || money.scale !== undefined ? undefined : findScale(scaleToken.text)
  const whole = scale === undefined ? money : { ...money, scale }
  const words = say(verbalizeMoney(whole, scene))
  if (scale !== undefined) return [words.slice(0, 1), words.slice(1, 2), words.slice(2)]
  return words.length < 2 ? undefined : [words.slice(0, 1), words.slice(1)]
}

/** `THB 5-7 million`: the code is said behind both amounts. */
function readCodeRange(scene: Scene, index: number, text: string): Wording | undefined {
  const code = scene.tokens[index]!.text
  if (!RANGE.test(text) || isOtherName(code, text)) return undefined
  const scale = findScale(tokenAfter(scene, index + 1)?.text ?? '')
  const range = scale === undefined ? verbalizeRange(`${code}${text}`, scene) : verbalizeRange(text, scene)
  if (range === undefined) return undefined
  const words = say(range)
  const both = [words.slice(0, 1), words.slice(1)]
  return scale === undefined ? both : [...both, say(`${scale} ${CURRENCIES.get(code)!.many}`)]
}

/** `5-7 EUR`, `5 million THB`, `5-7 million THB`: the code behind a range, or behind a scale. */
function readCodeAfterSpan(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const range = RANGE.test(text) ? verbalizeRange(text, scene) : undefined
  const next = tokenAfter(scene, index)
  const scale = next === undefined ? undefined : findScale(next.text)
  const code = scale === undefined ? next : tokenAfter(scene, index + 1)
  const currency = CODE.test(code?.text ?? '') ? CURRENCIES.get(code!.text) : undefined
  if (currency === undefined || (range === undefined && (scale === undefined || !AMOUNT.test(text)))) return undefined
  const number = say(range ?? spellNumber(text, scene.locale) ?? '')
  if (number.length === 0) return undefined
  return scale === undefined ? [number, say(currency.many)] : [number, say(scale), say(currency.many)]
}

const CODE = /^(?:[A-Z]{3}|[a-z]{2})$/

/** `EUR 45.00/pp`: the price of one, after the code of the currency. */
function readCodeRate(scene: Scene, index: number, text: string): Wording | undefined {
  const [amount = '', under = ''] = text.split('/')
  const per = sayPer(under)
  if (per === undefined || !AMOUNT.test(amount)) return undefined
  const words = say(verbalizeMoney({ sign: '', amount, currency: CURRENCIES.get(scene.tokens[index]!.text)! }, scene))
  return [words.slice(0, 1), [...words.slice(1), ...say(per)]]
}

/** `25 EUR`, `5-7 EUR`, `5 million THB`: an amount before the code of its currency. */
export function readCodeAfter(scene: Scene, index: number): Wording | undefined {
  return readCodeRightAfter(scene, index) ?? readCodeAfterSpan(scene, index)
}

function readCodeRightAfter(scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index)
  if (
    next === undefined ||
    !CURRENCIES.has(next.text) ||
    (scene.shouting && isOtherName(next.text, scene.tokens[index]!.text)) ||
    !AMOUNT.test(scene.tokens[index]!.text)
  )
    return undefined
  const money = findMoney(`${next.text}${scene.tokens[index]!.text}`, scene) ?? plainMoney(scene, index, next.text)
  const hasCents = /\.\d\d$/.test(money.amount) && money.scale === undefined && money.currency.cents !== undefined
  if (LONE_SIGN.test(next.text) || hasCents) {
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
