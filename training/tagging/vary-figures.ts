import type { Token, TreeSentence } from './read-treebank.ts'
import { createRandom, type Random } from './shuffle.ts'

/** A token to insert. Its head is the index of another of the inserted tokens, or OUTSIDE. */
type Part = Pick<Token, 'form' | 'universal' | 'penn' | 'relation' | 'head'>

/** Parts are inserted after token `at`, and belong to token `head`. */
type Place = { readonly at: number; readonly head: number }

/** Names and units of the treebank, and choices among them. */
type Pen = Random & { readonly names: readonly string[]; readonly units: readonly string[] }

/** A way of writing figures: the places that allow it, and what is inserted there. */
type Shape = {
  readonly find: (tokens: readonly Token[]) => readonly Place[]
  readonly write: (pen: Pen) => readonly Part[]
}

const OUTSIDE = -1
const CODES = ['2', '7', '8', '12', '22', '340', '6B', '22B', 'A4', '3.2', '66', 'PX-2209', '11', '5']
const REPEATED = ['year on year', 'month on month', 'week by week', 'face to face', 'day to day', 'side by side']
const DAYS = ['Wednesday', 'Thu', 'Friday', 'Monday', 'Sat', 'Tue']
const MONTHS = ['October', 'June', 'March', 'December']
const DURATIONS = ['hours minutes', 'minutes seconds', 'feet inches', 'pounds ounces', 'h min']
const PENN_TAGS: Readonly<Record<string, string>> = {
  ADP: 'IN',
  CCONJ: 'CC',
  DET: 'DT',
  NOUN: 'NN',
  NUM: 'CD',
  PROPN: 'NNP',
}

const SHAPES: readonly Shape[] = [
  { find: findCounts, write: writeSecondNumber },
  { find: findNouns, write: ({ pick }) => [partOf('NUM', 'nummod', pick(CODES))] },
  { find: findClauseEnds, write: writeRange },
  { find: findClauseEnds, write: writeRepeated },
  { find: findClauseEnds, write: writeDay },
  { find: findClauseEnds, write: writeDuration },
]

/**
 * Returns the sentences with more figures in them, as people write them in mail, manuals and news: ranges, dimensions, codes and
 * dates, each in one of the places of the sentence that allow it. Sentences without such a place are left out.
 */
export function varyFigures(trees: readonly TreeSentence[]): readonly TreeSentence[] {
  const names = trees.flatMap(({ tokens }) => tokens.filter(isName).map(({ form }) => form))
  const units = trees.flatMap(({ tokens }) => findCounts(tokens).map(({ at }) => tokens[at + 1]!.form))
  return trees.flatMap((tree) => {
    const pen = { ...createRandom(tree.index), names, units }
    const possible = SHAPES.flatMap(({ find, write }) => {
      const places = find(tree.tokens)
      return places.length === 0 ? [] : [{ place: pen.pick(places), write }]
    })
    if (possible.length === 0) return []
    const { place, write } = pen.pick(possible)
    return [insertParts(tree, place, write(pen))]
  })
}

/** Finds places of a single name. */
function isName({ universal, relation, form }: Token): boolean {
  return universal === 'PROPN' && relation === 'obl' && /^[A-Z][a-z]+$/.test(form)
}

/** Finds numbers directly before their noun. */
function findCounts(tokens: readonly Token[]): readonly Place[] {
  return tokens.flatMap(({ universal, relation, head }, at) =>
    universal === 'NUM' && relation === 'nummod' && head === at + 1 ? [{ at, head: at }] : [],
  )
}

/** Finds nouns and parts of names that a number may follow. */
function findNouns(tokens: readonly Token[]): readonly Place[] {
  return tokens.flatMap(({ penn, relation }, at) => {
    const next = tokens[at + 1]
    const isNoun = penn === 'NNP' || (penn === 'NN' && !/^(?:compound|nmod:unmarked)$/.test(relation))
    if (!isNoun || next === undefined || next.penn === 'HYPH') return []
    const isOpen = !/^(?:NOUN|ADJ|NUM|PART|SYM)$/.test(next.universal)
    const isInName = next.universal !== 'PROPN' || relation === 'compound' || relation === 'flat'
    return isOpen && isInName ? [{ at, head: at }] : []
  })
}

/** Finds the last words of clauses, at the end of the sentence or before a conjunction. */
function findClauseEnds(tokens: readonly Token[]): readonly Place[] {
  return tokens.flatMap(({ universal }, at) => {
    if (at < 2 || !/^(?:NOUN|PROPN|ADV|PRON)$/.test(universal)) return []
    const head = verbBefore(tokens, tokens[at + 1])
    return head !== undefined && head <= at ? [{ at, head }] : []
  })
}

/** The verb of the clause that ends before a token. */
function verbBefore(tokens: readonly Token[], next: Token | undefined): number | undefined {
  const isVerb = (at: number) => tokens[at]?.universal === 'VERB'
  if (next === undefined || /^[.!?]$/.test(next.form)) {
    const root = tokens.findIndex(({ head }) => head < 0)
    return isVerb(root) ? root : undefined
  }
  const clause = /^(?:cc|mark)$/.test(next.relation) ? tokens[next.head] : undefined
  return clause !== undefined && /^(?:conj|advcl)$/.test(clause.relation) && isVerb(clause.head)
    ? clause.head
    : undefined
}

