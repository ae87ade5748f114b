import { partOfSpeech } from '../../language/common-words.ts'
import { CHINESE_NAMES, GIVEN_NAMES, VIETNAMESE_NAMES } from '../../language/given-names.ts'
import { SENTENCE_STARTERS } from '../../language/word-classes.ts'
import { kindOfWord } from '../../language/word-kinds.ts'
import { wordSet } from '../../language/word-set.ts'
import type { Token } from '../tokens/token.ts'

/** Names that are abbreviations of states as well. */
const STATE_NAMES = wordSet(
  'ala ark cal colo conn del ga ill ind kan ky la mass mich minn miss mo mont neb nev ont ore pa penn que tenn tex va wash wis',
)
/** Names that are titles as well, which another title may precede: `Attorney Gen.` */
const TITLE_NAMES = wordSet('adm ald brig capt col det fr gen gov hon lt maj pres prof rep rev sen sgt')
/** First names and their short forms that are abbreviations as well. */
const FIRST_NAMES = wordSet(
  'anat cath char dent ezek judg lib lim marg max mort nev norm phil prem reb reg rem sol soph trav zech del mo tex',
)
/** Names that are other abbreviations. Days but `Sun` are none: `I call Anna Wed.` */
const OTHER_NAMES = wordSet(
  'aly alum ans apr arch arr ast bal berks bucks bur cand cem chol clos coll comb cons conv cor corr cov cum dec desc deut dest dia dim dir dist div ed elect ems eng ent est ev exod exec fac fam fem geog germ gd gro grat hab hist hol hum imag isl ital jan jud jun ladr lam lang laun lav lec lect liq lux mand mar marin med mem mi mil min mod mot moz mult nec neg nov ord oreg org opp parm pass ped pend plat pos prac pref prim prin prog prot prox pub qual ques quot rel res riv schol sem sep sept ser serv sev sib sig stor stud sugg sun supp surg syst tit tom toms tot tut typ ult vac val vals var vend vert vil vill viol vis vol warr xing yog',
)
/** Names that are abbreviations only with a stop. */
const NAMES_WITHOUT_STOP = wordSet('anat cath chol mya nev reb soph trav')
/** These are names only after a person's first name: `Mass Sun.` is a day, `Ped Xing.` a crossing. */
const BEHIND_NAMES = wordSet('apr dec jan jun mar nov sept sun xing')
/** Names that are parts of the names of institutions and works behind a first name: `St. Francis Lib. Annex`. */
const INSIDE_THINGS = wordSet(
  'arch coll comb dist div ed elect exec fac isl lec lect lib med pub qual res riv schol sem ser serv supp surg',
)
/** Behind these is a person, in any case. */
const KIN = wordSet(
  'uncle aunt auntie aunty cousin grandma grandpa granny grandad granddad grandmother grandfather nana brother sister son daughter nephew niece husband wife mother father mum mom dad mama papa friend buddy pal neighbor neighbour boyfriend girlfriend fiance fiancee roommate flatmate teammate classmate colleague boss named nicknamed',
)
const TITLES = wordSet(
  'mr mrs ms miss mx dr sir dame lord lady madam madame monsieur president senator congressman congresswoman governor mayor judge professor doctor captain colonel sergeant lieutenant admiral coach chef detective inspector officer king queen prince princess pope rabbi imam reverend chancellor ambassador',
)
/** Verbs whose object is a person. */
const TO_PERSONS = wordSet(
  'ask asked tell told meet met thank thanked text texted email emailed hug hugged kiss kissed marry married greet greeted invite invited congratulate congratulated phone phoned message messaged remind reminded forgive forgave hire hired adore adored',
)
/** Words before a first name and a comma. */
const GREETING =
  /^(?:thanks|thx|hi|hello|hey|bye|goodbye|love|cheers|regards|sorry|yes|no|please|well|okay|ok|congratulations|congrats|welcome|birthday|night|morning|evening|afternoon|luck|done|you|it|me|us|on|up|now|here|there|not|too|right)$/
