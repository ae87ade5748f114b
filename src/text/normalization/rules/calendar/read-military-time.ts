import { spellCardinal, spellDigits, spellPairs } from '../../numbers/spell-number.ts'
import { type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** `0800–1700 hrs`: two hours of the day in four figures. */
export function readMilitaryTime(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)?.lower ?? ''
  const [, from, until] = /^((?:[01]\d|2[0-3])[0-5]\d)[-–]((?:[01]\d|2[0-3])[0-5]\d)$/.exec(text) ?? []
  const isSpan = /^(?:hours|hrs)$/.test(next) || from?.startsWith('0') === true
  if (from === undefined || until === undefined || !isSpan) return undefined
  return [say(`${spellMilitary(from, scene)} to ${spellMilitary(until, scene)}`)]
}

function spellMilitary(text: string, { locale }: Scene): string {
  const hour = text.startsWith('0') ? spellDigits(text.slice(0, 2)) : spellCardinal(text.slice(0, 2), locale)
  return text.endsWith('00')
    ? `${hour} hundred`
    : `${hour} ${spellPairs(`1${text.slice(2)}`, locale).replace(/^one /, '')}`
}
