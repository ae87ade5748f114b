import { DEFAULT_LOCALE, hasTrait, type Locale } from '../english/dialects.ts'

/** The names of the letters in the respelling notation, a syllable each except for W. */
const LETTER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    A: 'ay',
    B: 'bee',
    C: 'see',
    D: 'dee',
    E: 'ee',
    F: 'ehf',
    G: 'jee',
    H: 'aych',
    I: 'y',
    J: 'jay',
    K: 'kay',
    L: 'ehl',
    M: 'ehm',
    N: 'ehn',
    O: 'oh',
    P: 'pee',
    Q: 'kyoo',
    R: 'ar',
    S: 'ehs',
    T: 'tee',
    U: 'yoo',
    V: 'vee',
    W: 'DUH-buhl-yoo',
    X: 'ehks',
    Y: 'wy',
    Z: 'zee',
  }),
)

const ZED = 'zehd'

/**
 * The respelling of a word that is said letter by letter, stressed on the last: `FBI` as `ehf-bee-Y`.
 * Undefined if the word holds anything but the letters A to Z.
 */
export function formatInitialismRespelling(word: string, locale: Locale = DEFAULT_LOCALE): string | undefined {
  const names = Array.from(word.toUpperCase(), (letter) =>
    letter === 'Z' && hasTrait(locale, 'zed') ? ZED : LETTER_NAMES.get(letter),
  )
  const known = names.filter((name) => name !== undefined)
  const last = known.at(-1)
  if (last === undefined || known.length < names.length) return undefined
  const stressed = last.includes('-') ? last : last.toUpperCase()
  return [...known.slice(0, -1).map((name) => name.toLowerCase()), stressed].join('-')
}
