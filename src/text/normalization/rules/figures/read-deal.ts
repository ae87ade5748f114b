import { spellNumber } from '../../numbers/spell-number.ts'
import { readPiece } from '../../pieces/read-piece.ts'
import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { SUM_FIRST, withSigns } from '../../tables/currency-pattern.ts'
import { findUnit } from '../../tables/units.ts'

const SHORT_AND_SUM = withSigns(/^([A-Za-z]{2,12})\/(¤\d[\d.,]*)$/)

/** `3 lb./$2`, `2 bags/$5`: so many for a price. */
export function readDeal(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  if (!tokens[index + 1]!.text.includes('/') && tokens[index + 2]?.joined !== true) return undefined
  const [count, thing, price] = tokens.slice(index, index + 3)
  const [, short = '', sum] = SHORT_AND_SUM.exec(thing!.text) ?? []
  const isApart = sum === undefined && price?.start === thing!.end + 1 && SUM_FIRST.test(price.text)
  if (sum === undefined && !(isApart && price.joined)) return undefined
  const unit = findUnit(short === '' ? thing!.text : short)
  const name =
    unit === undefined
      ? readPiece(short === '' ? thing!.text : short, scene)
      : say(count!.text === '1' ? unit.one : unit.many)
  const amount = sum === undefined ? [] : readPiece(sum, scene)
  return [say(spellNumber(count!.text, locale)!), [...name, ...say('for'), ...amount]]
}
