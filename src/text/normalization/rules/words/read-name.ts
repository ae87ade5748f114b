import type { Scene, Wording } from '../../scene.ts'
import { isNameInside } from '../../sentences/judge-name.ts'

/** A name that looks like an abbreviation: `Mya`, `Kim Chol`, `Anh Thu Nguyen`, `Ask Phil.` */
export function readName({ tokens }: Scene, index: number): Wording | undefined {
  const { text, lower } = tokens[index]!
  return isNameInside(tokens, index) ? [[{ text: lower, written: text, sound: 'word' }]] : undefined
}
