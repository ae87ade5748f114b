import { CURRENCIES, CURRENCY_SIGNS } from '../english/currencies.ts'
import { hasTrait, type Locale } from '../english/dialects.ts'
import type { Candidate } from './candidate.ts'
import type { Decision } from './compare-readings.ts'
import type { Token } from './tokens/token.ts'

/** What a text has settled so far, which counts in its later sentences. */
export type TextMemory = {
  /** The sentence before. */
  readonly earlier: readonly Token[]
  /** Whether dates in figures begin with the day: a date such as `25/12` can have one order only. */
  readonly daysFirst?: boolean
  /** The sign of the currency that was written last. */
  readonly currency?: string
  /** For each grammar of figures with a sign between, the class that was chosen last without doubt. */
  readonly classes: Readonly<Record<string, string>>
}

/** The memory at the start of a text. */
export const NOTHING_SETTLED: TextMemory = { earlier: [], classes: {} }

/** A writer keeps to one meaning of `3-1` for a while: scores, or ranges. */
const HABITUAL: ReadonlySet<string> = new Set(['slash', 'hyphen', 'colon', 'point'])
/** Natural logarithms by which a choice is beyond doubt. */
const CERTAIN = 2
/** What a class that was chosen before is worth, in natural logarithms. */
const HABIT = 0.4

/** The memory after a further sentence. */
export function remember(
  { classes, ...memory }: TextMemory,
  tokens: readonly Token[],
  decisions: Iterable<Decision>,
): TextMemory {
  let next: TextMemory = { ...memory, classes, earlier: tokens }
  for (const { grammar, chosen, margin } of decisions) {
    const daysFirst = orderOf(chosen)
    if (daysFirst !== undefined) next = { ...next, daysFirst }
    if (HABITUAL.has(grammar) && margin > CERTAIN)
      next = { ...next, classes: { ...next.classes, [grammar]: chosen.class } }
    const sign = grammar === 'money' ? CURRENCY_SIGNS.find((one) => chosen.fields.written?.includes(one)) : undefined
    if (sign !== undefined && CURRENCIES.get(sign)?.cent !== undefined) next = { ...next, currency: sign }
  }
  return next
}

/** The order of a date in figures, if one of them is too large for a month. */
function orderOf({ class: name, fields }: Candidate): boolean | undefined {
  if (name !== 'date' && name !== 'other date') return undefined
  const { first, second } = fields
  if (first === undefined || second === undefined || Math.max(Number(first), Number(second)) < 13) return undefined
  return Number(first) > 12
}

/** Scores with what the text has settled: the order of dates, and how the writer uses a sign between figures. */
export function scoreByMemory(
  candidates: readonly Candidate[],
  scores: readonly number[],
  { grammar, memory, locale }: { readonly grammar: string; readonly memory: TextMemory; readonly locale: Locale },
): readonly number[] {
  const habit = memory.classes[grammar]
  const weighed = scores.map((score, i) => (candidates[i]!.class === habit ? score + HABIT : score))
  if (memory.daysFirst === undefined) return weighed
  const placeOf = (name: string) => candidates.findIndex((one) => one.class === name)
  const [date, other] = [placeOf('date'), placeOf('other date')]
  if (date < 0 || other < 0) return weighed
  const isUsual = memory.daysFirst === hasTrait(locale, 'days-first')
  const [best, worst] = [Math.max(weighed[date]!, weighed[other]!), Math.min(weighed[date]!, weighed[other]!)]
  return weighed.with(isUsual ? date : other, best).with(isUsual ? other : date, worst)
}
