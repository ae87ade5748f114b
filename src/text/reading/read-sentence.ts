import { ABBREVIATIONS } from '../english/abbreviations.ts'
import { SPELLED } from '../english/acronyms.ts'
import { BIBLE_BOOKS } from '../english/bible-books.ts'
import { DAYS, MONTHS } from '../english/calendar.ts'
import { CHAT_WORDS } from '../english/chat-words.ts'
import { UNITS } from '../english/units.ts'
import { wordList } from '../english/word-list.ts'
import type { MarkupRun } from '../markup/tree/markup-run.ts'
import { chooseReading } from './choose-reading.ts'
import type { Decision } from './compare-readings.ts'
import { CITED_WORDS } from './grammars/abbreviation/citations.ts'
import { readPiece } from './grammars/read-piece.ts'
import { readMarker } from './grammars/roman/read-marker.ts'
import { FIGURE_RULES, NAME_RULES, WORD_RULES } from './grammars/rules.ts'
import { readWeb } from './grammars/web/read-web.ts'
import { readClitic, readPronounced } from './read-pronounced.ts'
import { readSayAs } from './say-as/read-say-as.ts'
import { type Manner, type Rule, type Scene, shareOut, type Wording } from './scene.ts'
import { type SpokenWord, say, wordOf } from './spoken-word.ts'
import type { Token } from './tokens/token.ts'
import { isLetterCode, shapeOf } from './tokens/token-shape.ts'

export type ReadSentenceOptions = Omit<Scene, 'shouting' | 'tokens'> & { readonly runs: readonly MarkupRun[] }

/** A sentence as read out. */
export type ReadWords = {
  /** The spoken words of each token, in order: at least one word per token. */
  readonly parts: Wording
  /** What the scorer decided, by the number of the token. */
  readonly decisions: ReadonlyMap<number, Decision>
}

/** Reads a sentence token by token. */
export function readSentence(tokens: readonly Token[], { runs, ...manner }: ReadSentenceOptions): ReadWords {
  const { isWord } = manner
  const scene: Scene = { ...manner, tokens, shouting: isShouting(tokens, isWord) }
  const parts: (readonly SpokenWord[])[] = []
  const decisions = new Map<number, Decision>()
  const usual = new Map<number, Wording>()
  const readUsually = (index: number): Wording => {
    const known = usual.get(index)
    if (known !== undefined) return known
    const wording = readByRule(scene, index) ?? [readAlone(tokens[index]!, scene)]
    usual.set(index, wording)
    return wording
  }
  while (parts.length < tokens.length) {
    const index = parts.length
    const marked = readMarkedUp(tokens[index]!, { runs, before: parts.at(-1)?.at(-1) }) ?? readBySayAs(scene, index)
    const decision = marked === undefined ? chooseReading(scene, index, readUsually) : undefined
    if (decision !== undefined) decisions.set(index, decision)
    const wording = marked ?? decision?.wording ?? readUsually(index)
    parts.push(...(index > 0 ? withoutSecondArticle(wording, tokens[index - 1]!) : wording))
  }
  return { parts, decisions }
}

/** Of `the 12/03 meeting`: what begins with an article loses it behind another. */
function withoutSecondArticle(wording: Wording, { lower, after }: Token): Wording {
  const [first = [], ...rest] = wording
  const isSecond = first.length > 1 && first[0]!.text === 'the' && first[0]!.written === undefined
  return isSecond && after.length === 0 && BEFORE_NO_ARTICLE.has(lower) ? [first.slice(1), ...rest] : wording
}

type Surroundings = { readonly runs: readonly MarkupRun[]; readonly before: SpokenWord | undefined }

function readMarkedUp({ kind, run, text, name }: Token, { runs, before }: Surroundings): Wording | undefined {
  if (kind === 'emoji') return [say(name ?? 'emoji')]
  if (kind === 'clitic') return [readClitic(text, typeof before?.sound === 'string' ? undefined : before?.sound.at(-1))]
  const marked = kind === 'pronounced' ? runs[run] : undefined
  return marked?.kind === 'pronounced' ? [readPronounced(marked)] : undefined
}

