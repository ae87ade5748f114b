import { wordList } from './word-list.ts'

/** What is counted: a Roman numeral behind it is a cardinal (`clause iv`, `stage IIIb`). */
export const NUMBERED_THINGS = wordList('numbered things')
/** What is one of several by its letter: `Series A`, `Plan B`. */
export const HAS_LETTER = wordList('has letter')
