import { readPiece } from '../../pieces/read-piece.ts'
import { near, type Scene, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const RATIO =
  /^(?:ratios?|proportions?|odds|aspect|dilut(?:e|ed|ion|ions)|mix|mixed|mixture|solution|scale|scaled|gears?|gearing|leverage|titer|titre|golden)$/

/** `the ratio of men:women`. */
export function readRatio(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!text.includes(':')) return undefined
  const parts = text.split(':')
  if (parts.length > 4) return undefined
  if (!/^[a-z]+(?::[a-z]+)+$/.test(text)) return undefined
  const link = speaksOfRatio(scene, index) ? say('to') : []
  return [
    parts.flatMap((part, i) => {
      const words = readPiece(part, scene)
      if (i === parts.length - 1) return words
      return link.length > 0 ? [...words, ...link] : [...words.slice(0, -1), { ...words.at(-1)!, pause: true as const }]
    }),
  ]
}

function speaksOfRatio(scene: Scene, index: number): boolean {
  return near(scene, index, 5).some(({ lower }) => RATIO.test(lower))
}
