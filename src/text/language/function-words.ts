const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Auxiliaries and copulas, which open yes/no questions; with `n't` as well. */
const AUXILIARIES = set(
  `am is are was were do does did have has had can could will would shall should may might must ain't won't can't shan't
  cannot`,
)

/** Words that ask for a thing, a person, a place, a reason. */
const WH_WORDS = set('what who whom whose which when where why how')

const PRONOUNS = set(
  `i you he she it we they me him her us them this that these those there one my your his its our their mine yours hers
  ours theirs myself yourself himself herself itself ourselves themselves`,
)

export const PREPOSITIONS = set(
  `of in on at to for from with by about into onto over under after before between through during without within against
  among around as than like near off out up down upon via per`,
)

const OTHER_FUNCTION_WORDS = set(
  `a an the and or but nor so yet if because while though although that which who whom whose when where what how be been
  being some any just too also very`,
)

const PERSONS = set('i you he she it we they there')

/** `is`, `don't`, `couldn't`. */
export function isAuxiliary(text: string): boolean {
  return AUXILIARIES.has(text) || (text.endsWith("n't") && AUXILIARIES.has(text.slice(0, -3)))
}

/** `what`, `who's`, `where'd`. */
export function isWhWord(text: string): boolean {
  return WH_WORDS.has(text.replace(/'(?:s|re|d|ll|ve)$/, ''))
}

/** A pronoun that is the subject of a tag: `isn't it`. */
export function isSubject(text: string): boolean {
  return PERSONS.has(text)
}

/** Words that carry grammar rather than meaning, which English leaves without an accent. Negations are not among them. */
export function isFunctionWord(text: string): boolean {
  if (PRONOUNS.has(text) || PREPOSITIONS.has(text) || OTHER_FUNCTION_WORDS.has(text)) return true
  return AUXILIARIES.has(text) && !text.endsWith("n't")
}
