import { countUnit } from '../../../english/numbers/say-numbers.ts'
import { matching } from '../piece-reader.ts'

/** Letters of time. */
const NAMES: Readonly<Record<string, string>> = { y: 'year', w: 'week', d: 'day', h: 'hour', m: 'minute', s: 'second' }

/** `2h15m`, `1y6m`, `3m20s`, `1h30`: figures with the letters of times in one token. */
export const readDuration = matching(
  /^(\d{1,3})([ywdhm])(\d{1,2})([dhms]|min)?$/,
  ([first, large, second, small], { manner: { locale } }) => {
    const isBare = small === '' && large === 'h' && second.length === 2
    if (!isBare && small === '') return undefined
    const rest = countUnit(String(Number(second)), NAMES[small[0] ?? 'm']!, locale)
    return `${countUnit(first, NAMES[large]!, locale)} ${isBare ? rest.replace(/ minutes?$/, '') : rest}`
  },
)
