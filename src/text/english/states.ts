import rows from '../../../data/english/states.json' with { type: 'json' }
import { hasTrait, type Locale, type Trait } from './dialects.ts'

const STATES = Map.groupBy(rows, ({ code }) => code)

/** The name, in lower case, of the state with a postal code: of the dialect's country first, otherwise of America or Canada. */
export function findState(code: string, locale: Locale): string | undefined {
  const known = STATES.get(code) ?? []
  const own = known.find(({ trait }) => trait !== '' && hasTrait(locale, trait as Trait))
  return (own ?? known.find(({ trait }) => trait === ''))?.name
}
