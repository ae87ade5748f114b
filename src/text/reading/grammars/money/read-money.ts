import { CURRENCIES } from '../../../english/currencies.ts'
import { MARKER_BEFORE } from '../../../english/currency-pattern.ts'
import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, shareOut, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { hasDigit, isDigits } from '../../tokens/token-shape.ts'
import { describesThing } from '../measure/describes-thing.ts'
import { AMOUNT, findScale, readCodeAfter, readCodeBefore } from './read-coded-money.ts'
import { findSpan } from './say.ts'
import { findAnyMoney, findMoney, type Money, verbalizeAmount, verbalizeMoney } from './verbalize-money.ts'

const SUM = new RegExp(`^${MARKER_BEFORE}\\d`)

/** `$5 million`, `£2 bn`, `USD 5 million`, `50 EUR`, `a $20 bill`: an amount of money spread over tokens. */
export function readMoney(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (SUM.test(text)) {
    const first = findSharedStart(scene, index)
    if (first !== undefined) return [say(first)]
    const span = readSpan(scene, index)
    if (span !== undefined) return span
  }
  if (text.length === 1 && CURRENCIES.has(text)) return readLoss(scene, index)
  if (text.length < 4 && /^[A-Za-z]/.test(text) && CURRENCIES.has(text)) return readCodeBefore(scene, index)
  if (!hasDigit(text)) return undefined
  const money = (findScale(tokenAfter(scene, index)?.text) === undefined ? findMoney : findAnyMoney)(text, scene)
  return money === undefined ? readCodeAfter(scene, index) : readAmount(money, scene, index)
}

/** The `$5` of `$5 to $10 million`, which the second amount names the scale and the currency of. */
export function findSharedStart(scene: Scene, index: number): string | undefined {
  const { text } = scene.tokens[index]!
  const link = SUM.test(text) ? tokenAfter(scene, index) : undefined
  if (link === undefined || !/^(?:and|to|or|-|–)$/.test(link.text)) return undefined
  const [first, last] = [findMoney(text, scene), findMoney(scene.tokens[index + 2]?.text ?? '', scene)]
  const scale = last?.scale ?? findScale(tokenAfter(scene, index + 2)?.text)
  if (first === undefined || first.scale !== undefined || last?.currency !== first.currency) return undefined
  const isShared =
    scale === undefined
      ? isDigits(first.amount) && describesThing(scene, index, index + 3)
      : Number(first.amount) <= Number(last.amount)
  return isShared ? verbalizeAmount(first, scene) : undefined
}

/** `$5–7 million`, `RM5–10`: the scale and the currency are said once, behind both. Signs of one character have cents to say. */
function readSpan(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const scaled = findSpan(`${text} ${tokenAfter(scene, index)?.text ?? ''}`, scene.locale)
  if (scaled !== undefined) return [say(scaled.ends), say(`${scaled.scale} ${scaled.currency.many}`)]
  const span = /^[A-Za-z]{2,3}\d/.test(text) ? findSpan(text, scene.locale) : undefined
  return span && [say(`${span.ends} ${span.scale} ${span.currency.many}`)]
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
  const scale = findScale(scaled?.text)
  const saysLoss =
    /^(?:of|at|was)$/.test(tokenBefore(scene, index)?.lower ?? '') &&
    LOSS.has(tokenBefore(scene, index - 1)?.lower ?? '')
  const words = say(saysLoss ? number : `minus ${number}`)
  if (scale === undefined) return shareOut([...words, ...say(many)], 2)
  return words.length < 2
    ? [words, say(scale), say(many)]
    : [words.slice(0, 1), words.slice(1), say(`${scale} ${many}`)]
}

const LOSS = wordList('signs of a loss')

function readAmount(money: Money, scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index) ?? bracketedNext(scene, index)
  const isHundred = next?.lower === 'hundred' && isDigits(money.amount, 1, 2)
  const behind = isHundred ? 'hundred' : findScale(next?.text)
  const scale = money.scale === undefined ? behind : undefined
  const named = (scale === undefined ? next : tokenAfter(scene, index + 1))?.lower
  const { one, many } = money.currency
  const isNamed = named === one || named === many
  const amount = verbalizeAmount(money, scene)
  if (scale !== undefined) return [say(amount), say(isNamed ? scale : `${scale} ${many}`)]
  return [say(isNamed ? `${amount} ${money.scale ?? ''}` : verbalizeMoney(money, scene))]
}

/** `($4.5) million`: the word behind the bracket that holds the amount. */
function bracketedNext({ tokens }: Scene, index: number): Token | undefined {
  const opens = index > 0 && tokens[index - 1]!.after.at(-1)?.kind === '('
  const after = tokens[index]!.after
  return opens && after.length === 1 && after[0]!.kind === ')' ? tokens[index + 1] : undefined
}
