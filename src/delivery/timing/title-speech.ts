import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import { findPunctuation } from '../../timing/captions/find-punctuation.ts'
import { stripMarkup } from '../../timing/captions/strip-markup.ts'

/** Characters of a title that is made from the text. */
const MAX_TITLE_LENGTH = 60
/** No title has more: a word and its space take two characters at least. */
const MAX_TITLE_WORDS = MAX_TITLE_LENGTH / 2

/** A title for the speech of a plan: the first words of its text as they are read, without markup, cut between words. */
export function titleSpeech({ text, words }: Pick<SynthesisPlan, 'text' | 'words'>): string {
  const first = words.slice(0, MAX_TITLE_WORDS)
  const end = words[MAX_TITLE_WORDS]?.start ?? text.length
  const punctuation = findPunctuation(text.slice(0, end), first)
  let title = ''
  for (const [i, { before, after }] of punctuation.entries()) {
    const word = stripMarkup(first[i]!.text).toWellFormed()
    const longer = `${title}${before}${word}${after}`
    if (longer.trimEnd().length > MAX_TITLE_LENGTH) return endTitle(title, word)
    title = longer
  }
  return first.length < words.length ? endTitle(title, '') : title.trim()
}

/** A title that stops before the text does; of a first word that is too long itself, its beginning. */
function endTitle(title: string, next: string): string {
  const ended = title.replace(/[\p{P}\s]+$/u, (marks) => /^[.!?…)\]"'’”]*/u.exec(marks)![0])
  return ended === '' ? next.slice(0, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '') : ended.trim()
}
