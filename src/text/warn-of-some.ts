/** Warnings about single places before the rest is counted in one. */
const MOST_WARNINGS = 10

/** Warns of the first few of some places with a warning each, and of the others with one that `rest` makes of their number. */
export function warnOfSome<Place>(
  places: readonly Place[],
  warn: (place: Place) => string,
  rest: (count: number) => string,
): readonly string[] {
  const warnings = places.slice(0, MOST_WARNINGS).map(warn)
  const more = places.length - warnings.length
  return more === 0 ? warnings : [...warnings, rest(more)]
}
