import { wordSet } from '../../../language/word-set.ts'
import { FOREIGN_PHRASES } from '../../../phonemization/phrases/foreign-phrases.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { ABBREVIATION_SENSES, type AbbreviationSense, COUNTED_BY_ORDINALS } from '../../tables/abbreviation-senses.ts'
import { ABBREVIATIONS, DOTLESS_TITLES, findUses } from '../../tables/abbreviations.ts'
import { DAYS } from '../../tables/calendar.ts'
import { findCited } from '../../tables/citations.ts'
import { findUnit } from '../../tables/units.ts'

/** Abbreviations with their stop, and the few that do without: `Dr. Smith`, `No. 5`, `approx.`, `vs`, initials. */
export function readAbbreviation(scene: Scene, index: number): Wording | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  if (text.length > 7) return undefined
  const uses = findUses(text, lower)
  const symbol = text.length > 3 ? undefined : readSymbol(scene, index)
  if (symbol !== undefined) return [say(symbol)]
  const counted = readCounted(scene, index)
  if (counted !== undefined) return [say(counted)]
  const cited = findCited(scene.tokens, index)
  if (cited !== undefined) return [say(cited)]
  if (dotted && text === 'Q' && /^\d/.test(tokenAfter(scene, index)?.text ?? '')) return [say('question')]
  if (dotted && /^[A-Z]$/.test(text)) return [say(text)]
  const owner = lower.endsWith("'s") ? findOwner(text, scene) : undefined
  if (owner !== undefined) return [say(`${owner}'s`)]
  const contextual = readByContext(scene, index)
  if (contextual !== undefined) return [say(contextual)]
  if (uses === undefined) return undefined
  const next = tokenAfter(scene, index)

  const beforeName = isCapitalized(next)
  if (!dotted) return readWithoutStop(scene, index)
  const isCapitals = /^[A-Z]{2,}$/.test(text)

  const fitting = uses.find(({ use }) => {
    if (use === 'title')
      return (
        beforeName || (/^[A-Z]/.test(text) && !isCapitals && !uses.some((other) => other.use.startsWith('closing')))
      )

    return true
  })
  const any = fitting ?? (isCapitals ? undefined : uses.find(({ use }) => use !== 'numbered'))
  return any === undefined ? undefined : [say(any.say)]
}

/** One to three letters that their neighbours make a side, a sex, an element, a station or `versus`. */
function readSymbol(scene: Scene, index: number): string | undefined {
  const { text, dotted } = scene.tokens[index]!
  const [before, next] = [tokenBefore(scene, index), tokenAfter(scene, index)]
  if (/^[LR]$/.test(text) && BODY.test(next?.lower ?? '')) return text === 'L' ? 'left' : 'right'
  if (!dotted && ELEMENTS.has(text) && /^\d/.test(next?.text ?? '')) return spell(text)

  if (/^[FM]$/.test(text) && !dotted && isSex(scene, index)) return text === 'F' ? 'female' : 'male'
  if (text === 'v' && !dotted && isCapitalized(next) && before !== undefined) return 'versus'
  const isCode = /^[A-Z]{3}$/.test(text)
  return isCode && /^(?:dep|arr)$/.test(before?.lower ?? '') ? spell(text) : undefined
}

/** Symbols of elements that are not words. */
const ELEMENTS = wordSet('Na Ca Fe Li Ar Mg Zn Cu Cl Br Ag Au Pb')

/** `M tabby, 3 y.o.`, `spayed F lab`: what kind of animal or patient, whose age or state is beside it. */
function isSex(scene: Scene, index: number): boolean {
  return near(scene, index, 5).some(({ lower }) =>
    /^(?:y\.?\/?o|spayed|neutered|fixed|tabby|pup|puppy|kitten|cat|dog|lab|breed)$/.test(lower),
  )
}

/** `the 88th min.`, `2nd rd`: what an ordinal before it counts; `42nd Rd.` is a road, and `c` alone no century. */
function readCounted(scene: Scene, index: number): string | undefined {
  const { lower } = scene.tokens[index]!
  const counted = COUNTED_BY_ORDINALS.get(lower)
  const ordinal = tokenBefore(scene, index)?.lower ?? ''
  if (counted === undefined || !isOrdinal(ordinal)) return undefined

  return /^\d/.test(ordinal) && tokenAfter(scene, index) === undefined ? counted : undefined
}

function isOrdinal(word: string): boolean {
  return /^\d+(?:st|nd|rd|th)$/.test(word)
}

/** `the dr's`, `our dept's`: an abbreviation that is no word and owns something. */
function findOwner(text: string, { isWord }: Scene): string | undefined {
  const stem = text.slice(0, -2).replace(/\.$/, '')
  const short = stem.toLowerCase()
  if (text.endsWith(".'s") && DAYS.has(short)) return DAYS.get(short)
  if (text.endsWith(".'s") && /^(?:mo|yr|wk|hr|min)$/.test(short)) return findUnit(short)?.one
  if (!/^[A-Z]?[a-z]+$/.test(stem) || (isWord(short) && short !== 'dr')) return undefined
  return ABBREVIATIONS.get(short)?.find(({ use }) => use !== 'street' && use !== 'numbered')?.say
}

