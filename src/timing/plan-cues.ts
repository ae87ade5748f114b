import { breakCost, breakLines, countCharacters, LINE_LENGTH } from './break-lines.ts'
import { joinWords, type TimedWord, toMilliseconds } from './timed-word.ts'

/** One caption. Times are whole milliseconds: the start of its first word, and the end of its last or somewhat later. */
export type Cue = { readonly startMs: number; readonly endMs: number; readonly lines: readonly string[] }

const MIN_MS = 1000
const MAX_MS = 7000
const MAX_LINES = 2
const CHARACTERS_PER_SECOND = 20

/**
 * Divides speech into captions: a sentence each where it fits, else clauses. At most 2 lines of 42 characters, 1 to 7 s
 * and 20 characters a second, where speech allows. Of all divisions it takes the one with the least total cost, as
 * Knuth and Plass (1981) break paragraphs into lines.
 */
export function planCues(
  words: readonly TimedWord[],
  { durationSeconds }: { readonly durationSeconds: number },
): readonly Cue[] {
  const speech: Speech = { words, endMs: toMilliseconds(durationSeconds) }
  // For each word: the cheapest division of everything before it, and where that one's last cue begins.
  const best: { cost: number; start: number }[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= words.length; end++) {
    best[end] = { cost: Number.POSITIVE_INFINITY, start: end - 1 }
    if (!mayBreakAfter(speech, end - 1)) continue
    for (let start = end - 1; start >= 0; start--) {
      const before = best[start]!.cost
      if (before === Number.POSITIVE_INFINITY) continue
      const cost = before + cueCost(speech, start, end)
      if (cost < best[end]!.cost) best[end] = { cost, start }
      if (isHopeless(speech, start, end)) break
    }
  }
  const cues: Cue[] = []
  for (let end = words.length; end > 0; end = best[end]!.start) cues.unshift(makeCue(speech, best[end]!.start, end))
  return cues
}

type Speech = { readonly words: readonly TimedWord[]; readonly endMs: number }

/** Words that the caller wrote without a space between them stay together. */
function mayBreakAfter({ words }: Speech, index: number): boolean {
  return index === words.length - 1 || words[index]!.after.endsWith(' ')
}

/** An earlier start would only make a cue of many words longer. */
function isHopeless({ words }: Speech, start: number, end: number): boolean {
  const characters = words.slice(start, end).reduce((sum, { text }) => sum + text.length, 0)
  return end - start > 1 && characters > 2 * MAX_LINES * LINE_LENGTH
}

function makeCue(speech: Speech, start: number, end: number): Cue {
  const { words } = speech
  const text = joinWords(words.slice(start, end))
  const startMs = toMilliseconds(words[start]!.startSeconds)
  const spokenMs = toMilliseconds(words[end - 1]!.endSeconds)
  const next = words[end]
  const freeMs = next === undefined ? speech.endMs : toMilliseconds(next.startSeconds)
  const readMs = Math.ceil((countCharacters(text) * 1000) / CHARACTERS_PER_SECOND)
  const wantedMs = startMs + Math.max(MIN_MS, readMs)
  const endMs = Math.max(spokenMs, Math.min(wantedMs, freeMs), startMs + 1)
  return { startMs, endMs, lines: breakLines(text) }
}

/** What it costs to show words `start` to `end` as one caption; 1 is about one ugly break. */
function cueCost(speech: Speech, start: number, end: number): number {
  const { startMs, endMs, lines } = makeCue(speech, start, end)
  const characters = lines.reduce((sum, line) => sum + countCharacters(line), 0)
  const seconds = (endMs - startMs) / 1000
  const tooLong = Math.max(0, endMs - startMs - MAX_MS) / 1000
  const tooShort = Math.max(0, MIN_MS - (endMs - startMs)) / 1000
  const tooFast = Math.max(0, characters / seconds - CHARACTERS_PER_SECOND)
  const tooManyLines = Math.max(0, lines.length - MAX_LINES)
  const tooWide = lines.filter((line) => countCharacters(line) > LINE_LENGTH).length
  const unfilled = 1 - Math.min(1, characters / (MAX_LINES * LINE_LENGTH))
  return (
    1000 * (tooManyLines + tooWide) +
    (tooLong > 0 ? 100 + 10 * tooLong : 0) +
    (tooShort > 0 ? 10 + 10 * tooShort : 0) +
    tooFast +
    unfilled ** 2 +
    endingCost(speech, end) +
    innerCost(speech, start, end)
  )
}

function endingCost({ words }: Speech, end: number): number {
  const last = words[end - 1]!
  const next = words[end]
  if (next === undefined || next.sentence !== last.sentence) return 0
  const pauseSeconds = next.startSeconds - last.endSeconds
  const text = (last.text + last.after).trimEnd()
  return 1 + breakCost(text) * (pauseSeconds > 0.25 ? 0 : 2)
}

/** Words of two sentences in one caption, and words shown long before they are heard. */
function innerCost({ words }: Speech, start: number, end: number): number {
  let cost = 0
  for (let i = start + 1; i < end; i++) {
    const pauseSeconds = words[i]!.startSeconds - words[i - 1]!.endSeconds
    if (words[i]!.sentence !== words[i - 1]!.sentence) cost += 2.5
    cost += 3 * Math.max(0, pauseSeconds - 0.8)
  }
  return cost
}
