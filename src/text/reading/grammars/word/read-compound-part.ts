import { findClosing } from '../../../english/abbreviations.ts'
import { SPELLED } from '../../../english/acronyms.ts'
import { spellYear } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'
import type { SpokenWord } from '../../spoken-word.ts'
import { say } from '../../spoken-word.ts'
import type { ReadPart } from '../piece-reader.ts'
import { readWord } from './read-word.ts'

/** In a compound a single letter is named (`e-mail`, `T-shirt`) and four figures are a year (`mid-1995`). */
export function readCompoundPart(part: string, manner: Manner, read: ReadPart): readonly SpokenWord[] {
  const lower = part.toLowerCase()
  const short = lower.length > 2 && !manner.isWord(lower) ? findClosing(lower) : undefined
  if (short !== undefined) return say(short)
  if (manner.constant === true && manner.isWord(lower) && !SPELLED.has(lower)) return readWord(lower, manner)
  if (/^(?:1[5-9]|20)\d\d$/.test(part)) return say(spellYear(part, manner.locale))
  return /^[A-Za-z]$/.test(part) ? say(part.toUpperCase()) : read(part, manner)
}