const BODY =
  /^(?:arm|leg|knee|hip|shoulder|forearm|hand|foot|eye|ear|ankle|wrist|elbow|lung|kidney|breast|lobe|thumb|side|heel|toe|cheek|thigh|calf|tibia|femur|ventricle|atrium|deltoid|quad|hamstring|bicep|biceps|tricep|triceps|glute|shin|groin|elbow|jaw|nostril|kidney|ovary|breast|temple|upper|lower|forearm|rotator)$/
/** The sense that the neighbours show: `Sr. Engineer`, `rev. of $3B`, `Attn:`. */
function readByContext(scene: Scene, index: number): string | undefined {
  const { lower, after } = scene.tokens[index]!
  const sense = ABBREVIATION_SENSES.get(lower)?.find((one) => holds(one, scene, index))
  if (sense !== undefined) return sense.say
  return after[0]?.kind === ':' && CAPTIONS.test(lower)
    ? ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'inside')?.say
    : undefined
}

function holds({ text, before, next, near: around, dotted, caption }: AbbreviationSense, scene: Scene, index: number) {
  const token = scene.tokens[index]!
  const matches = (pattern: RegExp | undefined, word: string | undefined) => pattern?.test(word ?? '') ?? true
  return (
    matches(text, token.text) &&
    (dotted === undefined || token.dotted) &&
    (caption === undefined || token.after[0]?.kind === ':') &&
    matches(before, tokenBefore(scene, index)?.lower) &&
    matches(next, tokenAfter(scene, index)?.lower) &&
    (around === undefined || near(scene, index, 6).some(({ lower }) => around.test(lower)))
  )
}

const CAPTIONS = /^(?:attn|ref|tel|ext|temp|est|avg|misc|approx|dept|max|min|qty|appt|asst|mgr|hrs|mins)$/

/** `Mr Smith`, `Dr Jones`, `St Paul's`, `approx five`; `No 10` needs its capital letter. */
function readWithoutStop(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const uses = ABBREVIATIONS.get(lower) ?? []
  const title = uses.find(({ use }) => use === 'title')
  if (title !== undefined && DOTLESS_TITLES.has(lower) && /^[A-Z]+[a-z]/.test(text) && isCapitalized(next))
    return [say(title.say)]
  const any = text === 'NR' && !scene.shouting ? undefined : uses.find(({ use }) => use === 'any')
  if (any !== undefined) return [say(any.say)]
  const numbered = uses.find(({ use }) => use === 'numbered')
  if (numbered !== undefined && /^(?:No|Nos|Fig|Vol|Ch|pp)$/.test(text) && /^\d/.test(next?.text ?? ''))
    return [say(numbered.say)]
  const inAddress = /^(?:[Aa]pt|[Ss]te|[Bb]ldg|[Rr]m|Fl)$/.test(text)
    ? uses.find(({ use }) => use === 'closing')
    : undefined
  if (inAddress !== undefined && /^#?\d|^[A-Z]\d*$/.test(next?.text ?? '')) return [say(inAddress.say)]
  const numberedLower = numbered ?? uses.find(({ use }) => use === 'inside')
  if (numberedLower !== undefined && isNumberedPlainly(scene, index)) return [say(numberedLower.say)]
  const isNoWord =
    lower.length > 2 &&
    scene.tokens[index + 1]?.joined !== true &&
    !/^(?:div|fam)$/.test(lower) &&
    !/^[A-Z]{2}/.test(text) &&
    !scene.isWord(lower) &&
    !opensPhrase(scene, index)
  const unmistakable = isNoWord ? uses.find(({ use }) => use === 'closing' || use === 'inside') : undefined
  if (unmistakable !== undefined) return [say(unmistakable.say)]
  const closing = uses.find(({ use }) => use === 'closing-any')
  if (closing === undefined || /^[A-Z]{2,}$/.test(text)) return undefined

  return [say(closing.say)]
}

/** `Pend Oreille`: the first word of a phrase or name of several words. */
function opensPhrase({ tokens }: Scene, index: number): boolean {
  const phrases = FOREIGN_PHRASES.get(tokens[index]!.lower) ?? []
  return phrases.some(({ words }) => words.every((word, i) => tokens[index + i]?.lower === word))
}

/** Abbreviations without a stop before figures: `vol 7`, `wk 3`, `temp 98.6`; `no 12` only near another reference. */
function isNumberedPlainly(scene: Scene, index: number): boolean {
  const { lower } = scene.tokens[index]!
  if (!/^\d/.test(tokenAfter(scene, index)?.text ?? '')) return false

  if (lower === 'no')
    return scene.tokens.slice(Math.max(0, index - 4), index).some((token) => REFERENCE.test(token.lower))
  return /^(?:wk|yr|rt|rte|hwy|pg|pp|pgs|ch|chap|vol|vols|fig|figs|sect|eq|para|mod|lvl|ver|temp|tel|ext|avg|max|min|approx|est|ref)$/.test(
    lower,
  )
}

const REFERENCE = /^(?:vols?|volume|issue|journal|ch|chapter|pp?|pages?|series|opus|op|ser)$/
