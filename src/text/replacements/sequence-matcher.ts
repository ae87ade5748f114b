import type { Span } from '../span.ts'
import { type Steps, takeSteps } from '../steps.ts'
import { type MatchUnit, splitMatchUnits } from './split-match-units.ts'

/** A sequence found in a text; `sequence` indexes the list that the matcher was made of. */
export type SequenceMatch = Span & { readonly sequence: number }

/** Finds sequences in texts. Made once for a list of sequences, then used for any number of texts. */
export type SequenceMatcher = {
  /** The sequences in a text, from left to right, none overlapping another. */
  readonly findAll: (text: string) => readonly SequenceMatch[]
}

type State = {
  /** Units that the state has seen. */
  readonly depth: number
  /** MatchUnit -> next state. */
  readonly next: Map<string, State>
  /** The sequences that end here; they differ in case at most. */
  readonly sequences: number[]
  /** The state of the longest proper suffix of what was seen. */
  suffix: State | undefined
  /** The nearest state along the suffixes, this one included, where a sequence ends. */
  longest: State | undefined
}

/**
 * Compiles sequences. They match whole units in any case: the longest one that begins at a unit wins, among sequences that
 * differ in case the one written exactly as the text, and else the first in the list. Blank sequences never match.
 *
 * An Aho-Corasick automaton (Aho and Corasick 1975) of the sequences' units in reverse order reads the text from its
 * end. Its state then knows at each unit the longest sequence that begins there, so that one more pass from the left
 * picks the matches. The time is linear in the text, however many sequences there are.
 */
export function createSequenceMatcher(sequences: readonly string[]): SequenceMatcher {
  return takeSteps(compileSequences(sequences))
}

/** Compiles sequences as `createSequenceMatcher` does, in steps of well under a millisecond. */
export function* compileSequences(sequences: readonly string[]): Steps<SequenceMatcher> {
  const written = sequences.map((sequence) => sequence.trim())
  const root = newState(0)
  yield* buildTrie(root, written)
  yield* linkSuffixes(root)
  return { findAll: (text) => findAll(text, { root, written }) }
}

/** Sequences or states of one step of compilation. */
const STEP = 50

function* buildTrie(root: State, sequences: readonly string[]): Steps<void> {
  for (const [index, sequence] of sequences.entries()) {
    let state = root
    for (const { fold } of splitMatchUnits(sequence).toReversed()) {
      const next = state.next.get(fold) ?? newState(state.depth + 1)
      state.next.set(fold, next)
      state = next
    }
    if (state !== root) state.sequences.push(index)
    if (index % STEP === STEP - 1) yield
  }
}

function newState(depth: number): State {
  return { depth, next: new Map(), sequences: [], suffix: undefined, longest: undefined }
}

/** Links each state to its suffix, shallow states first, as each link needs those above it. */
function* linkSuffixes(root: State): Steps<void> {
  const queue: State[] = [root]
  let links = 0
  for (const state of queue) {
    for (const [token, next] of state.next) {
      next.suffix = state === root ? root : step({ root, state: state.suffix ?? root, token })
      next.longest = next.sequences.length > 0 ? next : next.suffix.longest
      queue.push(next)
      links += 1
      if (links % STEP === 0) yield
    }
  }
}

function step({ root, state, token }: { readonly root: State; readonly state: State; readonly token: string }): State {
  for (let from: State | undefined = state; from !== undefined; from = from.suffix) {
    const next = from.next.get(token)
    if (next !== undefined) return next
  }
  return root
}

type Compiled = { readonly root: State; readonly written: readonly string[] }

function findAll(text: string, { root, written }: Compiled): readonly SequenceMatch[] {
  if (root.next.size === 0) return []
  const tokens = splitMatchUnits(text)
  const longest = longestFromEach(tokens, root)
  const matches: SequenceMatch[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = longest[at]
    const first = tokens[at]
    const last = found && tokens[at + found.depth - 1]
    at += found?.depth ?? 1
    if (found === undefined || first === undefined || last === undefined) continue
    const span = { start: first.start, end: last.end }
    matches.push({
      ...span,
      sequence: pickPhrase(found.sequences, { written, text: text.slice(span.start, span.end) }),
    })
  }
  return matches
}

/** For each token, the state of the longest sequence that begins there. */
function longestFromEach(tokens: readonly MatchUnit[], root: State): readonly (State | undefined)[] {
  const fromLast: (State | undefined)[] = []
  let state = root
  for (const { fold } of tokens.toReversed()) {
    state = step({ root, state, token: fold })
    fromLast.push(state.longest)
  }
  return fromLast.reverse()
}

/** The sequence that is written as the text, else the first. */
function pickPhrase(
  sequences: readonly number[],
  { written, text }: { written: readonly string[]; text: string },
): number {
  return sequences.find((sequence) => written[sequence] === text) ?? sequences[0] ?? 0
}
