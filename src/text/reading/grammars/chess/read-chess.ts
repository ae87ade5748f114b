import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { isSureMove, sayMove } from './say-move.ts'

/** Moves of chess that look like nothing else. */
export function readChess(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  return isSureMove(text) ? [say(sayMove(text, scene.locale))] : undefined
}
