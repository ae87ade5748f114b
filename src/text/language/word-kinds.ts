import { partOfSpeech } from './common-words.ts'

/**
 * What a word is by itself, as a short code: one of the closed classes of English below, or for any other word what its
 * ending suggests. Codes are features of the homograph model: a change here needs a new model.
 */
const CLOSED: Readonly<Record<string, string>> = {
  ART: 'the a an',
  POSS: 'my your his her its our their whose',
  DEM: 'this that these those',
  DET: 'some any no every each either neither both all many most several few more less much enough another other such',
  NUM: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half',
  ORD: 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth last next',
  SUBP: 'i we they you',
  SUBS: 'he she it everyone everybody someone somebody nobody',
  OBJ: 'me him us them myself yourself himself herself itself ourselves themselves',
  THING: 'everything nothing something anything mine yours hers ours theirs',
  TO: 'to',
  MOD: "will would can could shall should may might must cannot can't couldn't won't wouldn't shouldn't mustn't needn't let's",
  DO: "do does did don't doesn't didn't",
  HAVE: "have has had having haven't hasn't hadn't",
  BE: "is are was were be been being am isn't aren't wasn't weren't ain't",
  PLEASE: 'please gonna wanna gotta',
  HELP: 'help helps helped make makes made let lets letting making helping',
  SEEM: 'get gets got getting gotten seem seems seemed look looks looked become becomes became feel feels felt',
  PREP: 'of in on at by for with from into onto about after before under over between through during without within against toward towards near upon like per via across along around among amid behind beside beyond despite except inside outside since until till than as',
  PART: 'up down out off away back forward apart together',
  AND: 'and or nor but &',
  IF: 'if because when while where why how although though unless whether once',
  WHO: 'who which what whom whatever whoever',
  NOT: 'not never',
  ADV: 'always often also just still now sometimes usually ever already only even soon then really quite rarely seldom again here there too very so well today tomorrow yesterday tonight maybe perhaps instead simply fully almost',
  CLICK: 'click press select tap choose hit push pick use see say type enter open check dial',
}

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries(CLOSED).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
)

/** The words of some kinds, by their codes. */
export function wordsOfKind(...codes: readonly string[]): readonly string[] {
  return codes.flatMap((code) => CLOSED[code]!.split(' '))
}

/** Endings that suggest a part of speech, longest first. */
const ENDINGS: readonly (readonly [ending: RegExp, kind: string])[] = [
  [/(?:n't)$/, 'MOD'],
  [/'ll$/, 'MOD'],
  [/'d$/, 'WD'],
  [/(?:'ve)$/, 'HAVE'],
  [/(?:'re|'m)$/, 'BE'],
  [/^(?:he|she|it|that|there|what|who|here|where)'s$/, 'BE'],
  [/(?:'s|s')$/, 'GEN'],
  [/.{3}ly$/, 'ADV'],
  [/.{2}ing$/, 'ing'],
  [/.{2}ed$/, 'ed'],
  [/.{2}(?:tions|ments|ities|isms|ists|ers|ors|ics)$/, 'Ns'],
  [/.{2}(?:tion|sion|ment|ness|ity|ism|ist|ance|ence|ship|er|or|ure|age|cy|hood|dom)$/, 'N'],
  [/.{2}(?:ous|ful|less|ive|ical|ic|able|ible|al|ary|ish|an|ese)$/, 'A'],
  [/.{2}(?:ize|ise|ify|ate)$/, 'V'],
  [/[^su']s$/, 's'],
]

/** The kind of a lower-case word; `x` if neither the word nor its ending says anything. */
export function kindOfWord(word: string): string {
  return KINDS.get(word) ?? partOfSpeech(word) ?? ENDINGS.find(([ending]) => ending.test(word))?.[1] ?? 'x'
}
