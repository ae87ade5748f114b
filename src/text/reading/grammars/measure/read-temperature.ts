import type { Manner } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'
import { verbalizeMeasure } from './verbalize-measure.ts'

const DEGREES = /^[-−+~]?\d{1,3}(?:\.\d)?(?:[-–]\d{1,3})?[FC](?:\/-?\d{1,3}[FC])?(?:\/[Gg]as)?$/

/** `180C/350F`, `9-11C`: degrees without their sign. */
export const readTemperature: PieceReader = (text, manner) => {
  if (!DEGREES.test(text)) return undefined
  const scales = text.split('/').map((part) => (/^gas$/i.test(part) ? 'gas' : verbalizeScale(part, manner)))
  return scales.includes(undefined) ? undefined : say(scales.join(' '))
}

function verbalizeScale(text: string, manner: Manner): string | undefined {
  const ends = text.slice(0, -1).split(/(?<=\d)[-–]/)
  const last = verbalizeMeasure(`${ends.at(-1)}°${text.at(-1)}`, manner)
  const first = ends.length === 1 ? '' : `${verbalizeMeasure(`${ends[0]}°`, manner)?.replace(/ degrees?$/, '')} to `
  return last === undefined ? undefined : first + last
}
