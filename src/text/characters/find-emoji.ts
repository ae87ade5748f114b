import names from '../../../data/emoji/en.json' with { type: 'json' }
import { DEFAULT_LOCALE } from '../english/dialects.ts'
import { spellCardinal } from '../english/numbers/spell-number.ts'
import { matchAt } from '../match-at.ts'

const NAMES: Readonly<Record<string, string>> = names
const PICTURE = '\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?'
const EMOJI = new RegExp(`\\p{RI}\\p{RI}|[←↑↓]|${PICTURE}(?:\\u200d${PICTURE}){0,6}`, 'uy')
const STARS = /(?:[★⭐🌟]\ufe0f? ?){2,10}(?:☆ ?){0,9}|[★⭐]\ufe0f? ?(?:☆ ?){1,9}/uy
/** Parts of an emoji that its name does not mention. */
const NAMELESS = /\ufe0f|\p{Emoji_Modifier}/gu

/** An emoji, or a row of stars, in a text: its name in the notation of `say` and its length in UTF-16 units. */
export type Emoji = { readonly name: string; readonly length: number }

/** The emoji that begins at `at`; undefined if there is none with a name. */
export function findEmoji(text: string, at: number): Emoji | undefined {
  const stars = matchAt(STARS, text, at)?.[0].trimEnd()
  if (stars !== undefined) return { name: nameStars(stars), length: stars.length }
  if (text[at] === '★' && /\d/.test(text[at - 1] ?? '')) return { name: 'star', length: 1 }
  const emoji = matchAt(EMOJI, text, at)?.[0]
  if (emoji === undefined) return undefined
  const parts = emoji.replace(NAMELESS, '').split('\u200d')
  for (let count = parts.length; count > 0; count--) {
    const name = NAMES[parts.slice(0, count).join('\u200d')]
    if (name === undefined) continue
    const isFamily = count === 1 && parts.length > 1 && parts.every((part) => /^[👨👩👧👦🧑🧒👶]$/u.test(part))
    return { name: isFamily ? 'family' : name, length: emoji.length }
  }
  return undefined
}

/** `★★★★☆` as `four out of five stars`. */
function nameStars(row: string): string {
  const stars = Array.from(row).filter((sign) => /[★⭐🌟☆]/u.test(sign))
  const full = stars.filter((sign) => sign !== '☆').length
  const count = (value: number) => spellCardinal(String(value), DEFAULT_LOCALE)
  if (full < stars.length) return `${count(full)} out of ${count(stars.length)} stars`
  return `${count(full)} stars`
}
