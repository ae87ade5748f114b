import { countUnit } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { findMoney, verbalizeMoney } from './verbalize-money.ts'

const SHILLINGS = /^(1?\d)s$/
const PENCE = /^(1[01]|\d)d$/

/** `£3 4s. 6d.`, `£6 10s.`, `2s 6d`: pounds, shillings and pence of before 1971. */
export function readOldMoney(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const pounds = /^£\d[\d,]*$/.test(text) ? findMoney(text, scene) : undefined
  const start = pounds === undefined ? index : index + 1
  const count = SHILLINGS.exec((start === index ? scene.tokens[index] : tokenAfter(scene, index))?.text ?? '')?.[1]
  if (count === undefined) return undefined
  const pence = PENCE.exec(tokenAfter(scene, start)?.text ?? '')?.[1]
  if (pounds === undefined && pence === undefined) return undefined
  return [
    ...(pounds === undefined ? [] : [say(verbalizeMoney(pounds, scene))]),
    say(countUnit(count, 'shilling', scene.locale)),
    ...(pence === undefined ? [] : [say(pence === '1' ? 'one penny' : `${spellCardinal(pence, scene.locale)} pence`)]),
  ]
}

/** Whether a stop at `index` is that of shillings or pence behind a larger coin. */
export function isOldCoin(tokens: readonly Token[], index: number): boolean {
  const { text } = tokens[index]!
  const before = tokens[index - 1]?.text ?? ''
  return (SHILLINGS.test(text) && before.startsWith('£')) || (PENCE.test(text) && SHILLINGS.test(before))
}
