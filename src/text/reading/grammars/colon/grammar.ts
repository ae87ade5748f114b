import { defineGrammar } from '../../define-grammar.ts'
import { COLON, COLONS } from './say.ts'

/** `4:30` is an hour, minutes and seconds, a ratio, a verse or a score. */
export const colonGrammar = defineGrammar({
  name: 'colon',
  sayings: COLON,
  safest: 'run',
  findShape: (written) => {
    const [, minutes, seconds, part] = /^(\d{0,2}):([0-5]\d)\.(\d{1,3})$/.exec(written) ?? []
    if (minutes !== undefined)
      return { fields: { first: minutes, second: seconds!, part: part! }, classes: ['run', 'minutes and seconds'] }
    const bare = /^:([0-5]\d)$/.exec(written)?.[1]
    if (bare !== undefined) return { fields: { first: '', second: bare }, classes: ['minutes and seconds', 'run'] }
    const [, standard, year] = /^(\d{3,5}):((?:19|20)\d\d)$/.exec(written) ?? []
    if (standard !== undefined) return { fields: { first: standard, second: year! }, classes: ['year', 'to'] }
    const [, first, second] = /^(\d{1,4}):(\d{1,3})$/.exec(written) ?? []
    if (first === undefined || second === undefined) return undefined
    const fields = { first, second }
    if (!/^[0-5]\d$/.test(second)) return { fields, classes: second === '0' ? ['to', 'verse', 'nil'] : ['to', 'verse'] }
    const isHour = first.length < 3 && Number(first) < 25
    return {
      fields,
      classes: [
        ...(isHour ? (['clock'] as const) : []),
        'run',
        'minutes and seconds',
        'hours and minutes',
        'to',
        'verse',
      ],
    }
  },
})

/** `1:05:30` is an hour with its seconds, or how long something took. */
export const colonsGrammar = defineGrammar({
  name: 'colons',
  sayings: COLONS,
  safest: 'apart',
  findShape: (written) => {
    const [, first, second, third] = /^(\d{1,2}):(\d{1,2}):(\d{1,2})$/.exec(written) ?? []
    if (first === undefined || second === undefined || third === undefined) return undefined
    const isTime = second.length === 2 && third.length === 2 && Number(second) < 60 && Number(third) < 60
    return { fields: { first, second, third }, classes: isTime ? ['clock', 'duration', 'apart'] : ['to', 'apart'] }
  },
})
