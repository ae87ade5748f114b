import rows from '../../../data/english/states.json' with { type: 'json' }

/** Postal codes of the states of the USA, Puerto Rico and Ontario, to their names in lower case. */
export const STATES: ReadonlyMap<string, string> = new Map(rows.map(({ code, name }) => [code, name] as const))
