import { spellPairs } from '../../numbers/spell-number.ts'
import { near, type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** What has its calibre before or behind it. */
const GUNS =
  /^(?:revolvers?|rifles?|pistols?|handguns?|guns?|magnum|colt|caliber|calibre|cal|bullets?|rounds?|cartridges?|shells?|ammo|ammunition|winchester|remington|smith|ruger|glock|carbine|barrel|holster|holstered|holstering|special|acp|derringer|snub-nosed|jammed|fired|shot|slug|slugs|casings?)$/
/** `a .38 revolver`, `the .357 Magnum`, `.30-06`. */
export function readModel(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text === '.30-06') return [say(`thirty ${scene.locale === 'en_US' ? 'aught' : 'oh'} six`)]
  const [, digits, many = ''] = /^\.(\d{2,3})(s?)$/.exec(text) ?? []
  if (digits === undefined || !near(scene, index, 4).some(({ lower }) => GUNS.test(lower))) return undefined
  const figure = spellPairs(digits, scene.locale)
  const next = tokenAfter(scene, index)
  const words = [say(many === '' ? figure : `${figure}'s`)]
  return next?.lower === 'cal' ? [...words, say('caliber')] : words
}
