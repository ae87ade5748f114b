import { breakLines, countCharacters } from '../../src/timing/captions/break-lines.ts'
import type { Cue } from '../../src/timing/captions/make-cue.ts'
import type { SpeechTiming } from '../../src/timing/speech-timing.ts'
import { joinWords, type TimedWord } from '../../src/timing/timed-word.ts'

/** A caption that does not keep to a rule. */
export type CaptionFault = {
  readonly rule: 'words' | 'lines' | 'line length' | 'under 1 s' | 'over 7 s' | 'reading speed' | 'overlap' | 'flicker'
  /** There was no better way, as the rules themselves say. */
  readonly isPermitted: boolean
  readonly text: string
}

type Caption = Cue & {
  readonly words: readonly TimedWord[]
  readonly text: string
  /** When the next caption begins, or the audio ends. */
  readonly freeMs: number
}

const [LINE, LINES, MIN_MS, MAX_MS, PER_SECOND, GAP_MS] = [42, 2, 1000, 7000, 20, 500]
/**
 * Captions are not joined over such pauses, since the second would be read long before it is heard: over the longer one never, over the
 * shorter one not for the sake of reading speed.
 */
const [APART_MS, PAUSE_MS] = [2000, 800]

/** Every rule that every caption breaks. Words are given to captions by time alone. */
export function findCaptionFaults(timing: SpeechTiming, cues: readonly Cue[]): readonly CaptionFault[] {
  const captions = cues.map((cue, i) => {
    const freeMs = cues[i + 1]?.startMs ?? timing.durationMs
    const until = i === cues.length - 1 ? Number.POSITIVE_INFINITY : freeMs
    const words = timing.words.filter(({ startMs }) => startMs >= cue.startMs && startMs < until)
    return { ...cue, freeMs, words, text: cue.lines.join(' ') }
  })
  return captions.flatMap((_, i) => findFaults(captions, i))
}

function findFaults(captions: readonly Caption[], index: number): readonly CaptionFault[] {
  const { words, lines, startMs, endMs, freeMs, text } = captions[index]!
  const neighbours = [captions.slice(index - 1, index + 1), captions.slice(index, index + 2)].filter(
    (pair) => pair.length === 2,
  )
  const faults: CaptionFault[] = []
  const add = (rule: CaptionFault['rule'], isPermitted: boolean): void =>
    void faults.push({ rule, isPermitted, text: lines.join(' | ') })
  const first = words[0]
  if (first?.startMs !== startMs || endMs < words.at(-1)!.endMs || text !== joinWords(words)) add('words', false)
  const isOneWord = words.length === 1
  if (lines.length > LINES) add('lines', isOneWord)
  for (const line of lines) if (countCharacters(line) > LINE) add('line length', !line.includes(' '))
  const duration = endMs - startMs
  if (duration < MIN_MS) add('under 1 s', !neighbours.some((pair) => mayJoin(pair) && pauseOf(pair) < APART_MS))
  if (duration > MAX_MS) add('over 7 s', isOneWord || words.slice(0, -1).every(({ after }) => !after.endsWith(' ')))
  if (speedOf(text, duration) > PER_SECOND) {
    const close = neighbours.filter((pair) => isOneSentence(pair) && pauseOf(pair) < PAUSE_MS)
    const helps = close.some((pair) => mayJoin(pair) && speedOfPair(pair) <= PER_SECOND)
    add('reading speed', endMs === freeMs && !helps)
  }
  if (endMs > freeMs && index < captions.length - 1) add('overlap', false)
  if (endMs < freeMs && freeMs - endMs <= GAP_MS) add('flicker', false)
  return faults
}

const speedOf = (text: string, durationMs: number): number => (1000 * countCharacters(text)) / durationMs
const pauseOf = ([one, other]: readonly Caption[]): number => other!.startMs - one!.words.at(-1)!.endMs
const isOneSentence = ([one, other]: readonly Caption[]): boolean =>
  one!.words.at(-1)?.sentence === other!.words[0]?.sentence
const speedOfPair = ([one, other]: readonly Caption[]): number =>
  speedOf(`${one!.text} ${other!.text}`, other!.endMs - one!.startMs)

/** Whether two captions could be one by all rules but that of reading speed. */
function mayJoin([one, other]: readonly Caption[]): boolean {
  const lines = breakLines(joinWords([...one!.words, ...other!.words]))
  const fits = lines.length <= LINES && lines.every((line) => countCharacters(line) <= LINE)
  return fits && other!.endMs - one!.startMs <= MAX_MS
}
