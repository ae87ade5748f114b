import type { Span } from '../span.ts'
import { splitTokens, type Token } from './split-tokens.ts'

/** A phrase found in a text; `phrase` indexes the list that the matcher was made of. */
export type PhraseMatch = Span & { readonly phrase: number }

/** Finds phrases in texts. Made once for a list of phrases, then used for any number of texts. */
export type PhraseMatcher = {
  /** The phrases in a text, from left to right, none overlapping another. */
  readonly findAll: (text: string) => readonly PhraseMatch[]
}

type State = {
  /** Tokens that the state has seen. */
  readonly depth: number
  /** Token -> next state. */
  readonly next: Map<string, State>
  /** The phrases that end here; they differ in case at most. */
  readonly phrases: number[]
  /** The state of the longest proper suffix of what was seen. */
  suffix: State | undefined
  /** The nearest state along the suffixes, this one included, where a phrase ends. */
  longest: State | undefined
}

/**
 * Compiles phrases. They match whole tokens in any case: the longest one that begins at a token wins, among phrases that
 * differ in case the one written exactly as the text, and else the first in the list. Blank phrases never match.
 *
 * An Aho-Corasick automaton (Aho and Corasick 1975) of the phrases' tokens in reverse order reads the text from its
 * end. Its state then knows at each token the longest phrase that begins there, so that one more pass from the left
 * picks the matches. The time is linear in the text, however many phrases there are.
 */
export function createPhraseMatcher(phrases: readonly string[]): PhraseMatcher {
  const steps = compilePhrases(phrases)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Compiles phrases as `createPhraseMatcher` does, in steps of well under a millisecond. */
export function* compilePhrases(phrases: readonly string[]): Generator<undefined, PhraseMatcher> {
  const written = phrases.map((phrase) => phrase.trim())
  const root = newState(0)
  yield* buildTrie(root, written)
  yield* linkSuffixes(root)
  return { findAll: (text) => findAll(text, { root, written }) }
}

/** Phrases or states of one step of compilation. */
const STEP = 50

function* buildTrie(root: State, phrases: readonly string[]): Generator<undefined> {
  for (const [index, phrase] of phrases.entries()) {
    let state = root
    for (const { fold } of splitTokens(phrase).toReversed()) {
      const next = state.next.get(fold) ?? newState(state.depth + 1)
      state.next.set(fold, next)
      state = next
    }
    if (state !== root) state.phrases.push(index)
    if (index % STEP === STEP - 1) yield
  }
}

function newState(depth: number): State {
  return { depth, next: new Map(), phrases: [], suffix: undefined, longest: undefined }
}

/** Links each state to its suffix, shallow states first, as each link needs those above it. */
function* linkSuffixes(root: State): Generator<undefined> {
  const queue: State[] = [root]
  let links = 0
  for (const state of queue) {
    for (const [token, next] of state.next) {
      next.suffix = state === root ? root : step({ root, state: state.suffix ?? root, token })
      next.longest = next.phrases.length > 0 ? next : next.suffix.longest
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

function findAll(text: string, { root, written }: Compiled): readonly PhraseMatch[] {
  if (root.next.size === 0) return []
  const tokens = splitTokens(text)
  const longest = longestFromEach(tokens, root)
  const matches: PhraseMatch[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = longest[at]
    const first = tokens[at]
    const last = found && tokens[at + found.depth - 1]
    at += found?.depth ?? 1
    if (found === undefined || first === undefined || last === undefined) continue
    const span = { start: first.start, end: last.end }
    matches.push({ ...span, phrase: pickPhrase(found.phrases, { written, text: text.slice(span.start, span.end) }) })
  }
  return matches
}

/** For each token, the state of the longest phrase that begins there. */
function longestFromEach(tokens: readonly Token[], root: State): readonly (State | undefined)[] {
  const fromLast: (State | undefined)[] = []
  let state = root
  for (const { fold } of tokens.toReversed()) {
    state = step({ root, state, token: fold })
    fromLast.push(state.longest)
  }
  return fromLast.reverse()
}

/** The phrase that is written as the text, else the first. */
function pickPhrase(
  phrases: readonly number[],
  { written, text }: { written: readonly string[]; text: string },
): number {
  return phrases.find((phrase) => written[phrase] === text) ?? phrases[0] ?? 0
}
