import type { Example } from './read-examples.ts'
import type { Token } from './read-treebank.ts'
import { measurePhrases, type TreeShape, upwards } from './tree-shape.ts'

/** Whether a gap may be broken, as far as the tree says it. */
export const LOOSE = 0
export const TIGHT = 1
export const UNKNOWN = -1

/** Relations of a word or phrase to a head after it, from which nothing parts it. */
const LEANING = new Set(
  'det amod compound nummod case mark aux cop cc flat fixed goeswith expl nmod:poss nmod:desc det:predet cc:preconj'.split(
    ' ',
  ),
)
/** Relations of a word to a head before it, from which nothing parts it. */
const CLINGING = new Set('flat fixed goeswith compound:prt'.split(' '))
/** Relations of what completes a verb, and the most words that it may have to belong to it without a break. */
const COMPLEMENTS: ReadonlyMap<string, number> = new Map([
  ['obj', 3],
  ['iobj', 3],
  ['xcomp', 3],
  ['obl', 3],
  ['obl:agent', 2],
  ['advmod', 1],
  ['nsubj', 2],
  ['expl', 1],
  ['amod', 1],
  ['nummod', 1],
])
/** Words of a phrase with `of` or `to` that is not parted from its noun. */
const SHORT_OF = 3
/** Words of a noun without a preposition that measures another: `ten euros | a month`. */
const SHORT_UNMARKED = 2
/** Words of each end of a range, and of each part of what `between` and `both` join. */
const SHORT_END = 4

/** Relations of the first word of a verb. */
const OPENERS = /^(?:aux|cop|advmod)/
/** Words of a subject that is not parted from its verb. */
const SHORT_SUBJECT = 2
/** Words of an object with what follows its noun. */
const SHORT_OBJECT = 6

type Sides = {
  readonly tokens: readonly Token[]
  readonly shape: TreeShape
  readonly left: readonly number[]
  readonly right: readonly number[]
}

/** For each written word but the last: whether the gap after it is tight. Gaps with a mark are unknown. */
export function labelGaps({ words, starts, tokens, tree }: Example): Int8Array {
  const shape = measurePhrases(tree.tokens)
  return Int8Array.from({ length: Math.max(0, tokens.length - 1) }, (_, at) => {
    const [left, right] = [tokens[at]!, tokens[at + 1]!]
    const isMarked = words[starts[at + 1]! - 1]!.boundary !== undefined
    if (isMarked || left.length === 0 || right.length === 0) return UNKNOWN
    return labelGap({ tokens: tree.tokens, shape, left, right })
  })
}

function labelGap(sides: Sides): number {
  const { tokens, left, right } = sides
  const between = tokens.slice(left.at(-1)! + 1, right[0])
  if (left.at(-1)! >= right[0]!) return TIGHT
  if (between.some(({ penn }) => penn !== 'HYPH')) return leansOn(sides) ? TIGHT : UNKNOWN
  return between.length > 0 || leansOn(sides) || clingsTo(sides) || isRange(sides) ? TIGHT : LOOSE
}

/** True if what ends on the left belongs to a head on the right. */
function leansOn(sides: Sides): boolean {
  const { tokens, shape, left } = sides
  const end = left.at(-1)!
  return left.some((from) =>
    upwards(tokens, from).some((at) => tokens[at]!.head > end && shape.last[at]! <= end && isLeaning(sides, at, end)),
  )
}

function isLeaning({ tokens, shape }: Sides, at: number, end: number): boolean {
  const { relation, penn, head } = tokens[at]!
  const [base = ''] = relation.split(':')
  const words = shape.words[at]!
  if (LEANING.has(relation) || (base !== 'nmod' && LEANING.has(base))) return true
  if (penn.startsWith('W')) return true
  const isNear = end + 1 === head || (tokens[end + 1]!.head === head && OPENERS.test(tokens[end + 1]!.relation))
  if (base === 'advmod') return tokens[head]!.universal !== 'VERB' || isNear
  if (base === 'nsubj') return isNear && words <= SHORT_SUBJECT
  if (base === 'discourse') return end + 1 === head
  return relation.endsWith(':unmarked') && end + 1 === head && tokens[head]!.universal.startsWith('AD')
}

/** True if what begins on the right belongs to a head on the left. */
function clingsTo(sides: Sides): boolean {
  const { tokens, shape, right } = sides
  const [start] = right
  return right.some((from) =>
    upwards(tokens, from).some(
      (at) => shape.first[at]! >= start! && tokens[at]!.head < start! && isClinging(sides, at),
    ),
  )
}

