import type { Canvas } from '../characters/lay-out-characters.ts'
import type { MarkupRun } from '../markup/tree/markup-run.ts'
import type { Decision } from '../reading/compare-readings.ts'
import type { TextMemory } from '../reading/memory.ts'
import { shareOut } from '../reading/scene.ts'
import { chooseMark } from '../reading/sentences/choose-boundary.ts'
import { dropGluedBrackets } from '../reading/sentences/drop-glued-brackets.ts'
import type { SpokenWord } from '../reading/spoken-word.ts'
import type { Mark, Token } from '../reading/tokens/token.ts'
import type { Span } from '../span.ts'
import type { Steps } from '../steps.ts'
import type {
  Boundary,
  NormalizedSentence,
  NormalizedText,
  NormalizedWord,
  ScoredWord,
  SettledBefore,
  SourceWord,
} from './normalized-text.ts'

/** What a written text is made of, for its spans and deliveries. */
export type Material = { readonly source: string; readonly runs: readonly MarkupRun[]; readonly canvas: Canvas }

/** A sentence with the spoken words of each of its tokens. */
export type ReadSentence = {
  readonly tokens: readonly Token[]
  readonly parts: readonly (readonly SpokenWord[])[]
  readonly endsParagraph: boolean
  /** What the scorer decided, by the number of the token. */
  readonly decisions: ReadonlyMap<number, Decision>
  /** What the text before it had settled. */
  readonly memory: TextMemory
}

type DraftWord = { start: number; end: number; readonly run: MarkupRun }

/** Ties the spoken words of all sentences to the caller's words, and puts the boundaries behind them. */
export function* assembleInSteps(sentences: readonly ReadSentence[], material: Material): Steps<NormalizedText> {
  const drafts: DraftWord[] = []
  const spoken: NormalizedSentence[] = []
  const scored: ScoredWord[] = []
  const memories: SettledBefore[] = []
  for (const { tokens, parts, endsParagraph, decisions, memory } of sentences) {
    const words: NormalizedWord[] = []
    for (const [i, token] of dropGluedBrackets(tokens).entries()) {
      const isLast = i === tokens.length - 1
      const decision = decisions.get(i)
      const first = words.length
      for (const word of assembleToken({ token, part: parts[i]!, isLast }, drafts, material)) words.push(word)
      if (decision !== undefined) scored.push({ source: words[first]!.source, decision })
    }
    memories.push({ source: words[0]!.source, memory })
    spoken.push({ words, endsParagraph })
    yield
  }
  return { words: drafts.map((draft) => finishWord(draft, material.source)), sentences: spoken, scored, memories }
}

type ReadToken = { readonly token: Token; readonly part: readonly SpokenWord[]; readonly isLast: boolean }

function assembleToken(
  { token, part, isLast }: ReadToken,
  drafts: DraftWord[],
  material: Material,
): readonly NormalizedWord[] {
  const run = material.runs[token.run]!
  const boundary = boundaryAfter(token.after, material) ?? (isLast ? endOf(token.after, run) : undefined)
  const spans = spansOf(token, material)
  const shares = shareOut(part, spans.length) ?? [part]
  const words: NormalizedWord[] = []
  for (const [i, share] of shares.entries()) {
    const span = shares.length === spans.length ? spans[i]! : { start: spans[0]!.start, end: spans.at(-1)!.end }
    const source = placeSource(drafts, span, run)
    for (const word of share) words.push(tieWord(word, source, run))
  }
  const paused = words.at(-1)!.boundary !== undefined
  if (boundary !== undefined && !(paused && /[()"]/.test(boundary.mark)))
    words[words.length - 1] = { ...words.at(-1)!, boundary }
  return words
}

function tieWord({ text, written = text, sound, pause }: SpokenWord, source: number, run: MarkupRun): NormalizedWord {
  const { delivery, emphasis } = run
  const word: NormalizedWord =
    emphasis === undefined
      ? { text, written, source, sound, delivery }
      : { text, written, source, sound, delivery, emphasis }
  return pause === undefined ? word : { ...word, boundary: { mark: ',', delivery } }
}

/** The position of a token in the caller's text. A pronounced run may hold several written words. */
function spansOf({ kind, run, start, end }: Token, { source, runs, canvas }: Material): readonly Span[] {
  const { span } = runs[run]!
  if (kind !== 'pronounced') return [{ start: canvas.starts[start]!, end: canvas.ends[end - 1]! }]
  const words = [...source.slice(span.start, span.end).matchAll(/[^\s\p{P}](?:\S*[^\s\p{P}])?/gu)]
  if (words.length === 0) return [span]
  return words.map(({ 0: word, index }) => ({ start: span.start + index, end: span.start + index + word.length }))
}

/** The index of the source word for a span: the last one, stretched, if both share characters. */
function placeSource(drafts: DraftWord[], { start, end }: Span, run: MarkupRun): number {
  const last = drafts.at(-1)
  if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
  else drafts.push({ start, end, run })
  return drafts.length - 1
}

function finishWord({ start, end, run: { replacement } }: DraftWord, source: string): SourceWord {
  const word = { text: source.slice(start, end), start, end }
  return replacement === undefined ? word : { ...word, replacement }
}

function boundaryAfter(after: readonly Mark[], { runs, canvas }: Material): Boundary | undefined {
  const chosen = chooseMark(after)
  let seconds: number | undefined
  let breakAt: number | undefined
  for (const { kind, at } of after) {
    const run = runs[canvas.runs[at]!]
    if (kind !== 'break' || run?.kind !== 'break') continue
    seconds = (seconds ?? 0) + run.seconds
    breakAt ??= at
  }
  const at = chosen?.at ?? breakAt
  if (at === undefined) return undefined
  const boundary = { mark: chosen?.mark ?? 'break', delivery: runs[canvas.runs[at]!]!.delivery } as const
  return seconds === undefined ? boundary : { ...boundary, seconds }
}

/** A sentence that no punctuation ends. */
function endOf(after: readonly Mark[], { delivery }: MarkupRun): Boundary {
  return { mark: after.some(({ kind }) => kind === 'paragraph') ? 'paragraph' : '.', delivery }
}
