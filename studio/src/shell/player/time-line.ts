import { computed } from '@preact/signals'
import { heard, play } from '../../playback/player.ts'
import { findTake, type HeardWord, takesRevision } from '../../playback/takes.ts'
import { speechKey } from '../../script/explanations.ts'
import { paragraphSeconds } from '../../script/paragraph-parts.tsx'
import { findParagraph, isSpoken, paragraphs } from '../../script/script-state.ts'

/** Of a script of which nothing is explained yet. */
const USUAL_CHARACTERS_A_SECOND = 14
/** Characters that tell the pace of a script. */
const ENOUGH_CHARACTERS = 400

type Pace = { characters: number; seconds: number }

/** Characters and their seconds by voice, as far as paragraphs are explained: voices differ, and so do scripts in words and figures. */
const paces = computed<ReadonlyMap<number, Pace>>(() => {
  const found = new Map<number, Pace>()
  for (const { attributes, node } of paragraphs.value) {
    const known = attributes.isSilent ? undefined : paragraphSeconds(attributes.id)
    if (!known) continue
    const pace = found.get(attributes.speaker) ?? { characters: 0, seconds: 0 }
    pace.characters += node.content.size
    pace.seconds += known
    found.set(attributes.speaker, pace)
  }
  return found
})

/** Of all voices together. */
const usualPace = computed<Pace>(() =>
  [...paces.value.values()].reduce(
    (sum, { characters, seconds }) => ({ characters: sum.characters + characters, seconds: sum.seconds + seconds }),
    { characters: 0, seconds: 0 },
  ),
)

/** Characters that a voice speaks in a second: as heard of it in this script, else of other voices, else as is usual. */
function paceOf(speaker: number): number {
  const pace = [paces.value.get(speaker), usualPace.value].find((one) => (one?.characters ?? 0) >= ENOUGH_CHARACTERS)
  return pace === undefined ? USUAL_CHARACTERS_A_SECOND : pace.characters / pace.seconds
}

/** Whether the length of the script is an estimate, because some of it is not explained yet. */
export const isEstimated = computed(() =>
  paragraphs.value.some((one) => isSpoken(one) && paragraphSeconds(one.attributes.id) === undefined),
)

/** A paragraph on the time line of the script, in seconds. */
export type LineStretch = { readonly id: string; readonly start: number; readonly seconds: number }

export const timeLine = computed<readonly LineStretch[]>(() => {
  let start = 0
  return paragraphs.value.map(({ attributes, node }) => {
    const seconds = attributes.isSilent
      ? 0
      : (paragraphSeconds(attributes.id) ?? node.content.size / paceOf(attributes.speaker))
    const stretch = { id: attributes.id, start, seconds }
    start += stretch.seconds + (attributes.isSilent ? 0 : attributes.pause)
    return stretch
  })
})

export const totalSeconds = computed(() => {
  const last = timeLine.value.at(-1)
  return last === undefined ? 0 : last.start + last.seconds
})

/** Seconds of some paragraphs one after the other, with the pauses between them; those that are not spoken have none. */
export function secondsTogether(ids: readonly string[]): number {
  const wanted = new Set(ids)
  let [sum, pause] = [0, 0]
  for (const [index, { id, seconds }] of timeLine.value.entries()) {
    if (!wanted.has(id) || seconds === 0) continue
    sum += pause + seconds
    pause = paragraphs.value[index]!.attributes.pause
  }
  return sum
}

/** Where the listener is. */
export const position = computed(() => {
  const now = heard.value
  const stretch = now && timeLine.value.find(({ id }) => id === now.paragraphId)
  return stretch === undefined ? 0 : stretch.start + (now?.seconds ?? 0)
})

/** A word of a rendered paragraph, and when it begins on the time line. */
export type LineWord = {
  readonly text: string
  readonly paragraphId: string
  readonly start: number
  readonly word: HeardWord
}

export const lineWords = computed<readonly LineWord[]>(() => {
  void takesRevision.value
  return timeLine.value.flatMap(({ id, start }) => {
    const paragraph = findParagraph(id)
    if (paragraph === undefined) return []
    const text = paragraph.node.textContent
    return (findTake(speechKey(paragraph))?.words ?? []).map((word) => ({
      text: text.slice(word.start, word.end),
      paragraphId: id,
      start: start + word.startSeconds,
      word,
    }))
  })
})

/** The word at a time, if its paragraph is rendered. */
export function findLineWord(seconds: number): LineWord | undefined {
  const found = lineWords.value.findLast(({ start }) => start <= seconds)
  return found !== undefined && seconds < found.start + found.word.endSeconds - found.word.startSeconds + 0.3
    ? found
    : undefined
}

/** Plays from a time on: from the beginning of the word there, if it is known. */
export function jumpTo(seconds: number): void {
  const stretch = timeLine.value.findLast(({ start }) => start <= seconds)
  if (stretch === undefined) return
  const word = findLineWord(seconds)
  const from = word?.paragraphId === stretch.id ? word.word.startSeconds : seconds - stretch.start
  void play({ paragraphId: stretch.id, seconds: Math.max(0, Math.min(stretch.seconds, from)) })
}

/** Plays from the word before or after the one that is heard. */
export function jumpWords(count: number): void {
  const words = lineWords.value
  const now = words.findLastIndex(({ start }) => start <= position.value + 0.02)
  const target = words[Math.max(0, Math.min(words.length - 1, now + count))]
  if (target !== undefined) void play({ paragraphId: target.paragraphId, seconds: target.word.startSeconds })
}
