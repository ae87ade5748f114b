import {
  DETERMINERS,
  FORMS_OF_BE,
  FORMS_OF_HAVE,
  isOpenClass,
  MODALS,
  OBJECT_STARTS,
  PLURAL_SUBJECTS,
  POSSESSIVES,
  PREPOSITIONS,
  SINGULAR_SUBJECTS,
} from '../../language/word-classes.ts'
import { wordSet } from '../../language/word-set.ts'
import type { HomographRole } from './homograph.ts'
import { isAdjective, leadsRelativeClause } from './homograph-frames.ts'

/** What the rules see of a homograph's place: words in lower case, empty if the phrase begins or ends. */
export type HomographContext = {
  readonly word: string
  /** The words before it, adverbs left out; `previous` is the nearest. */
  readonly previous: string
  readonly beforePrevious: string
  readonly next: string
  readonly afterNext: string
  readonly opensSentence: boolean
  /** A clause or phrase put first is before it, with its comma: `Before you sign, read`. */
  readonly followsFronting: boolean
  /** The class of the verb whose object ends right before it: `let your eyes close`, `have a friend read`. */
  readonly causer: string
  /** An auxiliary and then a subject are before it: `does the store close`. */
  readonly endsQuestion: boolean
  /** Written with a capital (and not all in capitals). */
  readonly isCapitalised: boolean
  /** The adverb right before it; empty if there is none. */
  readonly adverb: string
  /** An object of `keep` or `hold` ends right before it: `hold the box close`. */
  readonly followsHeldObject: () => boolean
  /** It may end the first object of a verb of giving: `gives data subjects the right`. */
  readonly endsReceiver: () => boolean
  /** `than` before it compares verbs: `do more than produce heat`. */
  readonly comparesVerbs: () => boolean
  /** The nearest verb before it in the sentence is in the past. */
  readonly followsPast: () => boolean
  /** The word after the next one is a name: `read by Emma`. */
  readonly precedesName: () => boolean
  /** A determiner is up to three words before it, with nothing but possible adjectives and nouns between. */
  readonly isInNounPhrase: boolean
  /** Whether a word, with or without a plural's -s, is elsewhere in the sentence and not far. */
  readonly hasNear: (word: string) => boolean
  /** A word that speaks of the past is among these. */
  readonly speaksOfPast: boolean
}

type Scores = Partial<Record<HomographRole, number>>
type Rule = readonly [holds: (context: HomographContext) => boolean, scores: Scores]
/** The same, its scores in a list. */
type ListedRule = readonly [holds: Rule[0], scores: readonly (readonly [role: HomographRole, score: number])[]]

