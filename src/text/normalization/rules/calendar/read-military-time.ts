import { isOpenClass } from '../../../language/word-classes.ts'
import { spellCardinal, spellDigits, spellPairs } from '../../numbers/spell-number.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const BEFORE_HOUR = /^(?:at|by|from|to|until|till|before|after|since|@|between|and)$/

/** `0800–1700 hrs`, `at 0600 hours`, `at 1600 hrs`, `leaves at 0715`: an hour of the day in four figures. */
export function readMilitaryTime(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const [, from, until] = /^((?:[01]\d|2[0-3])[0-5]\d)[-–]((?:[01]\d|2[0-3])[0-5]\d)$/.exec(text) ?? []
  const isSpan = /^(?:hours|hrs)$/.test(tokenAfter(scene, index)?.lower ?? '') || from?.startsWith('0') === true
  if (from !== undefined && until !== undefined && isSpan)
    return [say(`${spellMilitary(from, scene)} to ${spellMilitary(until, scene)}`)]
  return /^(?:[01]\d|2[0-3])[0-5]\d$/.test(text) && isMilitary(scene, index)
    ? [say(spellMilitary(text, scene))]
    : undefined
}

function isMilitary(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)?.lower ?? ''
  if (/^0[4-9]/.test(text) && isWhen(scene, index)) return true
  if (!/^(?:hours|hrs)$/.test(next)) return false
  return text.startsWith('0') || BEFORE_HOUR.test(tokenBefore(scene, index)?.lower ?? '')
}

/** `leaves at 0600`, `by 0715 GMT`: nothing is counted behind the figures. */
function isWhen(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)?.lower ?? ''
  const next = tokenAfter(scene, index)
  return (
    /^(?:at|by|from|until|till|before|after|since|@)$/.test(before) &&
    (next === undefined || /^[A-Z]{1,4}$/.test(next.text) || !isOpenClass(next.lower))
  )
}

function spellMilitary(text: string, { locale }: Scene): string {
  const hour = text.startsWith('0') ? spellDigits(text.slice(0, 2)) : spellCardinal(text.slice(0, 2), locale)
  return text.endsWith('00')
    ? `${hour} hundred`
    : `${hour} ${spellPairs(`1${text.slice(2)}`, locale).replace(/^one /, '')}`
}
