import {
  BREAK,
  type Canvas,
  EMOJI,
  JOINT,
  PARAGRAPH_EDGE,
  PRONOUNCED,
  SENTENCE_EDGE,
} from '../../characters/lay-out-characters.ts'
import { wordList } from '../../english/word-list.ts'
import type { MarkupRun } from '../../markup/tree/markup-run.ts'
import { matchAt } from '../../match-at.ts'
import type { Steps } from '../../steps.ts'
import { findEmojiRow, isEmojiSaid } from './judge-emoji.ts'
import { DOUBTED_SIGN, findDoubtedSign, isMinus, isUsuallySaidSign, type SignPlace } from './judge-sign.ts'
import { judgeLineEnd, LINK_TARGET, LIST_MARKER, TASK_BOX } from './line-marks.ts'
import { findAbsolute, isFootSign, isSubsection } from './lone-sign.ts'
import { CLITIC, EMAIL, PIECE, RULER, WEB_ADDRESS } from './piece-pattern.ts'
import { findRangeStart } from './spaced-range.ts'
import { type Mark, type MarkKind, POWER, type Token } from './token.ts'
import { isLetterCode } from './token-shape.ts'

/** Behind these, `★` describes what follows: `a 5★ hotel`. */
const BEFORE_STARS = wordList('before stars')
/** Units and dates that end the first half of a range: `5 ft-6 ft`. */
const BEFORE_DASH = wordList('before a joined dash')

/** What may end such a range: `8 a.m.–noon`, `10 p.m.–Sun. 6 a.m.` */
const RANGE_END = /^(?:\d|[A-Z][a-z]{2}|noon|midnight)/

/** What is heard in the place of such a sign if it is not said. */
const UNSAID_MARKS: Readonly<Record<string, MarkKind>> = {
  '-': '-',
  '–': '-',
  '|': ',',
  '?': '?',
  '!': '!',
  ':': ':',
}

export type SplitTokensOptions = {
  readonly runs: readonly MarkupRun[]
  /** Knows a lower-case word; distinguishes `end.Start` from `Node.js`. */
  readonly isWord: (word: string) => boolean
}

type DraftToken = Omit<Token, 'after'> & { readonly after: Mark[] }

const MARKS: Readonly<Record<string, MarkKind>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '.': '.',
  '?': '?',
  '!': '!',
  '…': '…',
  '—': '-',
  '(': '(',
  '[': '(',
  '{': '(',
  ')': ')',
  ']': ')',
  '}': ')',
  '"': '"',
  [BREAK]: 'break',
  [SENTENCE_EDGE]: 'sentence',
  [PARAGRAPH_EDGE]: 'paragraph',
}

/** The written tokens of a text in order, and the positions of emoji that only decorate it. */
export type SplitText = { readonly tokens: readonly Token[]; readonly decorations: readonly number[] }

/** Splits a text into tokens, each with the punctuation after it. What comes before the first is dropped. */
export function splitTokensInSteps(canvas: Canvas, options: SplitTokensOptions): Steps<SplitText> {
  return new Splitter(canvas, options).split()
}

/** Tokens and marks that are taken in one step. */
const STEP = 512

/** Walks along the canvas once. A class because token, line and position change together. */
class Splitter {
  readonly #canvas: Canvas
  readonly #runs: readonly MarkupRun[]
  readonly #text: string
  readonly #isWord: (word: string) => boolean
  readonly #mayHoldWeb: boolean
  readonly #tokens: DraftToken[] = []
  readonly #decorations: number[] = []
  #at = 0
  #lineStart = 0
  #joined = false
  /** Double quotes so far in the paragraph: odd while a quotation is open. */
  #quotes = 0
  /** Length of the line that has just ended, until the next token shows what its end means. */
  #endedLine: number | undefined
  /** The position of the second bar of `|x|`, while the first is open. */
  #closingBar: number | undefined

  constructor(canvas: Canvas, { runs, isWord }: SplitTokensOptions) {
    this.#runs = runs
    this.#canvas = canvas
    this.#text = canvas.text
    this.#isWord = isWord
    this.#mayHoldWeb = /@|:\/\/|www\.|\.[a-z]{2,4}[/?:]/i.test(canvas.text)
  }