function isClinging(sides: Sides, at: number): boolean {
  const { tokens, shape, left, right } = sides
  const { relation, head, universal } = tokens[at]!
  if (head < 0) return false
  const [base = ''] = relation.split(':')
  if (CLINGING.has(relation) || base === 'flat') return true
  const isNext = left.includes(head) || isBetween(tokens, left, head)
  if (!isNext) return false
  const words = shape.words[at]!
  if (words <= (COMPLEMENTS.get(relation) ?? 0)) return true
  if (universal === 'NUM' && (/^(?:nummod|nmod:unmarked)$/.test(relation) || tokens[head]!.universal === 'NUM'))
    return true
  if (relation === 'obj' && words <= SHORT_OBJECT && at - right[0]! < 3) return true
  if (/^(?:nmod|obl):unmarked$/.test(relation) && words <= SHORT_UNMARKED) return true
  if (isContactClause(sides, at) || isComparison(sides, at)) return true
  if (base === 'nmod')
    return words <= (/^(?:of|to)$/.test(formOf(tokens, right[0]!)) || isRepeated(sides, at) ? SHORT_OF : 1)
  if (relation === 'appos') return universal === 'PROPN' && tokens[head]!.universal !== 'PROPN'
  return relation === 'conj' && (isPair(sides, at) || isWithinModifier(sides, at) || isEnclosed(sides, at))
}

/** True for a relative clause without a pronoun: `the letter | she wrote`. */
function isContactClause({ tokens, right }: Sides, at: number): boolean {
  const subject = upwards(tokens, right[0]!).find((above) => tokens[above]!.head === at)
  const isRelative = tokens[at]!.relation.startsWith('acl') && subject !== undefined
  return isRelative && tokens[subject]!.relation.startsWith('nsubj') && !tokens[right[0]!]!.penn.startsWith('W')
}

/** True for what follows a word that it measures: `as soon | as they came`, `more | than we do`. */
function isComparison({ tokens, right }: Sides, at: number): boolean {
  const { universal } = tokens[tokens[at]!.head]!
  return /^(?:as|than)$/.test(formOf(tokens, right[0]!)) && /^AD[JV]$/.test(universal)
}

/** True for the same noun again: `step | by step`. */
function isRepeated({ tokens }: Sides, at: number): boolean {
  return formOf(tokens, at) === formOf(tokens, tokens[at]!.head)
}

/** True for the second of two that a word before the first has announced: `between the wall | and the door`. */
function isEnclosed({ tokens, shape }: Sides, at: number): boolean {
  const { head } = tokens[at]!
  const isAnnounced = tokens.some(
    (token) => token.head === head && (token.relation === 'cc:preconj' || token.form.toLowerCase() === 'between'),
  )
  return isAnnounced && shape.words[at]! <= SHORT_END
}

/** True for the end of a range: `from Monday | to Friday`. */
function isRange({ tokens, shape, left, right }: Sides): boolean {
  const end = left.at(-1)!
  if (!/^(?:to|until|till)$/.test(formOf(tokens, right[0]!)) || tokens[right[0]!]!.relation !== 'case') return false
  const start = upwards(tokens, end).find((at) => formOf(tokens, shape.first[at]!) === 'from' && shape.last[at] === end)
  return start !== undefined && shape.words[start]! <= SHORT_END && shape.words[tokens[right[0]!]!.head]! <= SHORT_END
}

/** True for a particle or a pronoun between a verb and what completes it: `pick up | the book`. */
function isBetween(tokens: readonly Token[], left: readonly number[], head: number): boolean {
  return left.some(
    (at) => tokens[at]!.head === head && head === left[0]! - 1 && /^(?:compound:prt|i?obj)$/.test(tokens[at]!.relation),
  )
}

function formOf(tokens: readonly Token[], at: number): string {
  return tokens[at]!.form.toLowerCase()
}

/** True for two single words that a conjunction joins: `fish | and game`. */
function isPair({ tokens, shape, left, right }: Sides, at: number): boolean {
  const { head } = tokens[at]!
  const isShort = shape.words[at] === 2 && tokens[right[0]!]!.relation === 'cc'
  const isVerb = tokens[head]!.universal === 'VERB'
  return isShort && left.includes(head) && !isVerb && shape.first[head]! >= left[0]! - 1
}

/** Returns true if the conjunct modifies a noun that follows: `fresh | and frozen fish`. */
function isWithinModifier({ tokens, right }: Sides, at: number): boolean {
  const { head } = tokens[at]!
  const { relation, head: noun } = tokens[head]!
  return /^(?:amod|compound|nummod|nmod:poss)$/.test(relation) && noun > right.at(-1)!
}
