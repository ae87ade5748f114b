import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { isDigits } from '../../tokens/token-shape.ts'
import { verbalizeDigitGroups } from './verbalize-phone.ts'

/** Telephone and card numbers over several tokens, without signs but digits and hyphens: international, American, British. */
const WHOLE =
  /^(?:(?:\+?1 )?\d{3} \d{3}-\d{4}|\+\d{1,3}(?: \d{1,6}(?:-\d{2,5})*){1,5}|(?:1 )?\d{3} \d{3}(?: |-)\d{4}|0\d{1,4} \d{3,4}(?: \d{3,4})?|0\d{3,4} \d{5,6}|\d{4}(?: \d{4}){2,6}(?: \d{1,3})?|0800 \d{3,7}(?: \d{3,4})?)$/
const LONGEST = 8

/** `(555) 123-4567`, `+1 555 123 4567`, `020 7946 0958`: all tokens of a telephone number, digit by digit. */
export function readTelephone(scene: Scene, index: number): Wording | undefined {
  const { tokens } = scene
  const dotted = /^(\d{3})\.(\d{4})$/.exec(tokens[index]!.text)
  if (dotted !== null && CALLED.has(tokenBefore(scene, index)?.lower ?? ''))
    return [say(verbalizeDigitGroups(`${dotted[1]}-${dotted[2]}`))]
  if (!/^[+#]?\d{1,5}$/.test(tokens[index]!.text)) return undefined
  const isExtension =
    isDigits(tokens[index]!.text, 2, 2) && /^ext(?:ension)?$/.test(tokenBefore(scene, index)?.lower ?? '')
  if (isExtension) return [say(verbalizeDigitGroups(tokens[index]!.text))]
  const row = digitTokens(tokens, index)
  for (let count = row.length; count > 1; count--) {
    const part = row.slice(0, count)
    const digits = part.join('').replace(/\D/g, '').length
    if (digits < 7 || !WHOLE.test(part.join(' '))) continue
    const lead = tokens[index]!.text.startsWith('#') ? 'number ' : ''
    return part.map((text, i) => say(`${i === 0 ? lead : ''}${verbalizeDigitGroups(text)}${i < count - 1 ? ',' : ''}`))
  }
  return undefined
}

const CALLED = wordList('before a telephone number')

/** Texts of the tokens from `index` on that are digits with at most brackets between them. */
function digitTokens(tokens: readonly Token[], index: number): readonly string[] {
  const texts: string[] = []
  for (let i = index; i < tokens.length && texts.length < LONGEST; i++) {
    const { text, after } = tokens[i]!
    const { joined } = tokens[i]!
    const digits = joined && i > index ? text.replace(/^-/, '') : i === index ? text.replace(/^#/, '') : text
    if (!/^\+?\d[\d-]*$/.test(digits)) break
    texts.push(digits)
    if (after.some(({ kind }) => kind !== '(' && kind !== ')')) break
  }
  return texts
}