  *split(): Steps<SplitText> {
    for (let taken = 1; this.#at < this.#text.length; taken++) {
      if (taken % STEP === 0) yield
      const character = this.#text[this.#at]
      if (character === EMOJI) this.#takeEmoji()
      else if (character === '/' && this.#partsArrows()) this.#push('/', 'emoji', { name: 'or' })
      else if (!this.#takeSpace() && !this.#takeMarker() && !this.#takeWeb() && !this.#takePiece()) this.#takeMark()
    }
    return { tokens: this.#tokens, decorations: this.#decorations }
  }

  /** A row of emoji: each is said once, unless it only decorates the line. */
  #takeEmoji(): void {
    const { positions, end } = findEmojiRow(this.#text, this.#at)
    const before = this.#endedLine === undefined ? this.#tokens.at(-1) : undefined
    const rates = this.#canvas.emoji.get(this.#at)?.endsWith(' stars') === true
    if (rates || this.#countsStars() || isEmojiSaid(before, this.#text.slice(end, end + 201)))
      this.#nameEmoji(positions)
    else this.#decorations.push(...positions)
    if (rates && before === undefined) this.#mark(',', this.#at)
    this.#at = end
    this.#joined = false
  }

  /** `4.9★`: a star right behind its figure. */
  #countsStars(): boolean {
    const last = this.#tokens.at(-1)
    return last?.end === this.#at && /^\d(?:\.\d)?$/.test(last.text) && this.#canvas.emoji.get(this.#at) === 'star'
  }

  #nameEmoji(positions: readonly number[]): void {
    const names = new Set<string>()
    for (const at of positions) {
      const name = this.#canvas.emoji.get(at)
      if (name === undefined || names.has(name)) continue
      const [figure, before] = [this.#tokens.at(-1), this.#tokens.at(-2)]
      const isCounted =
        name === 'star' && /^(?!1$)\d+(?:\.\d)?$/.test(figure?.text ?? '') && !BEFORE_STARS.has(before?.lower ?? '')
      names.add(name)
      if (names.size > 1) this.#mark(',', this.#at)
      this.#at = at
      this.#push(EMOJI, 'emoji', { name: isCounted ? 'stars' : name })
    }
  }

  /** Whether the slash here parts two keys: `↑/↓`, `←/→`. */
  #partsArrows(): boolean {
    const sides = [this.#at - 1, this.#at + 1]
    return (
      sides.every((at) => this.#text[at] === EMOJI || this.#text[at] === '→') &&
      sides.some((at) => this.#canvas.emoji.get(at)?.endsWith(' arrow'))
    )
  }

  #takeSpace(): boolean {
    let at = this.#at
    let lines = 0
    for (; isSpace(this.#text.charCodeAt(at)); at++) {
      if (this.#text[at] !== '\n' && (this.#text[at] !== '\r' || this.#text[at + 1] === '\n')) continue
      if (lines === 0) this.#endedLine = this.#at - this.#lineStart
      this.#lineStart = at + 1
      lines += 1
    }
    if (at === this.#at) return false
    if (lines > 1) {
      this.#mark('paragraph', at - 1)
      this.#quotes = 0
    }
    this.#at = at
    this.#joined = false
    return true
  }

  /** The number or letter of a list's entry, a pause after it: the stop or bracket behind it ends no sentence. */
  #takeMarker(): boolean {
    if (this.#endedLine === undefined && this.#tokens.length > 0) return false
    if (this.#tokens.at(-1)?.end === this.#at) return false
    const marker = matchAt(LIST_MARKER, this.#text, this.#at)?.[0]
    if (marker === undefined) return false
    if (this.#endedLine !== undefined) this.#mark('sentence', this.#at)
    this.#push(marker, 'marker')
    this.#mark(',', this.#at)
    this.#at += 1
    return true
  }

  #takeWeb(): boolean {
    if (!this.#mayHoldWeb || !/[A-Za-z0-9]/.test(this.#text[this.#at]!)) return false
    const match = matchAt(EMAIL, this.#text, this.#at)?.[0] ?? matchAt(WEB_ADDRESS, this.#text, this.#at)?.[0]
    if (match === undefined) return false
    this.#push(match.replace(/[^A-Za-z0-9/]+$/, ''), 'web')
    return true
  }

  #takePiece(): boolean {
    const silent = this.#findSilent()
    if (silent > 0) {
      this.#at += silent
      return true
    }
    const piece = matchAt(PIECE, this.#text, this.#at)?.[0]
    if (piece === undefined) return this.#takeSpacedSign()
    // The only spaces in a piece are those between groups of digits, which later stages know by their commas.
    const start = this.#startOfRange(piece)
    const written = start ?? this.#beforeAddress(this.#beforeMissingSpace(piece))
    this.#push(toPointedDecimals(written).replaceAll(' ', ',').replace(/^–/, '-'), this.#kindOf(written))
    if (start !== undefined) this.#push(this.#text[this.#at]!, 'text')
    return true
  }

  /** The part of a range of dates before its dash, which is said. */
  #startOfRange(piece: string): string | undefined {
    if (piece.length > 20 || !/\w[-–]\w/.test(piece)) return undefined
    const end = this.#at + piece.length
    return findRangeStart(piece, this.#tokens, this.#text.slice(end, end + 11))
  }

  /** Letters with a mark are a word: `Môn` is no Monday, and `CAFÉ` no acronym. Short capitals may be one: `ÖBB`. */
  #kindOf(piece: string): 'text' | 'accented' {
    const { accents } = this.#canvas
    if (accents.size === 0 || !/^(?![A-Z]{1,4}$)[A-Za-z]{2,}$/.test(piece)) return 'text'
    for (let at = this.#at; at < this.#at + piece.length; at++) if (accents.has(at)) return 'accented'
    return 'text'
  }

  /** The length of signs that look like a piece and say nothing: a ruler, and the sign of `Copyright © 2024` and `© Copyright 2024`. */
  #findSilent(): number {
    if (isLetterCode(this.#text.charCodeAt(this.#at))) return 0
    if (this.#text[this.#at] !== '©') return matchAt(RULER, this.#text, this.#at)?.[0].length ?? 0
    const isSaid = this.#tokens.at(-1)?.lower === 'copyright'
    return isSaid || /^.\s?copyright/i.test(this.#text.slice(this.#at, this.#at + 12)) ? 1 : 0
  }

  /** A sign that is said, or may be. */
  #takeSpacedSign(): boolean {
    const place: SignPlace = {
      text: this.#text,
      at: this.#at,
      tokens: this.#tokens,
      joined: this.#joined,
      lineStart: this.#lineStart,
      beginsLine: this.#endedLine !== undefined,
    }
    const sure = this.#findAskedFor() ?? (isMinus(place) ? '−' : undefined)
    const isUsuallySaid = isUsuallySaidSign(place)
    const doubted = sure === undefined ? findDoubtedSign(place) : undefined
    const sign = sure ?? doubted ?? (isUsuallySaid ? place.text[place.at] : undefined)
    if (sign === undefined) return false
    const doubt = { mark: UNSAID_MARKS[sign[0]!], isUsuallySaid }
    this.#push(sign, 'text', doubted === undefined ? {} : { doubt })
    return true
  }

  /** A sign that is alone in a say-as element. */
  #findAskedFor(): string | undefined {
    const run = this.#runs[this.#canvas.runs[this.#at]!]
    if (run?.kind !== 'text' || run.sayAs === undefined) return undefined
    const sign = matchAt(DOUBTED_SIGN, this.#text, this.#at)?.[0] ?? this.#text[this.#at]
    return run.text.trim() === sign ? sign : undefined
  }

  /** `It ended.Then it began`: the part before the stop, if both sides are words. */
  #beforeMissingSpace(piece: string): string {
    if (!/[a-z]\.[A-Z]/.test(piece)) return piece
    const [, left, right] = /^([A-Za-z'-]*[a-z])\.([A-Z][a-z']*)/.exec(piece) ?? []
    if (left === undefined || right === undefined || left.length < 2) return piece
    if (right.length < 2 && (left.length < 3 || !/[AI]/.test(right))) return piece
    return this.#isWord(left.toLowerCase()) && this.#isWord(right.toLowerCase()) ? left : piece
  }

  /** `DATABASE_URL=` in `DATABASE_URL=postgres://db/main`: what follows is an address. */
  #beforeAddress(piece: string): string {
    const end = this.#at + piece.length
    if (this.#text[end] !== ':' || !this.#text.startsWith('://', end)) return piece
    return /^[A-Za-z]\w*=(?=[a-z]+$)/.exec(piece)?.[0] ?? piece
  }

  #takeMark(): void {
    const character = this.#text[this.#at]!
    const clitic =
      this.#tokens.at(-1)?.after.length === 0 && this.#joined ? matchAt(CLITIC, this.#text, this.#at)?.[0] : undefined
    if (character === PRONOUNCED) this.#push(character, 'pronounced')
    else if (character === JOINT) this.#at += 1
    else if (clitic !== undefined) this.#push(clitic, 'clitic')
    else if (character === '^' && this.#raisesBracket()) this.#push(character, 'emoji', { name: POWER })
    else this.#takePunctuation(character)
  }

  #takePunctuation(character: string): void {
    if (this.#takeMeasureSign(character)) return
    if (character === '"') this.#quotes += 1
    const kind = isSubsection(this.#text, this.#at) ? undefined : MARKS[character]
    if (kind !== undefined) this.#mark(kind, this.#at)
    else if (character === '-' || character === '–') this.#takeDash()
    else if (/[•*+]/.test(character)) this.#takeBullet()
    else if (character === '|') this.#takeBar()
    this.#at += (character === ']' ? matchAt(LINK_TARGET, this.#text, this.#at)?.[0].length : undefined) ?? 1
  }

  /** The sign of the power in `x^(n+1)` and `(a+b)^2`. */
  #raisesBracket(): boolean {
    return this.#joined && (this.#text[this.#at + 1] === '(' || this.#text[this.#at - 1] === ')')
  }

  /** A bar between two cells of a table, or at the start of its row; the bars of `|x|`. */
  #takeBar(): void {
    const absolute = this.#text[this.#lineStart] === '|' ? undefined : findAbsolute(this.#text, this.#at)
    if (this.#at === this.#closingBar) this.#closingBar = undefined
    else if (absolute !== undefined) {
      this.#closingBar = this.#at + absolute.length - 1
      this.#push('|', 'emoji', { name: 'the absolute value of' })
      this.#at -= 1
    } else if (this.#endedLine !== undefined) this.#mark('sentence', this.#at)
    else if (this.#tokens.at(-1)?.after.length === 0) this.#mark(',', this.#at)
  }

  /** `12"` with no quotation open, and the feet of `5' 10"`: the sign belongs to the figure before it. */
  #takeMeasureSign(character: string): boolean {
    const last = this.#tokens.at(-1)
    if (last?.end !== this.#at || last.after.length > 0 || !/[\d¼-¾⅐-⅞]$/.test(last.text.slice(-1))) return false
    const isInch = character === '"' && this.#quotes % 2 === 0
    const isFoot = character === "'" && isFootSign(this.#text, this.#at)
    if (!isInch && !isFoot) return false
    this.#tokens[this.#tokens.length - 1] = { ...last, text: last.text + character, end: this.#at + 1 }
    this.#at += 1
    return true
  }

  /** A dash is heard with white space on both sides or none, or doubled: not in `pre- and post-war`. */
  #takeDash(): void {
    const last = this.#tokens.at(-1)?.text ?? ''
    if (
      this.#joined &&
      (/["'″′]$|(?:^|\d)[ap]\.m$/.test(last) || BEFORE_DASH.has(last)) &&
      RANGE_END.test(this.#text.slice(this.#at + 1, this.#at + 9))
    ) {
      this.#push(this.#text[this.#at]!, 'text')
      this.#at -= 1
      return
    }
    const doubled = this.#text[this.#at + 1] === '-' || this.#text[this.#at - 1] === '-'
    const spaceAfter = isSpace(this.#text.charCodeAt(this.#at + 1))
    if (this.#endedLine !== undefined && spaceAfter) this.#takeBullet()
    else if (doubled || !this.#joined || !spaceAfter || this.#text[this.#at] === '–') this.#mark('-', this.#at)
  }

  #takeBullet(): void {
    const beginsLine = this.#endedLine !== undefined
    const isSpaced = isSpace(this.#text.charCodeAt(this.#at + 1))
    if (this.#text[this.#at] === '•' || (beginsLine && isSpaced)) this.#mark('sentence', this.#at)
    if (isSpaced) this.#at += matchAt(TASK_BOX, this.#text, this.#at + 2)?.[0].length ?? 0
  }

  #mark(kind: MarkKind, at: number): void {
    const after = this.#tokens.at(-1)?.after
    if (after === undefined) return
    const last = after.at(-1)
    if (kind === '.' && last?.at === at - 1 && (last.kind === '.' || last.kind === '…')) {
      after[after.length - 1] = { kind: '…', at }
    } else after.push({ kind, at })
  }

  #push(text: string, kind: Token['kind'], more: Pick<Token, 'name' | 'doubt'> = {}): void {
    const start = this.#at
    this.#endLine(text)
    this.#at = start + text.length
    const run = this.#canvas.runs[start]!
    const marked = this.#runs[run]
    const sayAs = marked?.kind === 'text' ? marked.sayAs : undefined
    const shown = kind === 'pronounced' || kind === 'emoji' ? '' : text
    const lower = shown.toLowerCase()
    const joined = this.#joined
    const token = { text: shown, lower, start, end: this.#at, run, joined, kind, dotted: false, sayAs, after: [] }
    this.#tokens.push({ ...token, ...more })
    this.#joined = true
  }

  #endLine(next: string): void {
    const length = this.#endedLine
    this.#endedLine = undefined
    const last = this.#tokens.at(-1)
    if (length === undefined || last === undefined || last.after.some(({ kind }) => kind === 'sentence')) return
    const lineEnd = this.#text.indexOf('\n', this.#at)
    const nextLine = this.#text.slice(this.#at, Math.min(lineEnd < 0 ? this.#text.length : lineEnd, this.#at + 60))
    if (judgeLineEnd(last, { length, next, nextLine }) === 'sentence')
      last.after.push({ kind: 'sentence', at: last.end - 1 })
  }
}

/** `€1.234,50` as `€1,234.50`: a comma before two figures, or a point before three of an amount in euros, is that of the Continent. */
function toPointedDecimals(piece: string): string {
  if (!piece.includes(',') && !piece.startsWith('€')) return piece
  if (!/,\d\d(?![\d,])|^€\d{1,3}(?:\.\d{3})+(?!\d)/.test(piece)) return piece
  return piece.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
}

/** White space of ASCII, line ends included; other white space is folded to it before. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}
