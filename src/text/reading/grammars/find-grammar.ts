import type { Locale } from '../../english/dialects.ts'
import type { Grammar } from '../candidate.ts'
import { isDigits } from '../tokens/token-shape.ts'
import { abbreviationGrammar } from './abbreviation/grammar.ts'
import { codeGrammar } from './code/grammar.ts'
import { digitsGrammar } from './digits/grammar.ts'
import { GRAMMARS } from './grammars.ts'
import { knittingGrammar } from './knitting/grammar.ts'
import { NUMERAL } from './roman/grammar.ts'
import { signGrammar } from './sign/grammar.ts'
import { SIGN_WORDS } from './sign/say.ts'

/** Grammars that know what others would take for less: `K12` may be stitches. */
const FIRST: readonly Grammar[] = [knittingGrammar, codeGrammar]
/** Grammars of other tokens than signs, in order of trial. What an abbreviation may mean is asked before. */
const OTHERS = [...FIRST, ...GRAMMARS.filter((one) => ![...FIRST, signGrammar, abbreviationGrammar].includes(one))]

/** Most tokens are words that no grammar knows. */
const WORD = /^[A-Za-z][a-z'-]*[a-z]$/

/** The first grammar that knows a written form. Digits may be part of a longer form even if they have one reading. */
export function findGrammar(written: string, locale: Locale): Grammar | undefined {
  if (written.length > 30 || (WORD.test(written) && !NUMERAL.test(written))) return undefined
  if (isDigits(written)) return digitsGrammar
  if (isSign(written)) return signGrammar
  return OTHERS.find((grammar) => grammar.propose(written, locale).length > 0)
}

/** One sign or two that have a reading together. */
export function isSign(written: string): boolean {
  return written.length < 3 && Object.hasOwn(SIGN_WORDS, written)
}