const isFormInS = ({ word }: HomographContext): boolean => /[^s]s$/.test(word)
const IRREGULAR_PLURALS = new Set(['people', 'men', 'women', 'children', 'police'])
/** Determiners that may mean people by themselves: `some live in tents`. */
const QUANTIFIERS = new Set(['some', 'most', 'many', 'all', 'both', 'few', 'several'])
const isPluralNoun = (word: string): boolean =>
  IRREGULAR_PLURALS.has(word) || (/[^su']s$/.test(word) && isOpenClass(word) && !DECADES.test(word))
/** Auxiliaries that take the bare form of a verb, and open questions. */
export const QUESTION_STARTS: ReadonlySet<string> = new Set([
  'do',
  'does',
  'did',
  'will',
  'would',
  'can',
  'could',
  'should',
  'shall',
  'must',
])
const PERSONS: ReadonlySet<string> = new Set(['i', 'you', 'he', 'she', 'it', 'we', 'they'])
const PERSONS_AS_OBJECTS: ReadonlySet<string> = new Set(['me', 'you', 'him', 'her', 'us', 'them'])
const LETTING = wordSet('let lets letting help helps helped make makes made')
/** What an order may be about without an article. */
const GOODS =
  /^(?:data|money|files|audio|video|videos|photos|contacts|funds|results|evidence|text|images|music|calls|points|miles)$/
/** `open Monday and close Friday`. */
const WHEN =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|at|by|early|late)$/
const HOW_OFTEN = wordSet('never rarely seldom often usually always')
/** What orders name persons by. */
const TITLES = wordSet(
  'sister brother father mother captain doctor prince princess king queen lady lord sir dame general commander mister missus miss',
)
const PLURALS = wordSet('people men women children police those ones you they we us them data media all')
/** The decade in `her seventies records` describes what follows. */
const DECADES = /^(?:tens|(?:twen|thir|for|fif|six|seven|eigh|nine)ties)$/

/** What each circumstance says for or against a part of speech. The scores that hold are added up. */
const RULES: readonly Rule[] = [
  // What comes before.
  [
    ({ previous }) => DETERMINERS.has(previous) || previous.endsWith("'s"),
    { noun: 3, adjective: 2, verb: -3, past: -3 },
  ],
  [({ previous, next }) => DETERMINERS.has(previous) && isOpenClass(next), { adjective: 2.5 }],
  [({ previous, next }) => QUANTIFIERS.has(previous) && PREPOSITIONS.has(next) && next !== 'of', { verb: 3 }],
  [({ previous }) => previous === 'to', { verb: 3, noun: -0.5, past: -3 }],
  [({ previous }) => MODALS.has(previous), { verb: 4, past: -3, noun: -1 }],
  // `live and let live`
  [
    ({ previous, next }) => previous === 'let' && (next === '' || !isOpenClass(next)),
    { verb: 10, noun: -5, adjective: -5 },
  ],
  [
    ({ previous, beforePrevious }) => (isSubject(previous) || isOpenClass(previous)) && MODALS.has(beforePrevious),
    { verb: 3, past: -3 },
  ],
  [(at) => PLURAL_SUBJECTS.has(at.previous) && !isFormInS(at), { verb: 3, past: 2, noun: -2, adjective: -1 }],
  [(at) => SINGULAR_SUBJECTS.has(at.previous) && isFormInS(at), { verb: 3, noun: -2 }],
  [(at) => SINGULAR_SUBJECTS.has(at.previous) && !isFormInS(at), { past: 3, verb: -1 }],
  [({ previous }) => FORMS_OF_HAVE.has(previous), { past: 4, verb: -3, noun: 0.5 }],
  [({ previous, beforePrevious }) => isSubject(previous) && FORMS_OF_HAVE.has(beforePrevious), { past: 4, verb: -2 }],
  [({ previous }) => FORMS_OF_BE.has(previous), { adjective: 3, past: 2.5, verb: -3 }],
  [({ previous }) => PREPOSITIONS.has(previous), { noun: 2, name: 0.5, adjective: 0.5, verb: -2, past: -2 }],
  [({ previous, next }) => PREPOSITIONS.has(previous) && isOpenClass(next), { adjective: 1.5 }],
  [(at) => at.isInNounPhrase && !isPluralNoun(at.previous), { noun: 2, adjective: 1 }],
  [(at) => isPluralNoun(at.previous) && !isFormInS(at), { verb: 2.5, past: 1, noun: -0.5 }],
  [({ previous }) => DECADES.test(previous), { noun: 6, verb: -6 }],
  [({ adverb }) => adverb !== '', { verb: 1, past: 1 }],
  // `The volume of the gas never increases.`
  [(at) => HOW_OFTEN.has(at.adverb) && isFormInS(at) && isOpenClass(at.previous), { verb: 8, noun: -6 }],
  // `gives data subjects the right`.
  [(at) => isFormInS(at) && startsObject(at.next) && at.endsReceiver(), { noun: 10, verb: -10 }],
  [(at) => at.previous === 'than' && !isFormInS(at) && at.comparesVerbs(), { verb: 10, noun: -4 }],
  // `Let's track progress`, but `let's go record it`.
  [
    (at) => at.beforePrevious === "let's" && isOpenClass(at.previous) && !/^(?:go|come)$/.test(at.previous),
    { noun: 8, verb: -10 },
  ],
  // `He wrote about that house`, but `the barns that house them`.
  [(at) => at.previous === 'that' && !isFormInS(at) && !isPlural(at.beforePrevious), { noun: 4, verb: -10 }],
  // `Hold the box close and run`.
  [
    (at) => !isOpenClass(at.next) && !startsObject(at.next) && at.followsHeldObject(),
    { adjective: 10, verb: -8, noun: -4 },
  ],
  // `This progress belongs to you`: a verb would be `progresses`. `This increases the cost`: a noun would follow `these`.
  [(at) => isThis(at) && !isFormInS(at), { noun: 4, verb: -10 }],
  [(at) => isThis(at) && isFormInS(at), { verb: 8, noun: -6 }],
  // `Tall, athletic and learned`.
  [
    ({ previous, beforePrevious }) => previous === 'and' && isAdjective(beforePrevious),
    { adjective: 4, past: -2, verb: -2 },
  ],
  // What comes after. `It is used to cut wood`, but `he is used to the cold`.
  [(at) => FORMS_OF_BE.has(at.previous) && at.next === 'to' && startsVerb(at.afterNext), { past: 6 }],
  [({ next }) => OBJECT_STARTS.has(next), { verb: 2, past: 1.5, noun: -1, adjective: -1 }],
  [
    ({ previous, next }) =>
      !isSubject(previous) && (FORMS_OF_BE.has(next) || FORMS_OF_HAVE.has(next) || MODALS.has(next)),
    { noun: 2, name: 1, verb: -2, past: -1 },
  ],
  [({ next }) => next === 'of', { noun: 2, verb: -1.5 }],
  [({ next }) => next === 'that', { verb: 1 }],
  // `Report conduct that puts others at risk`.
  [({ next, afterNext }) => leadsRelativeClause(next, afterNext), { noun: 8, verb: -8 }],
  [({ next }) => next === '', { adjective: 0.5 }],
  [({ next }) => isOpenClass(next), { adjective: 1 }],
  // `Smith read three books`: in the present it would be `reads`.
  [(at) => isSingularSubject(at.previous) && !isFormInS(at) && startsObject(at.next), { past: 2.5 }],
  [
    (at) => QUESTION_STARTS.has(at.beforePrevious) && PERSONS.has(at.previous),
    { verb: 5, past: -5, adjective: -3, noun: -3 },
  ],
  // `I still read each one twice`: so it is now.
  [(at) => at.adverb !== '' && at.hasNear('still') && PLURAL_SUBJECTS.has(at.previous), { verb: 4 }],
  // `Sit back, close your eyes`: an order.
  [({ previous, next }) => previous === '' && POSSESSIVES.has(next), { verb: 12, noun: -4, adjective: -4 }],
  // `He sat down, read his notes and left.`
  [(at) => at.previous === '' && POSSESSIVES.has(at.next) && !at.followsFronting && at.followsPast(), { past: 26 }],
  // `the story, read by Emma`.
  [(at) => at.next === 'by' && at.precedesName(), { past: 12, verb: -8 }],
  // `Escort Sister Mary to the gate`.
  [(at) => at.opensSentence && TITLES.has(at.next), { verb: 8, noun: -4 }],
  // `lets us contract`, `help me present`.
  [
    (at) => PERSONS_AS_OBJECTS.has(at.previous) && LETTING.has(at.beforePrevious) && !isFormInS(at),
    { verb: 7, noun: -4 },
  ],
  [(at) => at.beforePrevious === 'believe' && PERSONS.has(at.previous), { past: 6, verb: -4 }],
  [
    (at) => isPluralNoun(at.previous) && !isFormInS(at) && /^(?:early|late|soon|at|for)$/.test(at.next),
    { verb: 4, adjective: -2 },
  ],
  [({ previous, next }) => previous === 'and' && WHEN.test(next), { verb: 6 }],
  [({ endsQuestion, next }) => endsQuestion && !isOpenClass(next), { verb: 6, adjective: -3, noun: -2 }],
  // `Does the store refund purchases without a receipt?`
  [
    ({ endsQuestion, next, afterNext }) => endsQuestion && isPluralNoun(next) && !isOpenClass(afterNext),
    { verb: 16, adjective: -3, noun: -3 },
  ],
  // `Let the door close behind you`, but `let your close friends know`.
  [(at) => at.causer === 'let' && !isFormInS(at) && !isOpenClass(at.next), { verb: 10, noun: -5, adjective: -5 }],
  // `Have a friend read your draft`.
  [
    (at) => at.causer !== '' && !isFormInS(at) && startsObject(at.next),
    { verb: 10, noun: -5, adjective: -5, past: -5 },
  ],
  // `Before you launch, conduct a survey`, `When the light turns red, record at least one sentence`.
  [
    (at) => at.followsFronting && (startsObject(at.next) || isAtLeast(at)),
    { verb: 10, noun: -5, adjective: -5, past: -6 },
  ],
  // Its position. `Read both letters`, `Record at least ten seconds`.
  [(at) => at.opensSentence && (startsObject(at.next) || isAtLeast(at)), { verb: 3, past: -3 }],
  [({ opensSentence, previous, next }) => opensSentence && previous === '' && OBJECT_STARTS.has(next), { verb: 2 }],
  // `Import data from a file`, `Transfer money to savings`.
  [
    (at) => at.opensSentence && GOODS.test(at.next) && /^(?:to|from|at|in|into|with|for|on|by)$/.test(at.afterNext),
    { verb: 6, noun: -4 },
  ],
  // `Nestle in with a book`, `Polish up the brass`: an order, not a name.
  [(at) => at.opensSentence && leadsOn(at.next, at.afterNext), { verb: 5, name: -8 }],
  [({ opensSentence, next }) => opensSentence && isOpenClass(next), { noun: 0.5, adjective: 0.5 }],
  [({ isCapitalised, opensSentence }) => isCapitalised && !opensSentence, { name: 6 }],
  [({ isCapitalised, opensSentence }) => isCapitalised && opensSentence, { name: 0.25 }],
  [({ isCapitalised }) => !isCapitalised, { name: -6 }],
  [({ speaksOfPast }) => speaksOfPast, { past: 2 }],
]

const LISTED_RULES: readonly ListedRule[] = RULES.map(([holds, scores]) => [
  holds,
  Object.entries(scores) as [HomographRole, number][],
])

function isPlural(word: string): boolean {
  return PLURALS.has(word) || isPluralNoun(word)
}

function isThis({ previous, beforePrevious }: HomographContext): boolean {
  if (MODALS.has(beforePrevious) || LETTING.has(beforePrevious)) return false
  return previous === 'this' || (beforePrevious === '' && (previous === 'that' || previous === 'such'))
}

function isAtLeast({ next, afterNext }: HomographContext): boolean {
  return next === 'at' && (afterNext === 'least' || afterNext === 'most')
}

function leadsOn(next: string, afterNext: string): boolean {
  return (
    /^(?:into|down|up|against|beside)$/.test(next) || (next === 'in' && /^(?:with|by|next|for|under)$/.test(afterNext))
  )
}

function isSingularSubject(word: string): boolean {
  return isOpenClass(word) && !isPluralNoun(word)
}

function startsObject(word: string): boolean {
  return OBJECT_STARTS.has(word) || DETERMINERS.has(word)
}

function startsVerb(word: string): boolean {
  return !OBJECT_STARTS.has(word) && !DETERMINERS.has(word) && !word.endsWith('ing') && !isPluralNoun(word)
}

function isSubject(word: string): boolean {
  return PLURAL_SUBJECTS.has(word) || SINGULAR_SUBJECTS.has(word)
}

/** How much the place of a word speaks for each part of speech; more is likelier, absent is neutral. */
export function scoreRoles(context: HomographContext): Scores {
  const sum: Scores = {}
  for (const [holds, scores] of LISTED_RULES) {
    if (holds(context)) for (const [role, score] of scores) sum[role] = (sum[role] ?? 0) + score
  }
  return sum
}
