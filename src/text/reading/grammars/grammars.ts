import type { Grammar } from '../candidate.ts'
import { abbreviationGrammar } from './abbreviation/grammar.ts'
import { alternativesGrammar } from './alternatives/grammar.ts'
import { capitalsGrammar } from './capitals/grammar.ts'
import { chessGrammar } from './chess/grammar.ts'
import { codeGrammar } from './code/grammar.ts'
import { colonGrammar, colonsGrammar } from './colon/grammar.ts'
import { digitsGrammar } from './digits/grammar.ts'
import { gradeGrammar } from './grade/grammar.ts'
import { groupsGrammar } from './groups/grammar.ts'
import { hyphenGrammar, hyphensGrammar } from './hyphen/grammar.ts'
import { knittingGrammar } from './knitting/grammar.ts'
import { measureGrammar } from './measure/grammar.ts'
import { moneyGrammar } from './money/grammar.ts'
import { barePointGrammar, pointGrammar, pointsGrammar } from './point/grammar.ts'
import { romanGrammar } from './roman/grammar.ts'
import { sidesGrammar } from './sides/grammar.ts'
import { signGrammar } from './sign/grammar.ts'
import { slashesGrammar, slashGrammar } from './slash/grammar.ts'
import { starGrammar } from './star/grammar.ts'
import { suffixGrammar } from './suffix/grammar.ts'

/** In order of trial: the first that knows a form reads it. */
export const GRAMMARS: readonly Grammar[] = [
  digitsGrammar,
  groupsGrammar,
  slashGrammar,
  slashesGrammar,
  hyphenGrammar,
  hyphensGrammar,
  colonGrammar,
  colonsGrammar,
  pointGrammar,
  barePointGrammar,
  pointsGrammar,
  suffixGrammar,
  romanGrammar,
  capitalsGrammar,
  measureGrammar,
  moneyGrammar,
  abbreviationGrammar,
  signGrammar,
  sidesGrammar,
  gradeGrammar,
  alternativesGrammar,
  starGrammar,
  codeGrammar,
  chessGrammar,
  knittingGrammar,
]
