import { spellDigits } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'
import { spell } from '../../spoken-word.ts'
import { isCapitals } from '../../tokens/token-shape.ts'

const NUMBER =
  /^(?:\+\d{1,3}[-.])?(?:\(?\d{3}\)?[-.])?\d{3}[-.]\d{4}$|^\+\d{7,15}$|^(?:\+?\d{1,3}[-.])(?:\d{2,4}[-.]){2,4}\d{2,4}$|^1-8\d\d-[A-Z0-9-]{4,10}$|^\d{3}-\d{2}-\d{4}$/

/** A telephone, social security or book number in one token, its groups parted by short pauses; or undefined. */
export function verbalizePhone(text: string, { isWord }: Manner): string | undefined {
  if (!NUMBER.test(text)) return undefined
  if (/^1-8\d\d-/.test(text)) return verbalizeTollFree(text, isWord)
  return verbalizeDigitGroups(text)
}

/** Groups of digits, read one by one: `five five five, zero one three four`. A leading plus is said. */
export function verbalizeDigitGroups(text: string): string {
  const groups = text.match(/\d+/g) ?? []
  const lead = text.startsWith('+') ? 'plus ' : ''
  return lead + groups.map((group) => spellDigits(group)).join(', ')
}

/** `1-800-FLOWERS`: the letters are words or names of letters. */
function verbalizeTollFree(text: string, isWord: Manner['isWord']): string {
  const [, area = '', rest = ''] = /^1-(8\d\d)-(.*)$/.exec(text) ?? []
  const code = area.endsWith('00') ? `${spellDigits(area[0]!)} hundred` : spellDigits(area)
  const groups = rest.split('-').map((group) => {
    return isCapitals(group, 2) && isWord(group.toLowerCase())
      ? group.toLowerCase()
      : spell(group.replace(/\d/g, '')) + digitsOf(group)
  })
  return ['one', code, ...groups].join(', ')
}

function digitsOf(group: string): string {
  const digits = group.replace(/\D/g, '')
  return digits === '' ? '' : ` ${spellDigits(digits)}`
}
