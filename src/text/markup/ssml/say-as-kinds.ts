import { wordSet } from '../../language/word-set.ts'

/** The values of `interpret-as` that change how a text is read. */
export const SAY_AS_KINDS = wordSet(
  'characters spell-out verbatim letters cardinal number ordinal digits number_digit telephone date time fraction expletive bleep unit currency',
)
