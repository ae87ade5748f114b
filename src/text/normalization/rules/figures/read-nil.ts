import { isCapitalized, near, type Scene, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { DAYS, MONTHS } from '../../tables/calendar.ts'
import { HAS_LETTER, HAS_NUMBER, NUMBERED_THINGS } from '../../tables/numbered-things.ts'

/** `Burnley 0, Preston North End 0` in Britain: no goals, where another side has its own beside it. */
export function readNil(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  if (tokens[index]!.text !== '0' || locale !== 'en_GB' || !isSide(scene, index - 1)) return undefined
  if (near(scene, index, 8).some(({ lower }) => WEATHER.test(lower))) return undefined
  return hasGoals(scene, index, 1) || hasGoals(scene, index, -1) ? [say('nil')] : undefined
}

const WEATHER = /°|^(?:degrees|celsius|fahrenheit|temperatures?|frost|mm|cm|snow|rain|wind)$/
const LONGEST_NAME = 4

function isSide({ tokens }: Scene, index: number): boolean {
  const { text = '', lower = '' } = tokens[index] ?? {}
  if (!/^[A-Z][a-z]/.test(text) || DAYS.has(lower) || MONTHS.has(lower)) return false
  return !HAS_NUMBER.has(lower) && !NUMBERED_THINGS.has(lower) && !HAS_LETTER.has(lower)
}

/** The name of the other side and its goals, before or behind the token at `index`. */
function hasGoals(scene: Scene, index: number, step: 1 | -1): boolean {
  const { tokens } = scene
  if (step < 0) {
    for (let at = index - 1; at >= index - LONGEST_NAME - 1; at--)
      if (/^\d{1,2}$/.test(tokens[at]?.text ?? '')) return at < index - 1 && isSide(scene, at - 1)
      else if (!isCapitalized(tokens[at])) return false
    return false
  }
  for (let at = index + 1; at <= index + LONGEST_NAME + 1; at++)
    if (/^\d{1,2}$/.test(tokens[at]?.text ?? '')) return at > index + 1
    else if (!isSide(scene, at)) return false
  return false
}
