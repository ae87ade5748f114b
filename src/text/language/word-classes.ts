import { wordsOfKind } from './word-kinds.ts'

/** Classes of English words for the rules of reading, phrasing and melody: whole kinds of `word-kinds.ts` and single words. */
function classOf(kinds: string, words = ''): ReadonlySet<string> {
  const more = words.split(' ').filter((word) => word !== '')
  return new Set([...wordsOfKind(...kinds.split(' ').filter((kind) => kind !== '')), ...more])
}

/** `my`, `your` and so on, before a noun. */
export const POSSESSIVES = classOf('', 'my your his her its our their')
/** Words before a noun (or before its adjective). */
export const DETERMINERS = classOf(
  'ART POSS DEM DET',
  'which what one two three four five six seven eight nine ten first second third next last',
)
/** Words before the bare form of a verb. */
export const MODALS = classOf(
  'MOD DO PLEASE',
  "i'll you'll he'll she'll it'll we'll they'll i'd you'd he'd she'd we'd they'd who'll help helps helped better",
)
/** Subjects that take the bare form of a verb in the present. */
export const PLURAL_SUBJECTS = classOf('SUBP', 'who')
/** Subjects that take the form in -s in the present. */
export const SINGULAR_SUBJECTS = classOf('SUBS', 'this that who which everything nothing something')
export const FORMS_OF_HAVE = classOf('HAVE', "i've you've we've they've could've should've would've")
export const FORMS_OF_BE = classOf('BE SEEM', "i'm you're he's she's it's we're they're that's there's")
export const PREPOSITIONS = classOf('PREP', 'off')
/** Words that cannot belong to the noun phrase of the word before: objects, articles. */
export const OBJECT_STARTS = classOf(
  'ART OBJ',
  'this these those my your his her its our their it you everything everyone someone something anything nothing',
)

/** Words that are between a verb and what rules it. */
const ADVERBS = classOf(
  'NOT',
  'always often also just still now sometimes usually ever already only even soon then really quite rarely seldom once again',
)
/** Words that are not nouns, and so cannot follow an adjective as its noun. */
const CLOSED_CLASSES: ReadonlySet<string> = new Set([
  ...DETERMINERS,
  ...MODALS,
  ...PLURAL_SUBJECTS,
  ...SINGULAR_SUBJECTS,
  ...FORMS_OF_HAVE,
  ...FORMS_OF_BE,
  ...PREPOSITIONS,
  ...OBJECT_STARTS,
  ...classOf(
    '',
    'and or but to if because when while where why how so that too up down out back away here there today tomorrow yesterday tonight',
  ),
])

/** Whether a word may be passed over between a verb and what rules it: `not`, `often`, `quickly`. */
export function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly'))
}

/** Whether a word may be a noun, a main verb or an adjective: it is in no list of function words. */
export function isOpenClass(word: string): boolean {
  return word !== '' && !CLOSED_CLASSES.has(word) && !isAdverb(word)
}

/** Auxiliaries and copulas, which open yes/no questions; with `n't` as well. */
const AUXILIARIES = classOf(
  '',
  "am is are was were do does did have has had can could will would shall should may might must ain't won't can't shan't cannot",
)
const WH_WORDS = classOf('', 'what who whom whose which when where why how')
const PERSONS = classOf('', 'i you he she it we they there')
/** Prepositions and the particles that look like them. */
export const PARTICLES = new Set([...PREPOSITIONS, 'to', 'out', 'up', 'down'])
const UNACCENTED: ReadonlySet<string> = new Set([
  ...PARTICLES,
  ...AUXILIARIES,
  ...classOf(
    'ART POSS DEM SUBP OBJ AND',
    'he she it there one mine yours hers ours theirs yet if because while though although that which who whom when where what how be been being some any just too also very',
  ),
])

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
  return UNACCENTED.has(text) && !text.endsWith("n't")
}

/** Words that begin a sentence far more often than they follow an abbreviation with a capital letter. */
export const SENTENCE_STARTERS = classOf(
  'ART DEM SUBP SUBS TO AND',
  "my your his her its our their there here in on at by for from with as if when while before after because since so yet then now although however who why how where which what is are was were do does did can could will would should may must have has had not no all some many most one two once please let lets every each both such also just even only still nothing nobody everyone everything today tomorrow yesterday i'm i've i'll it's he's she's we're they're that's there's don't mix stir add serve bake cook heat place pour remove preheat combine whisk cover simmer parking bring call visit see press enter",
)
