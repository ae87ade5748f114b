import { spellDigits, spellPairs } from '../../../english/numbers/spell-number.ts'
import { say } from '../../spoken-word.ts'
import { endsWithDigit, hasDigit, isDigits, startsWithDigit } from '../../tokens/token-shape.ts'
import { matching, type PieceReader } from '../piece-reader.ts'
import { readMixed } from '../read-mixed.ts'
import { spellCode } from './spell-code.ts'

/** `20-44718-C`: groups of a code, a short pause after each that ends in a figure and has one behind it. */
export const readGroups: PieceReader = (text, manner) => {
  if (!/^[A-Z\d]+(?:-[A-Z\d]+)+$/.test(text) || !hasDigit(text) || !/[A-Z]/.test(text)) return undefined
  if (!/\d-\d/.test(text)) return readMixed(text, manner)
  const groups = text.split('-')
  return groups.flatMap((group, i) => {
    const isLong = group.startsWith('0') || group.length > 4
    const figures = () => (isLong ? spellDigits(group) : spellPairs(group, manner.locale))
    const words = isDigits(group)
      ? say(figures())
      : /^\d+[A-Z][A-Z\d]+$/.test(group)
        ? say(spellCode(group))
        : readMixed(group, manner)
    const meetsFigures = endsWithDigit(group) && startsWithDigit(groups[i + 1])
    return meetsFigures ? [...words.slice(0, -1), { ...words.at(-1)!, pause: true as const }] : words
  })
}

/** `••4471`, `XX-4471`: the last digits of what is kept secret. */
export const readMasked = matching(/^(?:[*•]{2,}|[xX]{2,}-?)(\d{2,4})$/, ([shown]) => spellDigits(shown))
