import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { verbalizeMeasure } from './verbalize-measure.ts'

const DEGREES = /^[-−+~]?\d{1,3}(?:\.\d)?(?:[-–]\d{1,3})?[FC](?:\/-?\d{1,3}[FC])?(?:\/[Gg]as)?$/

/** `180C/350F`, `9-11C`: degrees without their sign. */
export function readTemperature(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!DEGREES.test(text)) return undefined

  const scales = text.split('/').map((part) => (/^gas$/i.test(part) ? 'gas' : verbalizeScale(part, scene)))
  return scales.includes(undefined) ? undefined : [say(scales.join(' '))]
}

function verbalizeScale(text: string, scene: Scene): string | undefined {
  const ends = text.slice(0, -1).split(/(?<=\d)[-–]/)
  const last = verbalizeMeasure(`${ends.at(-1)}°${text.at(-1)}`, scene)
  const first = ends.length === 1 ? '' : `${verbalizeMeasure(`${ends[0]}°`, scene)?.replace(/ degrees?$/, '')} to `
  return last === undefined ? undefined : first + last
}