/** All tokens of one say-as element together, its words shared out over them. */
function readBySayAs(scene: Scene, index: number): Wording | undefined {
  const { sayAs, run } = scene.tokens[index]!
  if (sayAs === undefined) return undefined
  const texts: string[] = []
  for (let i = index; scene.tokens[i]?.run === run; i++) texts.push(scene.tokens[i]!.text)
  const words = readSayAs(texts.join(' '), sayAs, scene)
  return words === undefined ? undefined : shareOut(words, texts.length)
}

function readAlone({ text, kind }: Token, scene: Scene): readonly SpokenWord[] {
  if (kind === 'marker') return readMarker(text, scene)
  if (kind === 'accented') return [wordOf(text)]
  return kind === 'web' ? readWeb(text, scene) : readPiece(text, scene)
}

function readByRule(scene: Scene, index: number): Wording | undefined {
  for (const rule of rulesFor(scene, index)) {
    const wording = rule(scene, index)
    // A rule that finds no words for a figure has not read it.
    if (wording?.every((part) => part.length > 0) === true) return wording
  }
  return undefined
}

const BEFORE_NO_ARTICLE = wordList('before no article')

const NO_RULES: readonly Rule[] = []

/** Most tokens are plain words without a stop, which no rule concerns. */
function rulesFor({ tokens }: Scene, index: number): readonly Rule[] {
  const { text, kind } = tokens[index]!
  if (kind !== 'text' || text.length > 40) return NO_RULES
  const shape = shapeOf(text)
  if ((shape === 'lower' || shape === 'capitalized') && isPlain(tokens, index)) return NO_RULES
  if (shape === 'lower' || shape === 'word') return WORD_RULES
  return shape === 'digits' || shape === 'figure' || shape === 'sign' ? FIGURE_RULES : NAME_RULES
}

/**
 * Letters of one case, but for the first, that no rule can match: a word that is in no table of abbreviations, days, months,
 * shorthand and streets, and is no Roman numeral. Only `ma` in `F = ma` needs a rule although it looks like one.
 */
function isPlain(tokens: readonly Token[], index: number): boolean {
  const { text, lower, dotted } = tokens[index]!
  if (dotted || text.length < (text === lower ? 2 : 3)) return false
  if (text === lower && text.length > 6) return !MONTHS.has(lower)
  if (tokens[index - 1]?.text === '=') return false
  return !TABLED.has(lower) && !/^[ivxl]+$/.test(text)
}

const TABLED: ReadonlySet<string> = new Set([
  ...ABBREVIATIONS.keys(),
  ...CHAT_WORDS.keys(),
  ...MONTHS.keys(),
  ...[...DAYS.keys()].flatMap((day) => [day, `${day}s`]),
  ...BIBLE_BOOKS.keys(),
  ...CITED_WORDS,
  ...UNITS.keys(),
  ...'kr zl'.split(' '),
])

/** At least three in five words of two letters or more are in capitals, and more than half of those, at least two, are not acronyms. */
function isShouting(tokens: readonly Token[], isWord: Manner['isWord']): boolean {
  let capitals = 0
  let loud = 0
  let words = 0
  for (const [i, { text, lower }] of tokens.entries()) {
    if (!isLetterCode(text.charCodeAt(0)) || !isLetterCode(text.charCodeAt(1))) continue
    words += 1
    if (text.charCodeAt(1) > 90 || !/^[A-Z']+$/.test(text)) continue
    capitals += 1
    if (!isTeamWithPoints(tokens, i) && isWord(lower) && !SPELLED.has(lower) && /[aeiouy]/.test(lower)) loud += 1
  }
  return loud > 1 && loud / capitals > 0.5 && capitals / words >= 0.6
}

/** `PHI 31, DAL 27`: three letters before a figure are no loud word. */
function isTeamWithPoints(tokens: readonly Token[], index: number): boolean {
  return tokens[index]!.text.length <= 3 && /^\d+(?:-\d+)?$/.test(tokens[index + 1]?.text ?? '')
}
