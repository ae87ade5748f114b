import { IDENTIFIER_LETTERS, SPELLED_IN_ANY_CASE, WORDS_WITHOUT_VOWELS } from '../../../english/acronyms.ts'
import { hasTrait } from '../../../english/dialects.ts'
import { SPECIAL_WORDS } from '../../../english/special-words.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say, spell, wordOf } from '../../spoken-word.ts'
import { isCapitals, isSmall, shapeOf, startsWithSmall } from '../../tokens/token-shape.ts'
import { isReadAsWord, readCapitals, SOUND, spellWithEnding, VOWEL } from '../capitals/read-capitals.ts'
import { readFormula } from '../formula/read-formula.ts'
import { hasTriple, unstretch } from './unstretch.ts'

/** Reads letters and apostrophes: a word, an acronym, or a name with capitals inside. At least one spoken word. */
export function readWord(text: string, manner: Manner): readonly SpokenWord[] {
  const shape = shapeOf(text)
  if (shape === 'lower' || shape === 'capitalized') return readPlainWord(text, manner)
  const special =
    SPECIAL_WORDS.get(text) ?? (/^[A-Z][a-z]*'[a-z]+$/.test(text) ? SPECIAL_WORDS.get(text.toLowerCase()) : undefined)
  if (special !== undefined) return say(special)
  if (isCapitals(text, 1, 1)) return readSingleLetter(text)
  if (/^[a-zA-Z]'s$/.test(text)) return say(`${text[0]!.toUpperCase()}'s`)
  if (!/[a-z]/.test(text)) return readCapitals(text, manner)
  const [, capitals, ending = ''] = /^([A-Z]{2,})('?s|'d)$/.exec(text) ?? []
  if (text === 'SATs' && hasTrait(manner.locale, 'SATs')) return [wordOf(text)]
  if (capitals !== undefined)
    return isReadAsWord(capitals, manner) ? [wordOf(text)] : spellWithEnding(capitals, ending.at(-1) as 's' | 'd')
  if (/[a-z'][A-Z]|^[A-Z]{2,}[a-z]/.test(text)) return readFormula(text, manner) ?? readHumps(text, manner)
  return [wordOf(text)]
}

/** Reads small letters, the first of them perhaps a capital. */
export function readPlainWord(text: string, { isWord }: Manner): readonly SpokenWord[] {
  if (text.length < 3) {
    if (/^[b-hj-z]$/.test(text)) return say(text.toUpperCase())
    if (/^[BCDFGHJKLNPQRTVWXYZ]s$/.test(text)) return say(`${text[0]}'s`)
  }
  const special = text.length < 6 ? SPECIAL_WORDS.get(text) : undefined
  if (special !== undefined) return say(special)
  const lower = text.toLowerCase()
  if (hasTriple(lower)) return [wordOf(unstretch(lower, isWord))]
  if (lower.length > 6 || (VOWEL.test(lower) && !LETTERS.has(lower))) return [wordOf(text)]
  const letters = spellLetters(text)
  return letters === undefined ? [wordOf(text)] : say(letters)
}

const LETTERS: ReadonlySet<string> = new Set([...SPELLED_IN_ANY_CASE].flatMap((letters) => [letters, `${letters}s`]))

/** The letters of what is no word in any case, with the ending of a plural: `npm`, `usb`, `cds`. */
function spellLetters(text: string): string | undefined {
  const lower = text.toLowerCase()
  return LETTERS.has(lower) || isWithoutVowel(lower) ? spell(lower) : undefined
}

/** Whether small letters are an acronym that is spelled: `tcp`, `udp`. */
export function isAcronym(lower: string): boolean {
  return SPELLED_IN_ANY_CASE.has(lower) || isWithoutVowel(lower)
}

/** Whether letters without a vowel are no word: `npm`, but not `nth` and `psst`. */
export function isWithoutVowel(lower: string): boolean {
  return /^[bcdfghjklmnpqrstvwxz]{2,5}$/.test(lower) && !SOUND.test(lower) && !WORDS_WITHOUT_VOWELS.has(lower)
}

function readSingleLetter(letter: string): readonly SpokenWord[] {
  return letter === 'I' || letter === 'A' ? [wordOf(letter)] : say(letter)
}

/** `YouTube`, `iPhone`, `OpenAI`, `McDonald`: one word if the lexicon knows it or it is a name with a prefix. */
function readHumps(text: string, manner: Manner): readonly SpokenWord[] {
  const lower = text.toLowerCase()
  const stem = lower.replace(/'s$/, '')
  if (text.length > 60) return [wordOf(text)]
  if (/^[A-Z][of][A-Z]$/.test(text)) return say(spell(text))
  if (manner.isWord(stem) || /^(?:Mc|Mac|O'|[DdLl]'|De|Fitz|La|Le|Van|Du|Di)[A-Z][a-z']+$/.test(text))
    return [wordOf(text)]
  if (/^(?:[A-Z]{1,3}[a-z][A-Z]{1,3}|[A-Z]{3,4}e)$/.test(text)) return say(spell(text))
  const humps = text.match(/[A-Z]+(?![a-z'])|[A-Z]?[a-z]+(?:'[a-z]+)*|[A-Z]+|'[A-Za-z]+/g) ?? [text]
  const isCode = startsWithSmall(text) && humps.length > 2
  return humps.flatMap((hump) => {
    const isSpelled = isSmall(hump, 1, 1) || (isCode && IDENTIFIER_LETTERS.has(hump.toLowerCase()))
    return isSpelled ? say(spell(hump)) : readHump(hump, manner)
  })
}

function readHump(hump: string, manner: Manner): readonly SpokenWord[] {
  if (isCapitals(hump)) return hump === 'A' ? say('A') : readWord(hump, manner)
  const letters = hump.length === 2 ? spellLetters(hump) : undefined
  return letters === undefined ? [wordOf(hump.replace(/^'+/, ''))] : say(letters)
}
