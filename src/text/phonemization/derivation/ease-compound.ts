import { partOfSpeech } from '../../english/common-words.ts'
import { anyOf, wordList } from '../../english/word-list.ts'
import type { NormalizedWord, SourceWord } from '../../normalization/normalized-text.ts'
import type { Pronounced } from '../pronounce-word.ts'
import { demoteStress } from './attach-ending.ts'

/** `e-mail`, `X-ray`, `by-product`: one letter or `by` before a noun. Musical keys are stressed on both parts. */
const LETTER_FIRST = /^(?:[A-Zb-hj-np-z]|[Bb]y)-(?!flat|sharp|major|minor)[A-Za-z]{2,}(?:'s)?$/
/** Compounds whose parts do not show it: `bull's-eye`. */
const EARLY = wordList('stressed on the first part')
/** `follow-up`, `check-in`: a verb and its particle. */
const PARTICLE_LAST = new RegExp(
  `^(?!${anyOf('before a particle in no verb')})[a-z]+(?<!er)-(?:${anyOf('particles of verbs')})s?$`,
  'i',
)

/** `SharePoint`, `CarMax`: the name of a product or company, unless it is that of two founders (`HarperCollins`) or ends in a color (`JetBlue`). */
const CAMEL_CASE = /^([A-Z][a-z]{2,})([A-Z][a-z]{2,})(?:['’]s)?$/
const COLORS = wordList('colors')

function isCamelCompound(text: string): boolean {
  const [, first = '', second = ''] = CAMEL_CASE.exec(text) ?? []
  const parts = [first.toLowerCase(), second.toLowerCase()]
  return (
    first !== '' && !COLORS.has(parts[1]!) && parts.some((part) => part.length < 4 || partOfSpeech(part) !== undefined)
  )
}

/** Keeps the main stress of a compound with a hyphen or a capital inside on its first part. Normalisation has split it into two words. */
export function easeCompounds(
  words: readonly NormalizedWord[],
  pronounced: readonly Pronounced[],
  sources: readonly SourceWord[],
): readonly Pronounced[] {
  return pronounced.map((current, index) => {
    const { source } = words[index]!
    const isSecond = words[index - 1]?.source === source && words[index - 2]?.source !== source
    if (!isSecond || words[index + 1]?.source === source) return current
    if (words[index - 1]!.boundary !== undefined || current.origin === 'respelling') return current
    const { text } = sources[source]!
    const one = text.toLowerCase().replace('’', "'").replace(/s$/, '')
    const isEarly = LETTER_FIRST.test(text) || PARTICLE_LAST.test(text) || EARLY.has(one) || isCamelCompound(text)
    return isEarly ? { ...current, phonemes: demoteStress(current.phonemes) } : current
  })
}
