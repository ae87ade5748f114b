import { visemesOf } from '../../../text/visemes.ts'
import type { SpeechTiming } from '../../../timing/speech-timing.ts'
import { joinWords } from '../../../timing/timed-word.ts'
import { fillSilence } from './fill-silence.ts'

/** A text and where its words are in it, in UTF-16 units. */
export type MarkedText = {
  readonly text: string
  readonly words: readonly { readonly start: number; readonly end: number }[]
}

type SpeechMark = {
  readonly time: number
  readonly type: 'sentence' | 'word' | 'viseme'
  readonly start?: number
  readonly end?: number
  readonly value: string
}

const ORDER: readonly SpeechMark['type'][] = ['sentence', 'word', 'viseme']

/**
 * Formats speech marks as Amazon Polly does: a line of JSON for each sentence, word and viseme, by time. `start` and `end` are bytes of UTF-8 in `source`, or in the transcript
 * if that is undefined. Undefined if the timing was stored before sounds were timed.
 */
export function formatSpeechMarks(timing: SpeechTiming, source = transcribe(timing)): string | undefined {
  const phones = fillSilence(timing)
  if (phones === undefined) return undefined
  const visemes = phones.map(
    ({ phone: [phone, time] }): SpeechMark => ({ time, type: 'viseme', value: visemesOf(phone).polly }),
  )
  const marks = [...markText(timing, source), ...visemes]
  marks.sort((one, other) => one.time - other.time || ORDER.indexOf(one.type) - ORDER.indexOf(other.type))
  return marks.map((mark) => `${JSON.stringify(mark)}\n`).join('')
}

function markText({ words }: SpeechTiming, { text, words: places }: MarkedText): readonly SpeechMark[] {
  const bytes = countBytes(text)
  const mark = (type: 'sentence' | 'word', time: number, start: number, end: number): SpeechMark => ({
    time,
    type,
    start: bytes[start]!,
    end: bytes[end]!,
    value: text.slice(start, end),
  })
  const marks = words.map(({ startMs }, i) => mark('word', startMs, places[i]!.start, places[i]!.end))
  for (const { first, last } of listSentences(words)) {
    const { start } = places[first]!
    const { end } = places[last]!
    const opening = words[first]!.before
    const closing = words[last]!.after.trimEnd()
    // Punctuation that a tag parts from its word is left out.
    const from = opening !== '' && text.startsWith(opening, start - opening.length) ? start - opening.length : start
    const to = text.startsWith(closing, end) ? end + closing.length : end
    marks.push(mark('sentence', words[first]!.startMs, from, to))
  }
  return marks
}

function listSentences(words: SpeechTiming['words']): readonly { readonly first: number; readonly last: number }[] {
  const sentences: { first: number; last: number }[] = []
  for (const [i, { sentence }] of words.entries()) {
    if (i > 0 && words[i - 1]!.sentence === sentence) sentences.at(-1)!.last = i
    else sentences.push({ first: i, last: i })
  }
  return sentences
}

/** The bytes of UTF-8 before each UTF-16 unit of a text, and of all of it. */
function countBytes(text: string): Uint32Array {
  const before = new Uint32Array(text.length + 1)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // Both halves of a surrogate pair have two of its four bytes.
    const bytes = unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3
    before[i + 1] = before[i]! + bytes
  }
  return before
}

/** What a reader sees of a speech, and where its words are in it. */
function transcribe({ words }: SpeechTiming): MarkedText {
  const text = joinWords(words)
  let at = -(words[0]?.before.length ?? 0) + (words[0]?.before.trimStart().length ?? 0)
  const places = words.map(({ before, text: written, shown = written, after }) => {
    const start = at + before.length
    const end = start + shown.length
    at = end + after.length
    return { start, end }
  })
  return { text, words: places }
}