/** Behind these, an abbreviation of a subject or a place: `a degree in Phil.` */
const BEFORE_ABBREVIATION =
  /^(?:in|of|near|at|across|throughout|into|major|minor|study|studies|studied|read|reads|taught|teach|teaches|the|an?|this|that|per|each|vs|versus|and|or)$/
/** Words with a capital that are before such an abbreviation and no person: `Czech Rep.`, `Sign Lang.` */
const NO_PERSON = wordSet(
  'amer aux bachelor bus chem civ comp corp czech dept ed engl fed general gov intl latin law lit math mech med middle natl new north ole phys pre prov science sign south state tech text univ us west east young adult modern world old high low upper lower mid sr jr asst assoc vice sales labor first second third public main mount lake fort port saint san santa los las el la',
)

/**
 * Whether the token, which a full stop follows and which looks like an abbreviation, is a name at the end of its sentence: `Ask
 * Phil.`, `Helmut Lang.` What is before it is a person's name, kin or title, or a verb that takes a person, and nothing follows
 * that the abbreviation needs.
 */
export function endsAsName(tokens: readonly Token[], index: number): boolean {
  const { text, lower } = tokens[index]!
  const isFirst = FIRST_NAMES.has(lower)
  if (isToldByNeighbour(tokens, index)) return true
  if (!(isFirst || STATE_NAMES.has(lower) || TITLE_NAMES.has(lower) || OTHER_NAMES.has(lower))) return false
  if (!/^[A-Z][a-z]+$/.test(text)) return false
  const next = tokens[index + 1]
  if (next !== undefined && !/^[A-Z]/.test(next.text)) return false
  const before = tokens[index - 1]
  if (before === undefined) return isFirst && (next === undefined || opensSentence(next))
  const opens = next === undefined || opensSentence(next)
  if (isFirstName(before, tokens, index)) return opens || !INSIDE_THINGS.has(lower)
  if (!opens) return false
  if (before.after[0]?.kind === ',') return isFirst && GREETING.test(before.lower)
  if (takesPerson(before, lower) || isJoinedToPerson(tokens, index)) return true
  return (isFirst && mayBeFirstName(tokens, index)) || looksLikeName(tokens, index)
}

/** Names that could be a day, a crossing, `I'm` or an avenue, each with a test of the word beside it. */
const BY_NEIGHBOUR: ReadonlyMap<string, (neighbour: Token, side: 'before' | 'next') => boolean> = new Map([
  ['Thu', ({ lower }: Token) => VIETNAMESE_NAMES.has(lower)],
  ['Xing', ({ lower }: Token) => CHINESE_NAMES.has(lower) || lower === 'he'],
  ['Im', ({ text }: Token) => /^[A-Z][a-z]{1,4}-[a-z]{2,5}$/.test(text)],
  ['Ave', ({ lower }: Token, side: string) => side === 'next' && /^(?:maria|regina|verum|caesar)$/.test(lower)],
])

/** `Anh Thu Nguyen`, `Wang Xing`, `Im Sung-jae`, `Ave Maria`. */
function isToldByNeighbour(tokens: readonly Token[], index: number): boolean {
  const { text, after } = tokens[index]!
  const isName = BY_NEIGHBOUR.get(text)
  if (isName === undefined) return false
  const [before, next] = [tokens[index - 1], after.length === 0 ? tokens[index + 1] : undefined]
  return (
    (before?.after.length === 0 && /^[A-Z]/.test(before.text) && isName(before, 'before')) ||
    (next !== undefined && /^[A-Z]/.test(next.text) && isName(next, 'next'))
  )
}

/** Whether a capitalised word without a stop that could be an abbreviation is a name: `Mya`, `Kim Chol`, `Uncle Reb`. */
export function isNameInside(tokens: readonly Token[], index: number): boolean {
  const { text, lower, dotted, after } = tokens[index]!
  if (dotted || !/^[A-Z][a-z]+$/.test(text)) return false
  const before = tokens[index - 1]
  if (NAMES_WITHOUT_STOP.has(lower)) return !isNoted(tokens, index)
  if (isToldByNeighbour(tokens, index)) return true
  if (before === undefined || !(FIRST_NAMES.has(lower) || TITLE_NAMES.has(lower) || OTHER_NAMES.has(lower)))
    return false
  const opensName = after.length === 0 && /^[A-Z]/.test(tokens[index + 1]?.text ?? '')
  if (opensName && (INSIDE_THINGS.has(lower) || TITLE_NAMES.has(lower))) return false
  return isFirstName(before, tokens, index) || takesPerson(before, lower)
}

