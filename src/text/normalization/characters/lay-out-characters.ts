import { MarkupSyntaxError } from '../../../errors.ts'
import type { MarkupRun, TextRun } from '../../markup/tree/markup-run.ts'
import { foldCharacter } from './fold-character.ts'

/** Characters of the private use area, which no caller's text can contain here, stand for what is not text. */
export const JOINT = '\ue000'
export const PRONOUNCED = '\ue001'
export const BREAK = '\ue002'
export const SENTENCE_EDGE = '\ue003'
export const PARAGRAPH_EDGE = '\ue004'

/** All runs in one line of folded characters. The arrays say of each character where it comes from. */
export type Canvas = {
  readonly text: string
  /** Offsets in the caller's text, one per character of `text`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Index of the run, one per character of `text`. */
  readonly runs: readonly number[]
}

type Draft = {
  readonly characters: string[]
  readonly starts: number[]
  readonly ends: number[]
  readonly runs: number[]
}

/**
 * Folds the text of every run and lays the runs side by side, with a JOINT where a tag stands between two of them.
 * Throws MarkupSyntaxError at the first character that cannot be spoken.
 */
export function layOutCharacters(runs: readonly MarkupRun[]): Canvas {
  const draft: Draft = { characters: [], starts: [], ends: [], runs: [] }
  for (const [index, run] of runs.entries()) {
    const { start, end } = run.span
    if (run.kind === 'text') {
      if (startsApart(runs, index)) place(draft, JOINT, { start, end: start, run: index })
      placeText(draft, run, index)
    } else place(draft, markerOf(run), { start, end, run: index })
  }
  return { text: draft.characters.join(''), starts: draft.starts, ends: draft.ends, runs: draft.runs }
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
  return previous.span.end !== run.span.start || run.sayAs !== undefined || previous.sayAs !== undefined
}

function placeText(draft: Draft, { text, span, mapping }: TextRun, run: number): void {
  const whole = mapping === 'whole'
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i)!
    const length = code > 0xffff ? 2 : 1
    const start = whole ? span.start : span.start + i
    const end = whole ? span.end : start + length
    if (isPlain(code)) place(draft, text[i]!, { start, end, run })
    else placeFolded(draft, code, { start, end, run })
    i += length
  }
}

function isPlain(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || (code >= 0x09 && code <= 0x0d)
}

function placeFolded(draft: Draft, code: number, place_: Place): void {
  const character = String.fromCodePoint(code)
  const folded = foldCharacter(character)
  if (folded === undefined) throw unspeakable(code, place_.start)
  for (const part of folded) place(draft, part, place_)
  if (folded === '' && /\p{M}/u.test(character)) stretchLast(draft, place_)
}

type Place = { readonly start: number; readonly end: number; readonly run: number }

function place(draft: Draft, character: string, { start, end, run }: Place): void {
  draft.characters.push(character)
  draft.starts.push(start)
  draft.ends.push(end)
  draft.runs.push(run)
}

/** An accent written as a character of its own belongs to the letter before it. */
function stretchLast({ ends }: Draft, { start, end }: Place): void {
  const last = ends.length - 1
  if (ends[last] === start) ends[last] = end
}

function unspeakable(code: number, offset: number): MarkupSyntaxError {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return new MarkupSyntaxError(`Cannot speak the text: no voice reads the character ${name}`, offset)
}
