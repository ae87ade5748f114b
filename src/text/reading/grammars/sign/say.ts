import type { Sayings } from '../../define-grammar.ts'
import { say } from '../../spoken-word.ts'

/** What a sign or two that are alone may be read as, in words. */
export const SIGN_WORDS: Readonly<Record<string, readonly string[]>> = {
  '-': ['to', 'minus', 'dash', 'through', 'hyphen', 'negative', 'minus sign'],
  '–': ['to', 'minus', 'dash', 'through'],
  '/': ['over', 'slash', 'divided by', 'per', 'or', 'and', 'for', 'out of'],
  '\\': ['backslash', 'slash'],
  '^': ['caret', 'to the power of', 'to the'],
  '*': ['times', 'star', 'asterisk'],
  '×': ['times', 'by', 'for', 'takes', 'cross'],
  x: ['times', 'by', 'for', 'takes', 'ten'],
  $: ['dollar', 'dollars', 'dollar sign'],
  '£': ['pound', 'pounds', 'pound sign'],
  '€': ['euro', 'euros', 'euro sign'],
  '#': ['number', 'hash', 'pound', 'hashtag', 'sharp'],
  '@': ['at', 'at sign'],
  '&': ['and', 'ampersand'],
  '+': ['plus', 'and', 'plus sign', 'positive', 'check'],
  '=': ['equals', 'equals sign', 'is', 'an equals sign', 'equal'],
  '%': ['percent', 'modulo', 'percent sign'],
  '<': ['is less than', 'less than', 'under'],
  '>': ['is greater than', 'greater than', 'more than', 'over', 'then', 'to'],
  '≥': ['is greater than or equal to', 'greater than or equal to', 'at least'],
  '≤': ['is less than or equal to', 'less than or equal to', 'at most'],
  '≈': ['is approximately', 'approximately', 'about'],
  '→': ['to', 'leads to', 'then', 'yields', 'right arrow', 'arrow', 'becomes', 'approaches'],
  '?': ['question mark'],
  '!': ['exclamation point', 'exclamation mark', 'factorial'],
  ':': ['to', 'colon', 'is to'],
  '~': ['about', 'tilde'],
  '|': ['pipe', 'or', 'vertical bar', 'given'],
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
