import shapes from '../../data/english/mouth-shapes.json' with { type: 'json' }
import rows from '../../data/english/visemes.json' with { type: 'json' }

/** The mouth of a phone in the sets of visemes that animators use. */
export type Visemes = {
  /** One of the 15 of Oculus Lipsync: `PP`. */
  readonly oculus: string
  /** A viseme of Amazon Polly's speech marks: `p`. */
  readonly polly: string
  /** A viseme ID of Azure Speech, 0 to 21. */
  readonly azure: number
}

const VISEMES: ReadonlyMap<string, Visemes> = new Map(
  rows.map(({ phone, oculus, polly, azure }) => [phone, { oculus, polly, azure: Number(azure) }]),
)

/** The mouth of an ARPAbet phone, with or without its stress digit, or of `SIL`. */
export function visemesOf(phone: string): Visemes {
  const found = VISEMES.get(phone) ?? VISEMES.get(phone.replace(/\d$/, ''))
  if (found === undefined) throw new Error(`Cannot find the viseme of "${phone}": data/english/visemes.tsv has no line`)
  return found
}

/** Shapes that a face has twice. */
const PAIRED = /^mouth(?:Press|Stretch|Smile|LowerDown|UpperUp)$/

/** Blend shapes of ARKit that make each Oculus viseme, with weights from 0 to 1. Those that stay at 0 are left out. */
export const BLEND_SHAPES: Readonly<Record<string, Readonly<Record<string, number>>>> = Object.fromEntries(
  shapes.map(({ viseme, ...weights }) => [
    viseme,
    Object.fromEntries(
      Object.entries(weights).flatMap(([shape, weight]) =>
        weight === '' ? [] : nameShapes(shape).map((name) => [name, Number(weight)] as const),
      ),
    ),
  ]),
)

function nameShapes(shape: string): readonly string[] {
  return PAIRED.test(shape) ? [`${shape}Left`, `${shape}Right`] : [shape]
}
