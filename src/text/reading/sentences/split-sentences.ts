import { ABBREVIATIONS } from '../../english/abbreviations.ts'
import { withSigns } from '../../english/currency-pattern.ts'
import type { Locale } from '../../english/dialects.ts'
import { UNITS } from '../../english/units.ts'
import { SENTENCE_STARTERS } from '../../english/word-classes.ts'
import type { Steps } from '../../steps.ts'
import type { ReadingScorer } from '../question.ts'
import { isStopped, type Mark, type Token } from '../tokens/token.ts'
import { isDigits, isSmall, startsWithCapital, startsWithSmall } from '../tokens/token-shape.ts'
import { isSignSaid } from './choose-sign.ts'
import { chooseStop } from './choose-stop.ts'
import { findCut, MOST_TOKENS } from './cut-endless.ts'
import { opensInlineList } from './judge-stop.ts'

const MAY_GO_ON = withSigns(/^[a-z\d¤&]/)

export type SplitSentencesOptions = {
  readonly isWord: (word: string) => boolean
  readonly locale: Locale
  /** Judges stops that may end a sentence or belong to an abbreviation; without it rules do. */
  readonly readings?: ReadingScorer | undefined
  /** The sentence before the first. */
  readonly earlier?: readonly Token[]
}

/** Tokens of one sentence, at least one. */
export type TokenSentence = { readonly tokens: readonly Token[]; readonly endsParagraph: boolean }

/**
 * Groups tokens into sentences. A stop that belongs to an abbreviation goes from the punctuation into the token
 * (`dotted`), and stays in both if it ends the sentence as well. A sentence that does not end is cut.
 */
export function* splitSentencesInSteps(
  tokens: readonly Token[],
  options: SplitSentencesOptions,
): Steps<readonly TokenSentence[]> {
  const sentences: TokenSentence[] = []
  let open: Token[] = []
  for (let i = 0; i < tokens.length; i++) {
    const place = { ...options, open, earlier: sentences.at(-1)?.tokens ?? options.earlier ?? [] }
    const isUnsaid = tokens[i]!.doubt !== undefined && open.length > 0 && !isSignSaid(tokens, i, place)
    const { token, ends } = isUnsaid ? dropSign(tokens, i, open) : settle(tokens, i, place)
    open.push(token)
    if (open.length > MOST_TOKENS) {
      const at = findCut(open)
      sentences.push({ tokens: open.slice(0, at), endsParagraph: false })
      open = open.slice(at)
      yield
    }
    if (!ends && i < tokens.length - 1) continue
    const endsParagraph = i === tokens.length - 1 || token.after.some(({ kind }) => kind === 'paragraph')
    sentences.push({ tokens: open, endsParagraph })
    open = []
    yield
  }
  return sentences
}

/** The token before a sign that is not said, with what is heard in its place, as the last of the sentence. */
function dropSign(tokens: readonly Token[], index: number, open: Token[]): Settled {
  const { doubt, start, after } = tokens[index]!
  const last = open.pop()!
  const marks = doubt?.mark === undefined ? after : [{ kind: doubt.mark, at: start }, ...after]
  const token = { ...last, after: [...last.after, ...marks] }
  return { token, ends: endsHere(marks, tokens[index + 1], open[0] ?? token) }
}

type SettleOptions = SplitSentencesOptions & {
  /** The tokens of the sentence so far. */
  readonly open: readonly Token[]
  /** The sentence before. */
  readonly earlier: readonly Token[]
}
type Settled = { readonly token: Token; readonly ends: boolean }

function settle(tokens: readonly Token[], index: number, options: SettleOptions): Settled {
  const token = tokens[index]!
  const first = options.open[0] ?? token
  const { after } = token
  if (after.length === 0) return { token, ends: false }
  const next = tokens[index + 1]
  if (partsQuotations(after) || opensInlineList(tokens, index + 1)) return { token, ends: true }
  if (!isStopped(token) || /[.?!…]/.test(after[1]?.kind ?? '')) return { token, ends: endsHere(after, next, first) }
  const rest = after.slice(1)
  const stop = isShortBeforeComma(token, rest) ? 'abbreviation' : chooseStop(tokens, index, options)
  const ends = endsHere(rest, next, first)
  if (stop === 'end') return { token, ends: ends || (!goesOn(rest) && endsAtStop(token, next, { ...options, first })) }
  const dotted = { ...token, end: token.end + 1, dotted: true }
  if (stop === 'both' && !goesOn(rest)) return { token: dotted, ends: true }
  return { token: { ...dotted, after: rest }, ends }
}

/** `78k mi., AWD`: no sentence ends in a stop with a comma behind it. */
function isShortBeforeComma({ lower, end }: Token, rest: readonly Mark[]): boolean {
  return rest[0]?.kind === ',' && rest[0].at === end + 1 && (ABBREVIATIONS.has(lower) || UNITS.has(lower))
}

type EndOptions = { readonly first: Token; readonly isWord: (word: string) => boolean }

/**
 * An abbreviation that no table knows, followed by lower case or a figure: a word that no voice could read as one
 * (`ptbl.`), or that no lexicon has (`fert.`) in a text that begins its sentences with capitals.
 */
function endsAtStop({ lower }: Token, next: Token | undefined, { first, isWord }: EndOptions): boolean {
  if (next === undefined || !MAY_GO_ON.test(next.text)) return true
  if (/^[bcdfghjklmnpqrstvwxz]{2,6}$/.test(lower)) return !startsWithSmall(next.text)
  return !(isSmall(lower, 3, 6) && /^[A-Z\d]/.test(first.text) && !isWord(lower) && !SENTENCE_STARTERS.has(next.lower))
}

/** A comma, semicolon or colon behind the stop: `(Ret.), Esq.`, `5 p.m., Monday`. */
function goesOn(after: readonly Mark[]): boolean {
  return after.some(({ kind }) => kind === ',' || kind === ';' || kind === ':')
}

/** `"Interrupting c—" "MOO!"`: a quotation that breaks off, and another behind it. */
function partsQuotations(after: readonly Mark[]): boolean {
  return after
    .map(({ kind }) => kind)
    .join(' ')
    .endsWith('- " "')
}

/** `first` is the first token of the sentence: without a capital there, the next sentence needs none either. */
function endsHere(after: readonly Mark[], next: Token | undefined, first: Token): boolean {
  if (after.some(({ kind }) => kind === 'paragraph' || kind === 'sentence')) return true
  if (goesOn(after)) return false
  if (!after.some(({ kind }) => kind === '.' || kind === '?' || kind === '!' || kind === '…')) return false
  if (next === undefined) return true
  const last = after.at(-1)
  if (last?.kind === '…' && last.at === next.start - 1 && isDigits(next.text, 4, 4)) return false
  // `iPhone` begins a sentence as it is.
  const isLower = startsWithSmall(next.text) && next.text === next.lower
  if (isLower && after.some(({ kind }) => kind === ')') && startsWithCapital(first.text)) return false
  if (after.every(({ kind }) => kind !== '?' && kind !== '!' && kind !== '…')) return true
  const isCasual = startsWithSmall(first.text) && after.every(({ kind }) => kind === '!' || kind === '?')
  return isCasual || !isLower
}
