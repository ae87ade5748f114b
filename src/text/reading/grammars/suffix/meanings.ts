import rows from '../../../../../data/english/suffixes.json' with { type: 'json' }

/** What may be said for a suffix: a unit, or a scale such as `million`, which has one form. */
export type SuffixMeaning = { readonly class: string; readonly one: string; readonly many: string }

/** What letters or signs right behind a figure may mean, besides themselves. */
export const SUFFIX_MEANINGS: ReadonlyMap<string, readonly SuffixMeaning[]> = new Map(
  [...Map.groupBy(rows, ({ written }) => written)].map(
    ([written, all]) => [written, all.map(({ one, many }) => ({ class: many.toLowerCase(), one, many }))] as const,
  ),
)

/** The classes of all suffixes. */
export const SUFFIX_CLASSES: readonly string[] = [...SUFFIX_MEANINGS.keys()].flatMap(classesOfSuffix)

/**
 * The classes of a suffix, counted or describing what follows: `12 oz`, `a 12 oz can`. A plural such as `pcs` beside `pc` only
 * counts.
 */
export function classesOfSuffix(suffix: string): readonly string[] {
  const isPlural = suffix.endsWith('s') && SUFFIX_MEANINGS.has(suffix.slice(0, -1))
  return (SUFFIX_MEANINGS.get(suffix) ?? []).flatMap(({ class: name, one, many }) =>
    one === many || isPlural ? [name] : [name, `${name}, describing`],
  )
}
