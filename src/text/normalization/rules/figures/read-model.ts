import { findRomanValue } from '../../numbers/roman-numeral.ts'
import { spellCardinal, spellNumber, spellPairs } from '../../numbers/spell-number.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** What shows `2.0T` to be an engine. */
const ENGINE_NEAR =
  /^(?:engines?|turbo|turbocharged|trim|trims|base|horsepower|hp|bhp|torque|lb-ft|v6|v8|manual|automatic|sedan|suv|coupe|hatchback|cylinders?|four-cylinder|awd|fwd|hybrid|gets|motor|premium|sport)$/
/** What has its calibre before or behind it. */
const GUNS =
  /^(?:revolvers?|rifles?|pistols?|handguns?|guns?|magnum|colt|caliber|calibre|cal|bullets?|rounds?|cartridges?|shells?|ammo|ammunition|winchester|remington|smith|ruger|glock|carbine|barrel|holster|holstered|holstering|special|acp|derringer|snub-nosed|jammed|fired|shot|slug|slugs|casings?)$/
const CLOTHES =
  /^(?:sizes?|tees?|t-shirts?|shirts?|dress|dresses|hoodies?|jackets?|tops?|leggings|plus|plus-size|fits?|sweatshirts?|pants|jeans|polo|polos|xxs|xs|s|m|l|xl|xxl|x?s[-–].*|\d?x{0,3}l)$/

/** Numbers that are a name: a calibre, the size of an engine or of clothes, the model of a car. */
export function readModel(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text.startsWith('.')) return readCalibre(scene, index)
  return (
    (text.endsWith('X') ? readSize(scene, index) : undefined) ??
    (text.endsWith('T') ? readTurbo(scene, index) : undefined)
  )
}

/** `a .38 revolver`, `the .357 Magnum`, `.30-06`. */
function readCalibre(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text === '.30-06') return [say(`thirty ${scene.locale === 'en_US' ? 'aught' : 'oh'} six`)]
  const [, digits, many = ''] = /^\.(\d{2,3})(s?)$/.exec(text) ?? []
  if (digits === undefined || !near(scene, index, 4).some(({ lower }) => GUNS.test(lower))) return undefined
  const figure = spellPairs(digits, scene.locale)
  const next = tokenAfter(scene, index)
  const words = [say(many === '' ? figure : `${figure}'s`)]
  return next?.lower === 'cal' ? [...words, say('caliber')] : words
}

/** `Sizes 2X to 5X`, `a 4X tee`, `XS–4X`, `1X-3X`. */
function readSize(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  const [, first] = /^([0-6])X(?:[-–]([1-6])X)?$/.exec(tokens[index]!.text) ?? []
  if (first === undefined) return undefined
  const low = `${spellCardinal(first, locale)} X`
  const isSize = near(scene, index, 6).some((token) => token !== tokens[index] && CLOTHES.test(token.lower))
  return isSize ? [say(low)] : undefined
}

/** `the 2.0T`: litres of an engine with a turbo; an economy has trillions. */
function readTurbo(scene: Scene, index: number): Wording | undefined {
  const [, whole, part] = /^([0-6])\.(\d)T$/.exec(scene.tokens[index]!.text) ?? []
  if (whole === undefined) return undefined
  const here = scene.tokens[index]
  const isEngine = near(scene, index, 8).some(
    (token) => ENGINE_NEAR.test(token.lower) || (token !== here && /^\d\.\dT$/.test(token.text)),
  )
  if (!(isEngine || isAlone(scene, index))) return undefined
  return [
    say(`${spellNumber(whole, scene.locale)} point ${part === '0' ? 'oh' : spellCardinal(part!, scene.locale)} T`),
  ]
}

/** `the 2.0T.`: an article before it, and nothing behind it that it counts. */
function isAlone(scene: Scene, index: number): boolean {
  return /^(?:the|a)$/.test(tokenBefore(scene, index)?.lower ?? '') && tokenAfter(scene, index) === undefined
}

/** `Sony a7 IV`, `Z6 III`, `a7R V`: the numeral behind a model's figure. */
export function readModelNumeral(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!/^(?:I{2,3}|IV|VI{0,3})$/.test(text)) return undefined
  const model = tokenBefore(scene, index)?.text ?? ''
  if (text === 'V' && !/^[a-z]|[A-Z]$/.test(model)) return undefined
  if (text === 'IV' && near(scene, index, 6).some(({ lower }) => MEDICAL.test(lower))) return undefined
  if (!/^(?=.*\d)(?=.*[A-Za-z])[A-Za-z]{1,3}-?\d{1,4}[A-Z]{0,2}$/.test(model)) return undefined
  return [say(spellCardinal(String(findRomanValue(text)), scene.locale))]
}

/** What is said of a drip. */
const MEDICAL =
  /^(?:m[gl]|mcg|doses?|infusion|drip|patients?|pts?|fluids?|push|bolus|give|given|nurse|contrast|vitamin|b12|\d+m[gl])$/
