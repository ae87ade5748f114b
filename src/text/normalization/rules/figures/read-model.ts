import { spellPairs } from '../../numbers/spell-number.ts'
import { type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** `a .38 revolver`, `the .357 Magnum`, `.30-06`. */
export function readModel(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text === '.30-06') return [say(`thirty ${scene.locale === 'en_US' ? 'aught' : 'oh'} six`)]
  const [, digits, many = ''] = /^\.(\d{2,3})(s?)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const figure = spellPairs(digits, scene.locale)
  const next = tokenAfter(scene, index)
  const words = [say(many === '' ? figure : `${figure}'s`)]
  return next?.lower === 'cal' ? [...words, say('caliber')] : words
}
