import { partOfSpeech } from '../../../language/common-words.ts'
import { SENTENCE_STARTERS } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { findRomanValue } from '../../numbers/roman-numeral.ts'
import { spellCardinal, spellOrdinal } from '../../numbers/spell-number.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { ELEMENT_NAMES, ELEMENT_SYMBOLS } from '../../tables/elements.ts'
import { NUMBERED_THINGS } from '../../tables/numbered-things.ts'
import { COUNTED_BY_NUMERALS, REGNAL_NAMES } from '../../tables/roman-contexts.ts'

/** Numerals that are no other abbreviation: up to 39, two letters or more. */
const UNMISTAKABLE = /^(?:X{0,3}(?:I{2,3}|IV|VI{1,3}|IX)|X{2,3}I?|XI|XV|XIV|XX)$/

/**
 * Decides once whether capitals are an initial, a numeral or neither: `Catherine M. Cooper` keeps her initial, `Louis XIV` is
 * an ordinal, `World War II`, `SONG IV` and a heading `XIV` are cardinals.
 */
export function readRoman(scene: Scene, index: number): Wording | undefined {
  const token = scene.tokens[index]!
  const staged = readStage(scene, index) ?? readOxidation(scene, index)
  if (staged !== undefined) return staged
  const [, numeral, ending = ''] = /^([IVXLCDM]{1,9})('s)?$/.exec(token.text) ?? []
  const value = numeral === undefined ? undefined : findRomanValue(numeral)
  if (value === undefined || numeral === undefined) return undefined
  const before = tokenBefore(scene, index)
  if (before === undefined)
    return scene.tokens.length === 1 && numeral.length > 1 && UNMISTAKABLE.test(numeral) ? cardinal() : undefined
  const name = before.lower.replace(/'s$/, '')
  if (numeral === 'I' && NUMBERED_THINGS.has(name.replace(/s$/, '')) && opensCount(scene, index)) return cardinal()
  if (NUMBERED_THINGS.has(name)) return isPronoun(scene, index) ? undefined : cardinal()
  if (isInitial(scene, index)) return [say(numeral)]
  if (REGNAL_NAMES.has(name) && isCapitalized(before) && !(numeral === 'I' && saysI(scene, index))) return ordinal()
  if (before.lower === 'the' && numeral.length > 1 && COUNTED_BY_NUMERALS.has(tokenAfter(scene, index)?.lower ?? ''))
    return [say(spellOrdinal(String(value), scene.locale))]
  if (!UNMISTAKABLE.test(numeral) || !isCapitalized(before) || SENTENCE_STARTERS.has(before.lower)) return undefined
  if (/^[A-Z]{2,}$/.test(before.text) && !isHeading(scene) && !followsTitle(scene, index)) return undefined
  return cardinal()

  function cardinal(): Wording {
    return [say(spellCardinal(String(value), scene.locale) + ending)]
  }
  function ordinal(): Wording {
    return [say(`the ${spellOrdinal(String(value), scene.locale)}${ending}`)]
  }
}

/** The `I` of `the type I like`, not that of `a type I error`, `types I and II` and `type I, not type II`. */
function isPronoun(scene: Scene, index: number): boolean {
  const thing = tokenBefore(scene, index)!
  if (scene.tokens[index]!.text !== 'I' || isCapitalized(thing)) return false
  const next = tokenAfter(scene, index)
  if (next !== undefined && (GRADED.has(next.lower) || partOfSpeech(next.lower) === 'n')) return false
  return !near(scene, index, 12).some(
    ({ lower }, i, all) => lower === thing.lower && /^[IVX]{2,4}$/.test(all[i + 1]?.text ?? ''),
  )
}

/** The `I` of `types I and II`, `a class I or III device`. */
function opensCount(scene: Scene, index: number): boolean {
  if (!/^(?:and|&|or|to|through|vs)$/.test(tokenAfter(scene, index)?.lower ?? '')) return false
  return /^(?:II|III|IV|V)$/.test(tokenAfter(scene, index + 1)?.text ?? '')
}

/** What comes in types, phases, classes or grades with Roman numerals. */
const GRADED = wordSet(
  'errors diabetes trial trials study studies supernova supernovae hypersensitivity collagen interferon interferons superconductor superconductors restriction error reaction reactions cancer cancers tumor tumors tumour carcinoma disease failure clinical recall railroad railroads device devices muscle fibers fibres survey topoisomerase civilization civilisation secretion',
)

/** `stage IIIb`, `type IIA`: a numeral and a letter behind what is numbered. */
function readStage(scene: Scene, index: number): Wording | undefined {
  const [, numeral, letter = ''] = /^([IVX]{1,4})([a-eAB])$/.exec(scene.tokens[index]!.text) ?? []
  const value = numeral === undefined ? undefined : findRomanValue(numeral)
  if (value === undefined || !NUMBERED_THINGS.has(tokenBefore(scene, index)?.lower ?? '')) return undefined
  return [say(`${spellCardinal(String(value), scene.locale)} ${letter.toUpperCase()}`)]
}

/** `iron(III)`, `Iron (III)`, `Fe(III)`: the state of oxidation in brackets behind an element. */
function readOxidation({ tokens, locale }: Scene, index: number): Wording | undefined {
  const { text, after, joined } = tokens[index]!
  if (after[0]?.kind !== ')') return undefined
  const before = tokens[index - 1]
  const value = /^(?:I|II|III|IV|V|VI|VII|VIII)$/.test(text) ? findRomanValue(text) : undefined
  if (value === undefined || before?.after.at(-1)?.kind !== '(') return undefined
  const isGlued = joined && before.after.length === 1
  const isElement = ELEMENT_NAMES.has(before.lower) || (isGlued && ELEMENT_SYMBOLS.has(before.text))
  return isElement && (isGlued || text.length > 1) ? [say(spellCardinal(String(value), locale))] : undefined
}

/** A single letter with its stop between two names. */
function isInitial(scene: Scene, index: number): boolean {
  const { text, dotted } = scene.tokens[index]!
  return dotted && text.length === 1 && isCapitalized(tokenAfter(scene, index))
}

/** Four words at most, all of them capitals or figures. */
function isHeading({ tokens }: Scene): boolean {
  return tokens.length <= 4 && tokens.every(({ text }) => /^[A-Z\d]+$/.test(text))
}

/** `GTA VI`, `FFXIV`'s `DLC II`: a title in capitals; not the drip of `MRI IV contrast` nor the islands of `US VI`. */
function followsTitle(scene: Scene, index: number): boolean {
  const { text, after } = scene.tokens[index]!
  const title = tokenBefore(scene, index)?.text ?? ''
  if (scene.shouting || title.length < 3 || text.length < 2) return false
  return text !== 'IV' || after.length > 0 || index === scene.tokens.length - 1
}

/** `told Henry I was`, `Michael I think`: a verb follows. */
function saysI(scene: Scene, index: number): boolean {
  const next = scene.tokens[index + 1]
  const here = scene.tokens[index]!
  if (here.after.length === 0 && SAID_OF_ME.test(next?.text ?? '')) return true
  return (
    index > 1 &&
    scene.tokens[index - 2]!.after.length === 0 &&
    /^[a-zA-Z]/.test(scene.tokens[index - 2]!.text) &&
    next !== undefined &&
    !/^(?:and|of|king|queen|pope|emperor|under|by|for|with|to|or|tsar|czar|from|after|both)$/.test(
      scene.tokens[index - 2]?.lower ?? '',
    ) &&
    here.after.length === 0 &&
    !/^(?:of|and|in|the|ruled|reigned|died|became|made|to|granted|had|[A-Z].*)$/.test(next.text)
  )
}

/** Verbs that are in the first person, and none of a king. */
const SAID_OF_ME =
  /^(?:am|think|need|want|know|hope|love|like|just|have|feel|guess|believe|don't|can't|wish|miss|mean|do|see|really|haven't|didn't|wanted|thought)$/

/** `clause iv`, `(ii)`: small numerals behind what is numbered, or alone in brackets; `(a)` is a letter. */
export function readSmallRoman(scene: Scene, index: number): Wording | undefined {
  const { text, after } = scene.tokens[index]!
  const [, low, high] = /^([ivxl]{1,6})[-–]([ivxl]{1,6})$/.exec(text) ?? []
  const ends = [low, high].map((end) => findRomanValue(end?.toUpperCase() ?? ''))
  if (
    !ends.includes(undefined) &&
    /^(?:pp?|pages?|verses?|lines?|clauses?|sections?)$/.test(tokenBefore(scene, index)?.lower ?? '')
  )
    return [say(ends.map((end) => spellCardinal(String(end), scene.locale)).join(' to '))]
  if (!/^(?:[ivx]{2,5}|[a-hi-z])$/.test(text)) return undefined
  const before = scene.tokens[index - 1]
  const isBracketed = after[0]?.kind === ')' && (before === undefined || before.after.at(-1)?.kind === '(')
  const hasSubsection = text.length > 1 && after[0]?.kind === '(' && scene.tokens[index + 1]?.joined === true
  const isCounted = isBracketed && /^[ivx]$/.test(text) && hasNumeralInBrackets(scene, index)
  if (text.length === 1 && !isCounted && !STAGED.has(before?.lower ?? ''))
    return isBracketed && before !== undefined ? [say(text.toUpperCase())] : undefined
  const value = findRomanValue(text.toUpperCase())
  if (value === undefined) return undefined
  const thing = before?.lower.replace(/s$/, '') ?? ''
  const isNumbered = before?.after.length === 0 && (NUMBERED_THINGS.has(thing) || PAGED.has(thing))
  return isNumbered || isBracketed || hasSubsection ? [say(spellCardinal(String(value), scene.locale))] : undefined
}

/** What small numerals number in the front of a book. */
const PAGED: ReadonlySet<string> = new Set(['page', 'p', 'pp', 'pg', 'preface', 'introduction'])

/** What small numerals of one letter number in a play or poem. */
const STAGED: ReadonlySet<string> = wordSet('act scene sc canto')

/** `(i)` is a numeral beside `(ii)`, a letter beside `(h)`. */
function hasNumeralInBrackets({ tokens }: Scene, index: number): boolean {
  return tokens.some(
    ({ text, after }, i) => i !== index && /^(?:ii|iii|iv|vi|vii|viii|ix)$/.test(text) && after[0]?.kind === ')',
  )
}
