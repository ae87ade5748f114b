import { wordSet } from '../../english/word-set.ts'
import { GRAMMARS } from '../../reading/grammars/grammars.ts'
import { USUAL } from '../../reading/question.ts'

/** The values of `interpret-as` that change how a text is read: those of SSML, and the classes that readings are explained by. */
export const SAY_AS_KINDS: ReadonlySet<string> = new Set([
  ...wordSet(
    'characters spell-out verbatim letters cardinal number ordinal digits number_digit telephone date time fraction expletive bleep unit currency',
  ),
  ...GRAMMARS.flatMap(({ classes }) => classes),
  USUAL,
])
