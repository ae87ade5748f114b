import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'

/** Characters of a title that is made from the text. */
const MAX_TITLE_LENGTH = 60
/** No title has more: a word and its space take two characters at least. */
const MAX_TITLE_WORDS = MAX_TITLE_LENGTH / 2

/** Makes a title for the speech of a plan from the first words of its text, without markup. Cuts only between words. */
export function titleSpeech({ words }: Pick<SynthesisPlan, 'words'>): string {
  const first = words.slice(0, MAX_TITLE_WORDS)
  let title = ''
  for (const { text, shown = text, before, after } of first) {
    const word = shown.toWellFormed()
    const longer = `${title}${before}${word}${after}`
    if (longer.trimEnd().length > MAX_TITLE_LENGTH) return endTitle(title, word)
    title = longer
  }
  return first.length < words.length ? endTitle(title, '') : title.trim()
}

/** Ends a title that stops before the text does. If the first word alone is too long, the title is its beginning. */
function endTitle(title: string, next: string): string {
  const ended = title.replace(/[\p{P}\s]+$/u, (marks) => /^[.!?…)\]"'’”]*/u.exec(marks)![0])
  return ended === '' ? next.slice(0, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '') : ended.trim()
}
