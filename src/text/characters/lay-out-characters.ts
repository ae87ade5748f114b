import { MarkupSyntaxError } from '../../errors.ts'
import type { MarkupRun, TextRun } from '../markup/tree/markup-run.ts'
import type { Steps } from '../steps.ts'
import { warnOfSome } from '../warn-of-some.ts'
import { findEmoji } from './find-emoji.ts'
import { foldCharacter, isKnownSign, isPlain, numberOf } from './fold-character.ts'
import { foldOperator } from './fold-operator.ts'
import { NO_CHARACTER } from './no-character.ts'

/** Characters of the private use area, which no caller's text can contain here, represent what is not text. */
export const JOINT = '\ue000'
export const PRONOUNCED = '\ue001'
export const BREAK = '\ue002'
export const SENTENCE_EDGE = '\ue003'
export const PARAGRAPH_EDGE = '\ue004'
export const EMOJI = '\ue005'

/** All runs in one line of folded characters. The arrays give the origin of each character. */
export type Canvas = {
  readonly text: string
  /** Offsets in the caller's text, one per character of `text`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Index of the run, one per character of `text`. */
  readonly runs: readonly number[]
  /** Names of the emoji, by their position in `text`, which holds EMOJI there. */
  readonly emoji: ReadonlyMap<number, string>
  /** Positions of letters that the caller wrote with a mark, such as `ô`. */
  readonly accents: ReadonlySet<number>
  /** Characters that no voice reads and that were skipped. */
  readonly warnings: readonly string[]
}

export type LayOutOptions = {
  /** What to do with a character that no English voice reads. */
  readonly unreadable: 'skip' | 'refuse'
}

type Draft = LayOutOptions & {
  readonly characters: string[]
  readonly starts: number[]
  readonly ends: number[]
  readonly runs: number[]
  readonly emoji: Map<number, string>
  readonly accents: Set<number>
  readonly skipped: Skipped[]
}

type Skipped = { readonly code: number; readonly offset: number }

/** Characters that are placed in one step. */
const STEP = 4096

/**
 * Folds the text of every run and lays the runs side by side, with a JOINT between two of them that a tag parts or that a
 * replacement must not glue together. A character of a script that no voice reads is skipped with a warning, or, if
 * `unreadable` is `refuse`, throws MarkupSyntaxError, as any other character without a reading does.
 */
export function* layOutInSteps(runs: readonly MarkupRun[], { unreadable }: LayOutOptions): Steps<Canvas> {
  const places = { characters: [], starts: [], ends: [], runs: [], emoji: new Map(), accents: new Set<number>() }
  const draft: Draft = { ...places, skipped: [], unreadable }
  for (const [index, run] of runs.entries()) {
    const { start, end } = run.span
    if (run.kind === 'text') {
      if (startsApart(runs, index)) place(draft, JOINT, { start, end: start, run: index })
      yield* placeText(draft, run, index)
    } else place(draft, markerOf(run), { start, end, run: index })
  }
  const { characters, starts, ends, emoji, accents, skipped } = draft
  return { text: characters.join(''), starts, ends, runs: draft.runs, emoji, accents, warnings: warnOf(skipped) }
}

function warnOf(skipped: readonly Skipped[]): readonly string[] {
  return warnOfSome(
    skipped,
    ({ code, offset }) => `Character ${nameOf(code)} is skipped, because no voice reads it: at offset ${offset}`,
    (more) => `${more} more characters are skipped, because no voice reads them`,
  )
}

function markerOf(run: Exclude<MarkupRun, TextRun>): string {
  if (run.kind === 'pronounced') return PRONOUNCED
  if (run.kind === 'break') return BREAK
  return run.edge === 'sentence' ? SENTENCE_EDGE : PARAGRAPH_EDGE
}

