import { DETERMINERS, isOpenClass } from '../../language/word-classes.ts'
import { kindOfWord } from '../../language/word-kinds.ts'
import { wordSet } from '../../language/word-set.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** Verbs whose object is followed by a bare verb: `let your eyes close`, `watch the colors separate`. */
const CAUSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    let: 'let lets letting',
    make: 'make makes made making help helps helped helping',
    have: 'have has had having',
    see: 'see sees saw seeing watch watches watched watching hear hears heard hearing feel feels felt feeling notice notices noticed',
  }).flatMap(([causer, words]) => words.split(' ').map((word) => [word, causer] as const)),
)
const PERSONS_AS_OBJECTS = wordSet('me you him her it us them')
/** Words of the longest object that is looked through: `the oil and the warm water`. */
const OBJECT_REACH = 6

type ObjectOf = {
  readonly verbs: { has(text: string): boolean }
  /** Whether the object may be two things: `the oil and the warm water`. */
  readonly mayJoin: boolean
}

/** The verb whose object ends right before the word at `index`; undefined if there is none of those. */
function findVerbOfObject(
  { words }: HomographSentence,
  index: number,
  { verbs, mayJoin }: ObjectOf,
): string | undefined {
  const last = words[index - 1]
  if (last === undefined || (DETERMINERS.has(last.text) && !PERSONS_AS_OBJECTS.has(last.text))) return undefined
  for (let i = index - 1; i >= Math.max(0, index - OBJECT_REACH); i--) {
    const { text, boundary } = words[i]!
    if (boundary !== undefined) return undefined
    if (i < index - 1 && verbs.has(text)) return text
    const isOfObject = isOpenClass(text) || DETERMINERS.has(text) || PERSONS_AS_OBJECTS.has(text)
    if (!isOfObject && !(mayJoin && text === 'and')) return undefined
  }
  return undefined
}

/** The class of the verb of letting, helping or seeing whose object ends right before the word at `index`; empty if there is none. */
export function findCauser(sentence: HomographSentence, index: number): string {
  return CAUSERS.get(findVerbOfObject(sentence, index, { verbs: CAUSERS, mayJoin: true }) ?? '') ?? ''
}

const HOLDERS = wordSet(
  'keep keeps kept keeping hold holds held holding pull pulls pulled pulling draw draws drew drawing hug hugs hugged gather gathered press pressed clutch clutched',
)

/** Whether an object of `keep`, `hold` or `pull` ends right before the word at `index`: `hold the box close`. */
export function followsHeldObject(sentence: HomographSentence, index: number): boolean {
  return findVerbOfObject(sentence, index, { verbs: HOLDERS, mayJoin: false }) !== undefined
}

const GIVERS = wordSet(
  'give gives gave given giving grant grants granted granting offer offers offered offering show shows showed tell tells told pay pays paid hand hands handed send sends sent teach teaches taught',
)
/** How far before the end of its first object a verb of giving may be. */
const GIVER_REACH = 4

/** Whether the word at `index` may end the first object of a verb of giving: `gives data subjects the right`. */
export function endsReceiver({ words }: HomographSentence, index: number): boolean {
  for (let i = index - 1; i >= Math.max(0, index - GIVER_REACH) && words[i]!.boundary === undefined; i--) {
    if (GIVERS.has(words[i]!.text)) return i < index - 1
    if (!isOpenClass(words[i]!.text) && !DETERMINERS.has(words[i]!.text)) return false
  }
  return false
}

const COMPARED_VERBS = wordSet('do does did doing done would')
const COMPARATIVES = wordSet('more less rather sooner else other better')
const VERB_LEADERS = wordSet('rather sooner to')
const COMPARED_REACH = 8

/** Whether `than` right before the word at `index` compares verbs: `do more than produce heat`, `would rather grow than contract`. */
export function comparesVerbs(sentence: HomographSentence, index: number): boolean {
  const { words } = sentence
  if (words[index - 1]?.text !== 'than') return false
  const compared = words[index - 2]?.text ?? ''
  const isVerb =
    VERB_LEADERS.has(words[index - 3]?.text ?? '') || (index > 1 && sentence.kindAt(index - 2).startsWith('v'))
  if (!COMPARATIVES.has(compared) && !isVerb) return false
  if (index === 2) return true
  for (let i = index - 3; i >= Math.max(0, index - COMPARED_REACH) && words[i]!.boundary === undefined; i--)
    if (COMPARED_VERBS.has(words[i]!.text) || words[i]!.text === 'to') return true
  return false
}

/** Whether the nearest verb before the word at `index` is in the past: `He sat down, read his notes`. */
export function followsPast(sentence: HomographSentence, index: number): boolean {
  for (let i = index - 1; i >= Math.max(0, index - COMPARED_REACH); i--) {
    const kind = sentence.kindAt(i)
    if (kind === 'vd' || PAST_AUXILIARIES.has(sentence.words[i]!.text)) return true
    if (kind === 'ed') return i > 0 && !DETERMINERS.has(sentence.words[i - 1]!.text)
    if (kind === 'vi' || kind === 'v') return i > 0 && sentence.kindAt(i - 1) === 'SUBS'
    if (kind === 'vs' || kind === 'BE' || kind === 'MOD') return false
  }
  return false
}
const PAST_AUXILIARIES = wordSet('was were had did')

/** What a clause or phrase that is put first begins with: `Before you sign, read`, `For a minute, alternate`, `To save it, export`. */
const FRONTED = new Set(['IF', 'PREP', 'TO'])

/** Whether what is before the word at `index` is a clause or phrase put first, with its comma. */
export function followsFronting(sentence: HomographSentence, index: number): boolean {
  const mark = sentence.words[index - 1]?.boundary?.mark
  return mark !== undefined && /^[,–—-]/.test(mark) && FRONTED.has(sentence.kindAt(0))
}

/** Kinds of finite verbs; `do` is left out, because a bare verb follows it. */
export const FINITE: ReadonlySet<string> = new Set(['vs', 'vd', 'vi', 'ed', 'BE', 'HAVE', 'MOD', 'WD'])
export const RELATIVES: ReadonlySet<string> = wordSet('that which who')

/** Whether `that`, `which` or `who` and a verb follow, so that the word is what they speak of: `conduct that puts others at risk`. */
export function leadsRelativeClause(next: string, afterNext: string): boolean {
  return RELATIVES.has(next) && FINITE.has(kindOfWord(afterNext))
}

/** Whether a word is an adjective and nothing else, as far as its ending or the list of common words says. */
export function isAdjective(word: string): boolean {
  const kind = kindOfWord(word)
  return kind === 'j' || kind === 'A'
}
