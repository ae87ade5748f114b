import { VIETNAMESE_NAMES } from '../../language/given-names.ts'
import { wordSet } from '../../language/word-set.ts'
import type { Token } from '../tokens/token.ts'

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
const TITLES = wordSet(
  'mr mrs ms miss mx dr sir dame lord lady madam madame monsieur president senator congressman congresswoman governor mayor judge professor doctor captain colonel sergeant lieutenant admiral coach chef detective inspector officer king queen prince princess pope rabbi imam reverend chancellor ambassador',
)
/** Words before a first name and a comma. */
const GREETING =
  /^(?:thanks|thx|hi|hello|hey|bye|goodbye|love|cheers|regards|sorry|yes|no|please|well|okay|ok|congratulations|congrats|welcome|birthday|night|morning|evening|afternoon|luck|done|you|it|me|us|on|up|now|here|there|not|too|right)$/

/**
 * Whether the token, which a full stop follows and which looks like an abbreviation, is a name at the end of its sentence: `Ask
 * Phil.`, `Helmut Lang.` What is before it is a person's name, kin or title, or a verb that takes a person, and nothing follows
 * that the abbreviation needs.
 */
export function endsAsName(tokens: readonly Token[], index: number): boolean {
  const { lower } = tokens[index]!
  const isFirst = FIRST_NAMES.has(lower)

  if (!(isFirst || TITLE_NAMES.has(lower) || OTHER_NAMES.has(lower))) return false

  const next = tokens[index + 1]
  if (next !== undefined && !/^[A-Z]/.test(next.text)) return false
  const before = tokens[index - 1]
  if (before === undefined) return isFirst && next === undefined
  const opens = next === undefined

  if (!opens) return false
  if (before.after[0]?.kind === ',') return isFirst && GREETING.test(before.lower)

  return isFirst && mayBeFirstName(tokens, index)
}

/** Names that could be a day, a crossing, `I'm` or an avenue, each with a test of the word beside it. */
const BY_NEIGHBOUR: ReadonlyMap<string, (neighbour: Token, side: 'before' | 'next') => boolean> = new Map([
  ['Thu', ({ lower }: Token) => VIETNAMESE_NAMES.has(lower)],
  ['Xing', ({ lower }: Token) => lower === 'he'],
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
  const { text, lower, dotted } = tokens[index]!
  if (dotted || !/^[A-Z][a-z]+$/.test(text)) return false
  const before = tokens[index - 1]

  if (isToldByNeighbour(tokens, index)) return true
  if (before === undefined || !(TITLE_NAMES.has(lower) || OTHER_NAMES.has(lower))) return false

  return takesPerson(before, lower)
}

function takesPerson({ text, lower: before, after }: Token, name: string): boolean {
  if (after.length > 0 && !(after.length === 1 && after[0]!.kind === '.' && TITLES.has(before))) return false

  return TITLES.has(before) && /^[A-Z]/.test(text) && !TITLE_NAMES.has(name)
}

/** `lunch with Phil.`, but not `a degree in Phil.` and `2 tbsp Marg.` */
function mayBeFirstName(tokens: readonly Token[], index: number): boolean {
  const { after } = tokens[index - 1]!
  if (after.length > 0) return false

  return !/\d/.test(tokens[index - 2]?.text ?? '')
}
