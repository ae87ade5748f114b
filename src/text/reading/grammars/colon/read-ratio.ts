import { near, type Scene, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { readPiece } from '../read-piece.ts'

/** `the ratio of men:women`; elsewhere a pause parts the words of `yes:no`. */
export function readRatio(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!/^[a-z]+(?::[a-z]+){1,3}$/.test(text)) return undefined
  const isRatio = near(scene, index, 5).some(({ lower }) => /^ratios?$/.test(lower))
  const parts = text.split(':').map((part) => readPiece(part, scene))
  return [
    parts.flatMap((words, i) => {
      if (i === parts.length - 1) return words
      return isRatio ? [...words, ...say('to')] : [...words.slice(0, -1), { ...words.at(-1)!, pause: true as const }]
    }),
  ]
}
