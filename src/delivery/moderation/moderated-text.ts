import type { Utterance } from '../../text/utterance.ts'

/** The forms of a text that are moderated. */
export type ModeratedText = {
  /** As the caller wrote it. */
  readonly written: string
  /** With tags, entities, replacements and aliases resolved, and without invisible characters. */
  readonly resolved: string
  /** The words that are read out: `five dollars` for `$5`. Where the caller gave sounds, the letters that stand for them. */
  readonly spoken: string
}

/** A range of the caller's text: `to` is exclusive. */
type Range = { readonly from: number; readonly to: number }

/** Returns what is moderated of a text, or of a part of it. */
export function toModeratedText(
  { words, sentences, resolved }: Utterance,
  text: string,
  { from, to }: Range = { from: 0, to: text.length },
): ModeratedText {
  const isInside = (offset: number): boolean => offset >= from && offset < to
  let seen = ''
  for (const [i, offset] of (resolved?.offsets ?? []).entries()) if (isInside(offset)) seen += resolved!.text[i]!
  const heard: string[] = []
  for (const sentence of sentences)
    for (const word of sentence.words) if (isInside(words[word.source]!.start)) heard.push(word.text)
  return { written: text.slice(from, to), resolved: seen, spoken: heard.join(' ') }
}
