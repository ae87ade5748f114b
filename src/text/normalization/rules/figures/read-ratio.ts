import { spellCardinal } from '../../numbers/spell-number.ts'
import { readPiece } from '../../pieces/read-piece.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const RATIO =
  /^(?:ratios?|proportions?|odds|aspect|dilut(?:e|ed|ion|ions)|mix|mixed|mixture|solution|scale|scaled|gears?|gearing|leverage|titer|titre|golden)$/

/** `a 1:10 dilution`, `a scale of 1:24`: figures that would be a time elsewhere; `the ratio of men:women`. */
export function readRatio(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!text.includes(':')) return undefined
  const parts = text.split(':')
  if (parts.length > 4) return undefined
  if (/^\d{1,2}(?::\d{1,4}){1,3}$/.test(text)) {
    if (isDegree(scene, index)) return [say(parts.map((part) => spellCardinal(part, scene.locale)).join(' '))]
    if (!speaksOfRatio(scene, index) || /^[ap]\.?m$/.test(tokenAfter(scene, index)?.lower ?? '')) return undefined
    return [say(parts.map((part) => spellCardinal(part, scene.locale)).join(' to '))]
  }
  if (!/^[a-z]+(?::[a-z]+)+$/.test(text)) return undefined
  const link = isRatioOfThings(parts) || speaksOfRatio(scene, index) ? say('to') : []
  return [
    parts.flatMap((part, i) => {
      const words = readPiece(part, scene)
      if (i === parts.length - 1) return words
      return link.length > 0 ? [...words, ...link] : [...words.slice(0, -1), { ...words.at(-1)!, pause: true as const }]
    }),
  ]
}

/** `a 2:1 in History`: a class of a British degree. */
function isDegree(scene: Scene, index: number): boolean {
  if (scene.locale !== 'en_GB' || !/^2:[12]$/.test(scene.tokens[index]!.text) || speaksOfRatio(scene, index))
    return false
  return /^(?:a|an|or|minimum|least|strong|good|high|got|with)$/.test(tokenBefore(scene, index)?.lower ?? '')
}

function speaksOfRatio(scene: Scene, index: number): boolean {
  return near(scene, index, 5).some(({ lower }) => RATIO.test(lower))
}

/** What is counted on both sides: `men:women`, `boys:girls`, `students:teachers`. */
function isRatioOfThings(parts: readonly string[]): boolean {
  return parts.every((part) => /[^s]s$|^(?:wo)?men$|^children$|^people$|^(?:fe)?male$/.test(part))
}
