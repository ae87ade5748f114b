import { verbalizeMeasure } from '../../pieces/verbalize-measure.ts'
import { near, type Scene, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const DEGREES = /^[-−+~]?\d{1,3}(?:\.\d)?(?:[-–]\d{1,3})?[FC](?:\/-?\d{1,3}[FC])?(?:\/[Gg]as)?$/
/** A word near that speaks of heat. */
const HEAT =
  /^(?:oven|ovens|preheat|heat|heated|bake|baked|roast|temperature|temperatures|temp|temps|weather|outside|outdoors|degrees|hot|cold|warm|cool|cooler|warmer|freezing|fever|boil|boils|high|highs|low|lows|water|wash|thermostat|fan|gas|feels|felt|simmer|chill|rain|gusts|max|min|windchill|index|dew|air|internal|sunny|shade|fridge|freezer|refrigerator|thaw|grill|smoker|sun|sea|pool|cloudy|tomorrow|today|tonight|dawn|noon|winter|summer)$/

/** `75F`, `180C/350F`: degrees without their sign, in a sentence that speaks of heat. */
export function readTemperature(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!DEGREES.test(text)) return undefined
  const isHot =
    /^\d{2,3}F$/.test(text) ||
    text.includes('/') ||
    isMeasured(scene, index) ||
    near(scene, index, 15).some(({ lower }) => HEAT.test(lower))
  if (!isHot) return undefined
  const scales = text.split('/').map((part) => (/^gas$/i.test(part) ? 'gas' : verbalizeScale(part, scene)))
  return scales.includes(undefined) ? undefined : [say(scales.join(' '))]
}

/** `kept at 37C`, `below 20C`: a preposition before it, and no seats or gates in the sentence. */
function isMeasured(scene: Scene, index: number): boolean {
  if (!/^-?\d{2,3}C$/.test(scene.tokens[index]!.text)) return false
  if (!/^(?:at|below|above|around|about|hit|hits|reached|reaches|exceeds?)$/.test(scene.tokens[index - 1]?.lower ?? ''))
    return false
  return !near(scene, index, 15).some(({ lower }) =>
    /^(?:seats?|row|gate|flight|room|stand|stall|board|boarding|apt|unit|bus)$/.test(lower),
  )
}

function verbalizeScale(text: string, scene: Scene): string | undefined {
  const ends = text.slice(0, -1).split(/(?<=\d)[-–]/)
  const last = verbalizeMeasure(`${ends.at(-1)}°${text.at(-1)}`, scene)
  const first = ends.length === 1 ? '' : `${verbalizeMeasure(`${ends[0]}°`, scene)?.replace(/ degrees?$/, '')} to `
  return last === undefined ? undefined : first + last
}