/** `(two) to ten`, `(two) x ten`, `(two) or ten`. */
function writeSecondNumber({ pick, below }: Pen): readonly Part[] {
  const link = pick(['to', 'to', 'x', 'by', 'or'])
  const opener = link === 'or' ? partOf('CCONJ', 'cc', link) : partOf('ADP', 'case', link)
  return [{ ...opener, head: 1 }, partOf('NUM', link === 'or' ? 'conj' : 'nmod', String(below(90) + 1))]
}

/** `from Monday to Friday`, `between the house and the road`, `8 a.m. to 6 p.m.` */
function writeRange(pen: Pen): readonly Part[] {
  const opener = pen.pick(['from', 'between', ''])
  const [first, second] = writeEnds(pen)
  const start = [...(opener === '' ? [] : [partOf('ADP', 'case', opener)]), ...first]
  const link = opener === 'between' ? partOf('CCONJ', 'cc', 'and') : partOf('ADP', 'case', 'to')
  const relation = opener === 'between' ? 'conj' : opener === 'from' ? 'obl' : 'nmod'
  return [
    ...attach(start, { from: 0, relation: 'obl', head: OUTSIDE }),
    ...attach([link, ...second], {
      from: start.length,
      relation,
      head: opener === 'from' ? OUTSIDE : start.length - 1,
    }),
  ]
}

function writeEnds(pen: Pen): readonly [readonly Part[], readonly Part[]] {
  const { pick, below, names, units } = pen
  const number = (most: number) => partOf('NUM', 'nummod', String(below(most) + 1))
  const name = (all: readonly string[]) => partOf('PROPN', 'compound', pick(all))
  const unit = (all: readonly string[]) => partOf('NOUN', 'compound', pick(all))
  const the = () => partOf('DET', 'det', 'the')
  const time = () => [partOf('NUM', 'nummod', pick(['7', '8', '6:30', '9:15'])), unit(['a.m.', 'p.m.', 'am', 'pm'])]
  return pick<() => readonly [readonly Part[], readonly Part[]]>([
    () => [time(), time()],
    () => [[number(99)], [number(99), unit(units)]],
    () => [[number(2000)], [number(2000)]],
    () => [[name(names)], [name(names)]],
    () => [
      [the(), unit(units)],
      [the(), unit(units)],
    ],
    () => [
      [the(), unit(units)],
      [the(), unit(units)],
    ],
    () => [[name(DAYS)], [name(DAYS)]],
    () => [
      [number(30), name(MONTHS)],
      [number(30), name(MONTHS)],
    ],
  ])()
}

/** `year on year` */
function writeRepeated({ pick }: Pen): readonly Part[] {
  const [first = '', link = '', second = ''] = pick(REPEATED).split(' ')
  return [
    partOf('NOUN', 'obl:unmarked', first),
    { ...partOf('ADP', 'case', link), head: 2 },
    { ...partOf('NOUN', 'nmod', second), head: 0 },
  ]
}

/** `on Thursday the 15th` */
function writeDay({ pick }: Pen): readonly Part[] {
  return [
    { ...partOf('ADP', 'case', pick(['on', 'by', 'for', 'until'])), head: 1 },
    partOf('PROPN', 'obl', pick(DAYS)),
    { ...partOf('DET', 'det', 'the'), head: 3 },
    { ...partOf('NUM', 'nmod:unmarked', pick(['15th', '3rd', '12th', '1st', '22nd'])), head: 1 },
  ]
}

/** `in 5 minutes 8 seconds` */
function writeDuration({ pick, below }: Pen): readonly Part[] {
  const [large = '', small = ''] = pick(DURATIONS).split(' ')
  const number = () => partOf('NUM', 'nummod', String(below(58) + 2))
  return [
    { ...partOf('ADP', 'case', pick(['in', 'by', 'after', 'at'])), head: 2 },
    { ...number(), head: 2 },
    partOf('NOUN', 'obl', large),
    { ...number(), head: 4 },
    { ...partOf('NOUN', 'nmod:unmarked', small), head: 2 },
  ]
}

function partOf(universal: string, relation: string, form: string): Part {
  return { form, universal, penn: PENN_TAGS[universal]!, relation, head: OUTSIDE }
}

/** Makes the last part the head of the others. `from` is the index of the first part. */
function attach(
  parts: readonly Part[],
  { from, ...last }: Pick<Part, 'relation' | 'head'> & { from: number },
): readonly Part[] {
  const end = parts.length - 1
  return parts.map((part, i) => (i === end ? { ...part, ...last } : { ...part, head: from + end }))
}

function insertParts({ index, text, tokens }: TreeSentence, { at, head }: Place, parts: readonly Part[]): TreeSentence {
  const { end } = tokens[at]!
  const written = parts.map(({ form }) => ` ${form}`).join('')
  const moved = (place: number) => (place > at ? place + parts.length : place)
  const kept = tokens.map((token) => ({
    ...token,
    head: moved(token.head),
    start: token.start >= end ? token.start + written.length : token.start,
    end: token.end > end ? token.end + written.length : token.end,
  }))
  let from = end
  const inserted = parts.map((part) => {
    const start = from + 1
    from = start + part.form.length
    return { ...part, start, end: from, head: part.head === OUTSIDE ? moved(head) : at + 1 + part.head }
  })
  return {
    index,
    text: text.slice(0, end) + written + text.slice(end),
    tokens: [...kept.slice(0, at + 1), ...inserted, ...kept.slice(at + 1)],
  }
}
