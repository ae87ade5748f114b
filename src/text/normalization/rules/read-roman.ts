import { findRomanValue } from '../numbers/roman-numeral.ts'
import { spellCardinal, spellOrdinal } from '../numbers/spell-number.ts'
import { isCapitalized, type Reading, type Scene, tokenBefore } from '../scene.ts'
import { say } from '../spoken-word.ts'
import { NUMBERED_THINGS, REGNAL_NAMES } from '../tables/roman-contexts.ts'

/** Numerals that are no other abbreviation: up to 39, two letters or more. */
const UNMISTAKABLE = /^(?:X{0,3}(?:I{2,3}|IV|VI{1,3}|IX)|X{2,3}I?|XI|XV|XIV)$/

/** `Louis XIV` by ordinal, `World War II` and `Chapter IV` by cardinal; a single letter only behind a sure word. */
export function readRoman(scene: Scene, index: number): Reading | undefined {
  const [, numeral, ending = ''] = /^([IVXLCDM]{1,9})('s)?$/.exec(scene.tokens[index]!.text) ?? []
  const before = tokenBefore(scene, index)
  const value = numeral === undefined || before === undefined ? undefined : findRomanValue(numeral)
  if (value === undefined || numeral === undefined || before === undefined) return undefined
  const name = before.lower.replace(/'s$/, '')
  if (NUMBERED_THINGS.has(name))
    return numeral === 'I' && !isCapitalized(before)
      ? undefined
      : [say(spellCardinal(String(value), scene.locale) + ending)]
  if (REGNAL_NAMES.has(name) && isCapitalized(before) && !(numeral === 'I' && saysI(scene, index)))
    return [say(`the ${spellOrdinal(String(value), scene.locale)}${ending}`)]
  if (!UNMISTAKABLE.test(numeral) || !isCapitalized(before) || /^[A-Z]{2,}$/.test(before.text)) return undefined
  if (value <= 4 && isPersonName(scene, index))
    return [say(`the ${spellOrdinal(String(value), scene.locale)}${ending}`)]
  return [say(spellCardinal(String(value), scene.locale) + ending)]
}

/** `told Henry I was`: a verb follows. */
function saysI(scene: Scene, index: number): boolean {
  const next = scene.tokens[index + 1]
  const here = scene.tokens[index]!
  return (
    index > 1 &&
    next !== undefined &&
    here.after.length === 0 &&
    !/^(?:of|and|in|the|ruled|reigned|died|became|made|to|granted|had|[A-Z].*)$/.test(next.text)
  )
}

/** Two names before it, as in `Martin Luther King III`. */
function isPersonName(scene: Scene, index: number): boolean {
  const [first, last] = [tokenBefore(scene, index - 1), tokenBefore(scene, index)]
  return (
    first !== undefined &&
    /^[A-Z](?:[a-z]+|\.)?$/.test(first.text) &&
    last !== undefined &&
    /^[A-Z][a-z]+$/.test(last.text)
  )
}
