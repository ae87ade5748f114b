import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const SIDES: Readonly<Record<string, string>> = { w: 'wide', d: 'deep', h: 'high', l: 'long' }
const SIDE = /^[wdhl]$/i

/** `42" w. × 20" d. × 36" h.`: what each side measures, if more than one is named. */
export function readSideName(scene: Scene, index: number): Wording | undefined {
  const lower = scene.tokens[index]?.lower ?? ''
  if (!SIDE.test(lower) || !isLength(scene, index - 1)) return undefined
  const isOneOfSeveral = [index - 6, index - 5, index - 4, index - 3, index + 3, index + 4, index + 5, index + 6].some(
    (at) => SIDE.test(scene.tokens[at]?.text ?? '') && isLength(scene, at - 1),
  )
  return isOneOfSeveral ? [say(SIDES[lower]!)] : undefined
}

/** `42"`, `6'`, or a unit of length behind its number. */
function isLength({ tokens }: Scene, index: number): boolean {
  const text = tokens[index]?.text ?? ''
  return /[\d¼-¾⅐-⅞](?:["″'′]|cm|mm|in|ft|m)$/.test(text) || /^(?:cm|mm|in|ft|m)$/.test(text)
}
