const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** `my`, `your` and so on, before a noun. */
export const POSSESSIVES = list('my your his her its our their')
/** Words before a noun (or before its adjective). */
export const DETERMINERS = list(
  'the a an this that these those my your his her its our their no some any every each another which what whose many few several both all such one two three four five six seven eight nine ten first second third next last other most more',
)
/** Words before the bare form of a verb. */
export const MODALS = list(
  "will would can could shall should may might must do does did don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't mustn't needn't let's please i'll you'll he'll she'll it'll we'll they'll i'd you'd he'd she'd we'd they'd who'll help helps helped gonna wanna gotta better",
)
/** Subjects that take the bare form of a verb in the present. */
export const PLURAL_SUBJECTS = list('i you we they who')
/** Subjects that take the form in -s in the present. */
export const SINGULAR_SUBJECTS = list(
  'he she it this that who which everyone everybody someone nobody everything nothing something',
)
export const FORMS_OF_HAVE = list(
  "have has had having i've you've we've they've haven't hasn't hadn't could've should've would've",
)
export const FORMS_OF_BE = list(
  "is are was were be been being am i'm you're he's she's it's we're they're isn't aren't wasn't weren't that's there's get gets got getting seem seems seemed look looks looked become became feel feels felt",
)
export const PREPOSITIONS = list(
  'of in on at by for with from into onto about after before under over between through during without against toward towards near upon within off like as than per via',
)
/** Words that cannot belong to the noun phrase of the word before: objects, articles. */
export const OBJECT_STARTS = list(
  'the a an this these those my your his her its our their me him them us it you myself himself herself yourself themselves itself everything everyone someone something anything nothing',
)
/** Words that are between a verb and what rules it. */
const ADVERBS = list(
  'not never always often also just still now sometimes usually ever already only even soon then really quite rarely seldom once again',
)
/** Words that speak of the past. */
export const PAST_SIGNS = list(
  'yesterday ago last was were had did went said took came got made gave saw knew earlier previously once already',
)

/** Words that are not nouns, and so cannot follow an adjective as its noun. */
const CLOSED_CLASSES = [
  DETERMINERS,
  MODALS,
  PLURAL_SUBJECTS,
  SINGULAR_SUBJECTS,
  FORMS_OF_HAVE,
  FORMS_OF_BE,
  PREPOSITIONS,
  OBJECT_STARTS,
  ADVERBS,
]
const CONNECTIVES = list(
  'and or but to if because when while where why how so that too up down out back away here there today tomorrow yesterday tonight',
)

/** Whether a word may be passed over between a verb and what rules it: `not`, `often`, `quickly`. */
export function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly'))
}

/** Whether a word may be a noun, a main verb or an adjective: it is in no list of function words. */
export function isOpenClass(word: string): boolean {
  return word !== '' && !CONNECTIVES.has(word) && !isAdverb(word) && !CLOSED_CLASSES.some((words) => words.has(word))
}
