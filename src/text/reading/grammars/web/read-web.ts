import signs from '../../../../../data/english/address-signs.json' with { type: 'json' }
import { SPELLED_IN_ANY_CASE } from '../../../english/acronyms.ts'
import { spellDigits, spellPairs } from '../../../english/numbers/spell-number.ts'
import { SIGN_NAMES } from '../../../english/signs.ts'
import { SPECIAL_WORDS } from '../../../english/special-words.ts'
import { wordList } from '../../../english/word-list.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say, spell } from '../../spoken-word.ts'
import { startsWithDigit } from '../../tokens/token-shape.ts'
import { isWithoutVowel, readWord } from '../word/read-word.ts'
import { splitJoinedWords } from '../word/split-joined-words.ts'

const SIGNS: ReadonlyMap<string, string> = new Map(signs.map(({ sign, say: name }) => [sign, name] as const))
/** Parts of addresses that are spelled although the letters could be a word. */
const SPELLED_PARTS = wordList('spelled parts')
/** Parts that are read although the lexicon may not know them. */
const READ_PARTS = wordList('read parts')

/** Abbreviations that a voice says in full wherever they are. */
const SAID_IN_FULL = wordList('said in full')
/**
 * Reads an e-mail address, a web address or a file name sign by sign: `john dot doe at example dot com`. The scheme
 * (`https://`) is left out, as people do.
 */
export function readWeb(text: string, manner: Manner): readonly SpokenWord[] {
  const bare = text.replace(/^https?:\/\//i, '').replace(/(?<=.)\/$/, '')
  const parts = (bare === '' ? text : bare).match(/[A-Za-z]+|\d+|[^A-Za-z\d]/g) ?? []
  return parts.flatMap((part) => readPart(part, manner))
}

function readPart(part: string, manner: Manner): readonly SpokenWord[] {
  if (startsWithDigit(part)) return say(part.length > 4 ? spellDigits(part) : spellPairs(part, manner.locale))
  if (!/^[A-Za-z]/.test(part)) return say(SIGNS.get(part) ?? SIGN_NAMES.get(part) ?? '')
  const lower = part.toLowerCase()
  if (READ_PARTS.has(lower)) return say(lower)
  if (SPELLED_PARTS.has(lower) || SPELLED_IN_ANY_CASE.has(lower) || part.length === 1) return say(spell(part))
  if (isWithoutVowel(lower)) return say(spell(part))
  const whole = SPECIAL_WORDS.get(lower)
  if (whole !== undefined && SAID_IN_FULL.has(lower)) return say(whole)
  if (manner.isWord(lower)) return say(lower)
  const settings = /^([a-z]{3,})rc$/.exec(lower)?.[1]
  if (settings !== undefined) return [...readPart(settings, manner), ...say('R C')]
  const joined = splitJoinedWords(lower, manner.isWord)
  if (joined !== undefined) return say(joined)
  if (part.length <= 3 || !/[aeiouy]/.test(lower))
    return say(spell(part.slice(0, 40)) + (part.length > 40 ? ` ${lower.slice(40)}` : ''))
  return readWord(part, manner)
}
