import { CURRENCIES, SCALES } from '../../../english/currencies.ts'
import { withSigns } from '../../../english/currency-pattern.ts'
import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { sayPer } from '../../../english/units.ts'
import { type Scene, shareOut, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { verbalizeRange } from '../range/verbalize-range.ts'
import {
  AMOUNT as FIGURES,
  findAnyMoney,
  findMoney,
  isOtherName,
  verbalizeAmount,
  verbalizeMoney,
} from './verbalize-money.ts'

/** An amount that a currency code may precede or follow. */
export const AMOUNT = new RegExp(`^[-−+]?(?:${FIGURES})(?:[kKmMbB]|bn)?$`)
/** Two figures with a dash between. */
const RANGE = /^(\d[\d,.]*)[-–](\d[\d,.]*)$/
const LONE_SIGN = withSigns(/^¤$/)

/** Scale words behind money; `m` and `b` alone only right behind it. */
export function findScale(text = ''): string | undefined {
  return /^(?:hundred|dozen|grand|t|k)$/i.test(text) ? undefined : SCALES.get(text.toLowerCase())
}

/** `USD 5 million`, `EUR 45.00/pp`: the code is said behind the amount, so its token takes the first word. */
export function readCodeBefore(scene: Scene, index: number): Wording | undefined {
  const code = scene.tokens[index]!.text
  const next = tokenAfter(scene, index)?.text ?? ''
  const scale = findScale(tokenAfter(scene, index + 1)?.text)
  if (RANGE.test(next)) return readCodeRange(scene, { code, range: next, scale })
  const [amount = '', under] = next.split('/')
  if (!AMOUNT.test(amount)) return undefined
  const find = scale === undefined && under === undefined ? findMoney : findAnyMoney
  const money = find(code + amount, scene)
  const per = under === undefined ? '' : sayPer(under)
  if (money === undefined || per === undefined) return undefined
  const isScaled = under === undefined && scale !== undefined && money.scale === undefined
  const phrase = verbalizeMoney(isScaled ? { ...money, scale } : money, scene)
  return shareOut(say(`${phrase} ${per}`), isScaled ? 3 : 2)
}

type CodeRange = { readonly code: string; readonly range: string; readonly scale: string | undefined }

/** `THB 5-7 million`: the code is said behind both amounts. */
function readCodeRange(scene: Scene, { code, range, scale }: CodeRange): Wording | undefined {
  const phrase = isOtherName(code, range)
    ? undefined
    : verbalizeRange(scale === undefined ? code + range : range, scene)
  const both = phrase === undefined ? undefined : shareOut(say(phrase), 2)
  return scale === undefined || both === undefined ? both : [...both, say(`${scale} ${CURRENCIES.get(code)!.many}`)]
}

/** `5-7 EUR`, `5 million THB`, `5-7 million THB`: the code behind a range, or behind a scale. */
function readCodeAfterSpan(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const scale = findScale(next?.text)
  const code = (scale === undefined ? next : tokenAfter(scene, index + 1))?.text ?? ''
  const currency = CODE.test(code) ? CURRENCIES.get(code) : undefined
  if (currency === undefined) return undefined
  const plain = scale !== undefined && AMOUNT.test(text) ? spellNumber(text, scene.locale) : undefined
  const number = RANGE.test(text) ? verbalizeRange(text, scene) : plain
  return number === undefined ? undefined : [number, ...(scale === undefined ? [] : [scale]), currency.many].map(say)
}

const CODE = /^(?:[A-Z]{3}|[a-z]{2})$/

/** `25 EUR`, `5-7 EUR`, `5 million THB`: an amount before the code of its currency. */
export function readCodeAfter(scene: Scene, index: number): Wording | undefined {
  return readCodeRightAfter(scene, index) ?? readCodeAfterSpan(scene, index)
}

function readCodeRightAfter(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const code = tokenAfter(scene, index)?.text ?? ''
  if (!CURRENCIES.has(code) || !AMOUNT.test(text) || (scene.shouting && isOtherName(code, text))) return undefined
  const money = findAnyMoney(code + text, scene)
  if (money === undefined) return undefined
  const { amount, scale, currency } = money
  const hasCents = /\.\d\d$/.test(amount) && scale === undefined && currency.cents !== undefined
  if (LONE_SIGN.test(code) || hasCents) {
    const words = say(verbalizeMoney(money, scene))
    return [words.slice(0, -1), words.slice(-1)]
  }
  const isOne = amount === '1' && scale === undefined
  return [say(`${verbalizeAmount(money, scene)} ${scale ?? ''}`), say(isOne ? currency.one : currency.many)]
}