function startsApart(runs: readonly MarkupRun[], index: number): boolean {
  const run = runs[index]
  const previous = runs[index - 1]
  if (run?.kind !== 'text' || previous?.kind !== 'text') return false
  if (previous.span.end !== run.span.start || run.sayAs !== undefined || previous.sayAs !== undefined) return true
  return isReplaced(run) !== isReplaced(previous) && /\p{L}$/u.test(previous.text) && /^\p{L}/u.test(run.text)
}

function isReplaced(run: TextRun): boolean {
  return run.replacement !== undefined
}

function* placeText(draft: Draft, { text, span, mapping }: TextRun, run: number): Steps<void> {
  const whole = mapping === 'whole'
  for (let i = 0, stepEnds = STEP; i < text.length; ) {
    if (i > stepEnds) {
      stepEnds = i + STEP
      yield
    }
    const code = text.codePointAt(i)!
    const operator = code < 0x7f ? foldOperator(text, i) : undefined
    const emoji = code > 0x2000 && !isKnownSign(String.fromCodePoint(code)) ? findEmoji(text, i) : undefined
    const length = operator?.length ?? emoji?.length ?? (code > 0xffff ? 2 : 1)
    const start = whole ? span.start : span.start + i
    const end = whole ? span.end : start + length
    if (emoji !== undefined) draft.emoji.set(draft.characters.length, emoji.name)
    if (emoji !== undefined) place(draft, EMOJI, { start, end, run })
    else if (operator !== undefined) place(draft, operator.sign, { start, end, run })
    else if (isPlain(code)) place(draft, text[i]!, { start, end, run })
    else placeFolded(draft, code, { start, end, run })
    i += length
  }
}

/** Characters of scripts, and signs of unknown currencies. Everything else that no voice reads is damage: control characters, unassigned numbers. */
const OF_A_SCRIPT = /^[\p{L}\p{M}\p{N}\p{Sc}]$/u

const HAS_ACCENT = /^[A-Za-z]\p{Mn}/u

/** The line and paragraph separators of Unicode end what they part. */
const LINE_EDGES: Readonly<Record<string, string>> = { '\u2028': SENTENCE_EDGE, '\u2029': PARAGRAPH_EDGE }

function placeFolded(draft: Draft, code: number, place_: CharacterOrigin): void {
  const character = String.fromCodePoint(code)
  const folded = LINE_EDGES[character] ?? foldCharacter(character)
  if (folded === undefined) {
    const isNoCharacter = NO_CHARACTER.test(character)
    if (draft.unreadable === 'refuse' || !(isNoCharacter || OF_A_SCRIPT.test(character)))
      throw unspeakable(code, place_.start)
    draft.skipped.push({ code, offset: place_.start })
    if (!isNoCharacter) place(draft, ' ', place_)
    return
  }
  if (code < 0x2000 && folded !== '' && HAS_ACCENT.test(character.normalize('NFD')))
    draft.accents.add(draft.characters.length)
  for (const part of folded) place(draft, part, place_)
  if (folded === '' && /\p{M}/u.test(character)) stretchLast(draft, place_)
}

type CharacterOrigin = { readonly start: number; readonly end: number; readonly run: number }

function place(draft: Draft, character: string, { start, end, run }: CharacterOrigin): void {
  draft.characters.push(character)
  draft.starts.push(start)
  draft.ends.push(end)
  draft.runs.push(run)
}

/** An accent written as a character of its own belongs to the letter before it. */
function stretchLast({ ends, accents }: Draft, { start, end }: CharacterOrigin): void {
  const last = ends.length - 1
  if (ends[last] !== start) return
  ends[last] = end
  accents.add(last)
}

function unspeakable(code: number, offset: number): MarkupSyntaxError {
  return new MarkupSyntaxError(`Cannot speak the text: no voice reads the character ${nameOf(code)}; remove it`, offset)
}

/** `U+732B "猫"`; a character that cannot be shown is named by its number alone. */
function nameOf(code: number): string {
  const character = String.fromCodePoint(code)
  return OF_A_SCRIPT.test(character) ? `${numberOf(code)} "${character}"` : numberOf(code)
}
