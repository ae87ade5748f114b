import { wordSet } from './word-set.ts'

/** Verbs of what a record of games becomes: `improved to 10-4`. */
export const CHANGES_RECORD = wordSet(
  'improve improves improved fall falls fell fallen drop drops dropped move moves moved advance advances advanced',
)
/** What a record is said of: `they're 3-0`, `went 5-2`. */
export const HAS_RECORD = wordSet(
  "they're we're he's she's you're are were go goes went gone going start starts started now improved improves finished finish",
)
/** Words of a single game, whose two figures are points: `won 3-1`. */
export const SAID_OF_GAME = wordSet(
  'score game match lead leads led won win beat half halftime vote voted odds tie tied',
)
