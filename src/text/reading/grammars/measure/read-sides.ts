import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { type SpokenWord, say } from '../../spoken-word.ts'
import { isNoun } from './describes-thing.ts'

/** `9"x13"`, `8.5" x 11"`, `60" x 80" x 12"`: the sign of inches parts the sides, and is said once. */
export function readSides(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  const first = SIDE.exec(tokens[index]!.text)?.[1]
  if (first === undefined) return undefined
  const parts: (readonly SpokenWord[])[] = [say(spellNumber(first, locale)!)]
  let last = index
  for (let side = nextSide(scene, last); side !== undefined; side = nextSide(scene, last)) {
    const words = say(spellNumber(side.amount, locale)!)
    if (side.at === last + 1) parts.push([...say('by'), ...words])
    else parts.push(say('by'), words)
    last = side.at
  }

  return [...parts.slice(0, -1), [...parts.at(-1)!, ...say(isNoun(tokenAfter(scene, last)) ? 'inch' : 'inches')]]
}

const SIDE = /^(\d{1,3}(?:\.\d+)?)["″]$/

/** The side behind the token at `index`: `x13"`, or `x` and `13"`. */
function nextSide({ tokens }: Scene, index: number): { readonly amount: string; readonly at: number } | undefined {
  const at = /^[xX×]$/.test(tokens[index + 1]?.text ?? '') ? index + 2 : index + 1
  const [, , amount] = /^([xX×]?)(\d{1,3}(?:\.\d+)?)["″]?$/.exec(tokens[at]?.text ?? '') ?? []
  return amount === undefined ? undefined : { amount, at }
}