/** `Chol: 180`, `Reno, Nev 89501`: a colon or figure behind it, or a comma before it. */
function isNoted(tokens: readonly Token[], index: number): boolean {
  const { lower, after } = tokens[index]!
  const hasComma = lower === 'nev' && tokens[index - 1]?.after[0]?.kind === ','
  return hasComma || after[0]?.kind === ':' || /^\d/.test(tokens[index + 1]?.text ?? '')
}

/** A word that seldom follows an abbreviation with a capital: a frequent first word of sentences, or a verb. */
function opensSentence({ lower }: Token): boolean {
  return SENTENCE_STARTERS.has(lower.replace(/'.*/, '')) || partOfSpeech(lower) === 'v'
}

/** `Sean` of `Sean Penn.`, `Sean P.` of `Sean P. Penn.` */
function isFirstName(before: Token, tokens: readonly Token[], index: number): boolean {
  const initial = /^[A-Z]$/.test(before.text) && before.after.length <= 1
  const first = initial ? tokens[index - 2] : before
  if (first === undefined || first.after.length > 0 || (before.after.length > 0 && !initial)) return false
  return /^[A-Z][a-z]/.test(first.text) && isNameOfPerson(first.lower)
}

function isNameOfPerson(lower: string): boolean {
  return GIVEN_NAMES.has(lower) || CHINESE_NAMES.has(lower) || VIETNAMESE_NAMES.has(lower)
}

/** `Ant and Dec.`, `you and Phil.` */
function isJoinedToPerson(tokens: readonly Token[], index: number): boolean {
  const [person, link] = [tokens[index - 2], tokens[index - 1]!]
  if (person === undefined || person.after.length > 0 || link.after.length > 0 || !/^(?:and|&)$/.test(link.lower))
    return false
  return (
    PRONOUNS.test(person.lower) ||
    (/^[A-Z]/.test(person.text) && (isNameOfPerson(person.lower) || person.lower === 'ant'))
  )
}

const PRONOUNS = /^(?:i|you|he|she|we|they|me|him|her|us|them)$/

function takesPerson({ text, lower: before, after }: Token, name: string): boolean {
  if (after.length > 0 && !(after.length === 1 && after[0]!.kind === '.' && TITLES.has(before))) return false
  if (KIN.has(before)) return true
  if (TO_PERSONS.has(before)) return !STATE_NAMES.has(name) || FIRST_NAMES.has(name)
  return TITLES.has(before) && /^[A-Z]/.test(text) && !TITLE_NAMES.has(name)
}

/** `lunch with Phil.`, but not `a degree in Phil.` and `2 tbsp Marg.` */
function mayBeFirstName(tokens: readonly Token[], index: number): boolean {
  const { text, lower, after } = tokens[index - 1]!
  if (after.length > 0 || !/^[a-z']+$/.test(text) || BEFORE_ABBREVIATION.test(lower)) return false
  if (STATE_NAMES.has(tokens[index]!.lower) && lower === 'from') return false
  return !/\d/.test(tokens[index - 2]?.text ?? '')
}

/** `with Amartya Sen.`, `the Soho Rep.`: behind a word in lower case, a capitalised word that is no word of everyday English. */
function looksLikeName(tokens: readonly Token[], index: number): boolean {
  const [link, { text, lower, after }, { lower: name }] = [tokens[index - 2], tokens[index - 1]!, tokens[index]!]
  if (link === undefined || link.after.length > 0 || !/^[a-z]/.test(link.text) || after.length > 0) return false
  if (BEHIND_NAMES.has(name) || (STATE_NAMES.has(name) && name !== 'penn')) return false
  return /^[A-Z][a-z]{2,}(?:-[A-Za-z][a-z]+)?$/.test(text) && kindOfWord(lower) === 'x' && !NO_PERSON.has(lower)
}
