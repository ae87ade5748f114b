import type { Sayings } from '../../define-grammar.ts'
import { say } from '../../spoken-word.ts'

/** What a sign or two that are alone may be read as, in words. */
export const SIGN_WORDS: Readonly<Record<string, readonly string[]>> = {
  '-': ['to', 'minus', 'dash', 'through', 'hyphen', 'negative'],
  '–': ['to', 'minus', 'dash', 'through'],
  '/': ['over', 'slash', 'divided by', 'per', 'or', 'and', 'for', 'out of'],
  '\\': ['backslash', 'slash'],
  '^': ['caret', 'to the power of'],
  '*': ['times', 'star', 'asterisk'],
  '×': ['times', 'by', 'for'],
  x: ['times', 'by', 'for'],
  '#': ['number', 'hash', 'pound', 'hashtag'],
  '@': ['at', 'at sign'],
  '&': ['and', 'ampersand'],
  '+': ['plus', 'and', 'plus sign'],
  '=': ['equals', 'equals sign', 'is'],
  '<': ['is less than', 'less than', 'under'],
  '>': ['is greater than', 'greater than', 'more than', 'over', 'then', 'to'],
  '≥': ['is greater than or equal to', 'greater than or equal to', 'at least'],
  '≤': ['is less than or equal to', 'less than or equal to', 'at most'],
  '≈': ['is approximately', 'approximately', 'about'],
  '→': ['to', 'leads to', 'then', 'yields', 'right arrow'],
  '~': ['about', 'tilde'],
  '|': ['pipe', 'or', 'vertical bar'],
  _: ['underscore', 'blank'],
  '||': ['or', 'double pipe'],
  '&&': ['and', 'double ampersand'],
  '--': ['dash dash', 'minus minus'],
  '//': ['slash slash', 'double slash'],
  '->': ['to', 'arrow', 'then'],
  '>>': ['is much greater than', 'double greater than', 'then'],
  '<<': ['is much less than', 'double less than'],
  '<3': ['heart', 'love', 'less than three'],
}

const WORDS = [...new Set(Object.values(SIGN_WORDS).flat())]

/** One class for each wording. */
export const SIGN: Sayings = Object.fromEntries(WORDS.map((words) => [words, () => say(words)]))
