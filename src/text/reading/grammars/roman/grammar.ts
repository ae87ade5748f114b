import { findRomanValue } from '../../../english/numbers/roman-numeral.ts'
import { findState } from '../../../english/states.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { ROMAN } from './say.ts'

/** A numeral in capitals, or a small one that is no single letter. */
export const NUMERAL = /^(?:[IVXLCDM]{1,12}|[ivxl]{2,7})$/

/** `VII` is a number, `Louis XIV` a rank, `MIX` a word, `CD` letters. */
export const romanGrammar = defineGrammar({
  name: 'roman',
  sayings: ROMAN,
  safest: 'letters',
  findShape: (written, locale) => {
    const value = NUMERAL.test(written) ? findRomanValue(written.toUpperCase()) : undefined
    if (value === undefined) return undefined
    const fields = { letters: written, value: String(value) }
    if (written === 'I') return { fields, classes: ['cardinal', 'reign', 'ordinal', 'word'] }
    const classes: (keyof typeof ROMAN)[] = ['cardinal', 'reign', 'ordinal', 'letters']
    if (/i/i.test(written) || written.length > 2) classes.push('word')
    if (findState(written, locale) !== undefined) classes.push('state')
    if (written === 'L' || written === 'M') classes.push('short')
    if (written === 'V') classes.push('versus')
    if (value > 1000 && value < 2100) classes.push('year')
    return { fields, classes }
  },
})
