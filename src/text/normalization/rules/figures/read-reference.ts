import { spellCardinal, spellDigits, spellOrdinal, spellPairs } from '../../numbers/spell-number.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** `pp. 40–3`, `OSHA 1910.147`, `1/250 s`, `1:15 hours`: figures that the word beside them explains. */
export function readReference(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!

  const [, floors] = /^([2-9])-st$/.exec(text) ?? []
  if (floors !== undefined && BUILT.test(tokenAfter(scene, index)?.lower ?? ''))
    return [say(`${spellCardinal(floors, scene.locale)} storey`)]
  return readPages(scene, index) ?? readRule(scene, index) ?? readExposure(scene, index) ?? readHours(scene, index)
}

/** What has its storeys before it: `2-st. rear ext.` */
const BUILT = /^(?:rear|side|front|ext|extn|extension|house|building|bldg|barn|wing|home|dwelling|semi|infill)$/

/** `pp. 40–3`: of the last page only the figures that change. */
function readPages(scene: Scene, index: number): Wording | undefined {
  const [, first = '', last = ''] = /^(\d{2,4})[-–](\d{1,2})$/.exec(scene.tokens[index]!.text) ?? []
  if (last === '' || last.length >= first.length) return undefined
  if (!/^(?:pp?|pages?|pgs?|lines?|ll)$/.test(tokenBefore(scene, index)?.lower ?? '')) return undefined
  const whole = first.slice(0, -last.length) + last

  return [say(`${spellCardinal(first, scene.locale)} to ${spellCardinal(whole, scene.locale)}`)]
}

/** `29 CFR 1910.147`: a part of a code of rules and its section. */
function readRule(scene: Scene, index: number): Wording | undefined {
  const [, part, section] = /^(\d{3,4})\.(\d{1,4})$/.exec(scene.tokens[index]!.text) ?? []
  if (part === undefined || section === undefined) return undefined
  if (!/^(?:osha|cfr|c\.f\.r|usc|rcw|nfpa|ccr|§+)$/.test(tokenBefore(scene, index)?.lower ?? '')) return undefined
  return [say(`${spellPairs(part, scene.locale)} point ${spellDigits(section)}`)]
}

/** `1/250 s`, `1/60 sec.`: how long a camera's shutter is open. */
function readExposure(scene: Scene, index: number): Wording | undefined {
  const [, parts] = /^1\/(\d{2,4})$/.exec(scene.tokens[index]!.text) ?? []
  const isTimed = /^(?:s|secs?|seconds?)$/.test(tokenAfter(scene, index)?.lower ?? '')
  return parts === undefined || !isTimed
    ? undefined
    : [say(`one ${spellOrdinal(parts, scene.locale)}`), say('of a second')]
}

/** `1:15 hours`: how long, unless it is when. */
function readHours(scene: Scene, index: number): Wording | undefined {
  const [, hours, minutes] = /^([0-9]):([0-5]\d)$/.exec(scene.tokens[index]!.text) ?? []
  if (hours === undefined || !/^(?:hours?|hrs?)$/.test(tokenAfter(scene, index)?.lower ?? '')) return undefined

  const rest = minutes === '00' ? [] : say(`${spellCardinal(String(Number(minutes)), scene.locale)} minutes`)

  return [say(spellCardinal(hours, scene.locale)), [...say(hours === '1' ? 'hour' : 'hours'), ...rest]]
}
