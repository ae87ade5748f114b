import { wordSet } from '../../../language/word-set.ts'
import { spellCardinal, spellDigits, spellNumber, spellPairs, spellYear } from '../../numbers/spell-number.ts'
import { LEADS } from '../../pieces/verbalize-measure.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { type SpokenWord, say, spell } from '../../spoken-word.ts'
import { findUnit } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'
import { isInEquation } from './equation.ts'
import { countsNext } from './what-follows.ts'

const CALL_WORDS = wordSet('call dial dialed dialled ring text calling dialing phone')

/** Sections of American law that are spoken of as plans and charities: `401(k)`, `501(c)(3)`. */
const LAW_SECTIONS = wordSet('401 403 457 501 527 529')

const RATED = wordSet('pain satisfaction scored rated rating score scores gave rate got graded grade quiz exam')

/** Bare numbers whose neighbours decide how they are read: years, rooms and flights, codes, marks out of ten. */
export function readNumber(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const before = tokenBefore(scene, index)
  const label = before?.lower ?? ''
  const factor = scene.tokens[index]!.joined ? scene.tokens[index - 1] : undefined
  if (
    factor?.end === scene.tokens[index]!.start - 1 &&
    /^[\d.]+$/.test(factor.text) &&
    /^[\d.]+$/.test(text) &&
    isInEquation(scene, index)
  )
    return [say(`times ${spellNumber(text, scene.locale)}`)]
  if (isEndOfNumber(scene, index)) return [say(spellDigits(text))]
  const pair = text.includes('/') ? readPair(scene, index) : undefined
  if (pair !== undefined) return pair
  const [, round, rounder] = /^(\d{1,2}00)[-–](\d{1,2}00)$/.exec(text) ?? []
  if (round !== undefined && rounder !== undefined && Number(round) < Number(rounder) && !CALL_WORDS.has(label))
    return [say(`${spellCardinal(round, scene.locale)} to ${spellCardinal(rounder, scene.locale)}`)]
  const plate = NUMBERED_IN_PARTS.test(before?.text ?? '') ? /^(\d{1,2})-(\d{1,2})$/.exec(text) : null
  if (plate !== null)
    return [say(`${spellCardinal(plate[1]!, scene.locale)} dash ${spellCardinal(plate[2]!, scene.locale)}`)]
  const [, part, section] = /^(\d{1,3})-(\d{1,3}\.\d{1,3})$/.exec(text) ?? []
  if (part !== undefined && section !== undefined && /^(?:§+|sections?|sec|rule|ch|chapter)$/.test(label))
    return [say(`${spellCardinal(part, scene.locale)} dash ${spellNumber(section, scene.locale)}`)]
  if (/^[2-9]-0$/.test(text) && label === 'big') return [say(`${spellCardinal(text[0]!, scene.locale)} oh`)]
  const channel = readFrequency(scene, index)
  if (channel !== undefined) return channel
  const average = /^\.(\d{3})$/.exec(text)?.[1]
  const isRatedBy = /^(?:BA|AVG|OBP|SLG)$/.test(tokenAfter(scene, index)?.text ?? '')
  if (average !== undefined && (isRatedBy || near(scene, index, 6).some(({ lower }) => BATTING.test(lower))))
    return [say(spellPairs(average, scene.locale))]
  if (
    /^7\d7$/.test(text) &&
    /^(?:max|dreamliners?|jets?|jumbo|freighters?|airliners?)$/.test(tokenAfter(scene, index)?.lower ?? '')
  )
    return [say(spellPairs(text, scene.locale))]
  const [, jet, variant = '', suffix = ''] = /^(7\d7)-(\d{1,3})(ER|LR|F|MAX)?$/.exec(text) ?? []
  if (jet !== undefined) {
    const type = suffix === 'MAX' ? 'max' : spell(suffix)
    return [say(`${spellPairs(jet, scene.locale)} ${spellPairs(variant, scene.locale)} ${type}`)]
  }
  const [, runs, wickets] = /^(\d{2,3})\/(\d{1,2})d(?:ec)?$/.exec(text) ?? []
  if (runs !== undefined)
    return [say(`${spellCardinal(runs, scene.locale)} for ${spellCardinal(wickets!, scene.locale)} declared`)]
  if (/^[23]d$/.test(text) && /^(?:cir|dept|dist|ed|ser|sess|cong)$/.test(tokenAfter(scene, index)?.lower ?? ''))
    return [say(text === '2d' ? 'second' : 'third')]
  if (/^'[12]0$/.test(text) && /^(?:in|since|from|by|to|until|of)$/.test(label))
    return [say(spellYear(`20${text.slice(1)}`, scene.locale))]
  const version = readVersionNumber(scene, index)
  if (version !== undefined) return version
  if (isMinuteOfHour(scene, index)) return [say(spellPairs(`1${text}`, scene.locale).replace(/^one /, ''))]
  if (/^[01]{3,16}$/.test(text) && near(scene, index, 12).some(({ lower }) => BINARY.test(lower)))
    return [say(spellDigits(text))]
  if (/^\d{7,}$/.test(text) && !text.endsWith('000')) return [say(spellDigits(text))]
  if (!/^\d{3,6}$/.test(text)) return undefined
  const plural = readLawPlural(scene, index)
  if (plural !== undefined) return plural
  if (LAW_SECTIONS.has(text) && /^(?:plans?|accounts?)$/.test(tokenAfter(scene, index)?.lower ?? ''))
    return [say(spellPairs(text, scene.locale))]
  if (LAW_SECTIONS.has(text) && isLettered(scene, index)) return [say(spellPairs(text, scene.locale))]
  if ((CALL_WORDS.has(label) || label === 'nhs') && text.length === 3) return [say(spellDigits(text))]
  return undefined
}

/** `contact Tower on 118.7`: a channel of air traffic control, between 118 and 137 MHz. */
function readFrequency(scene: Scene, index: number): Wording | undefined {
  const [, whole, part] = /^(1(?:1[89]|2\d|3[0-6]))\.(\d{1,3})$/.exec(scene.tokens[index]!.text) ?? []
  if (whole === undefined || part === undefined) return undefined
  if (!near(scene, index, 6).some(({ lower }) => AIR_TRAFFIC.test(lower))) return undefined
  return [say(`${spellDigits(whole)} point ${spellDigits(part)}`)]
}

const AIR_TRAFFIC = /^(?:contact|tower|approach|departure|clearance|center|centre|radar|atis|unicom|frequency|squawk)$/

/** Words that show a number to be binary: `1011 in binary`. */
const BINARY = /^(?:binary|base|bits?|hex|hexadecimal|octal|decimal|xor|bitwise)$/

/** `card ...3321`: the last figures of a number that dots hide. */
function isEndOfNumber({ tokens }: Scene, index: number): boolean {
  const { text, start } = tokens[index]!
  const mark = tokens[index - 1]?.after.at(-1)
  return /^\d{4}$/.test(text) && mark?.kind === '…' && mark.at === start - 1 && mark.at > tokens[index - 1]!.end + 1
}

/** `at :05 and :35`: minutes without their hour. */
function isMinuteOfHour({ tokens }: Scene, index: number): boolean {
  const { text, start } = tokens[index]!
  const mark = tokens[index - 1]?.after.at(-1)
  return /^[0-5]\d$/.test(text) && mark?.kind === ':' && mark.at === start - 1 && mark.at > tokens[index - 1]!.end
}

/** Two figures with a slash: `287/6` of cricket, `8/10` as a mark, `page 3/5`, `3/5 lives`. */
function readPair(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const label = tokenBefore(scene, index)?.lower ?? ''
  if (!/^\d{1,3}\/\d{1,3}$/.test(text)) return undefined
  if (
    /^\d\d.*\/\d$/.test(text) &&
    near(scene, index, 12).some(({ text: word, lower }) => word !== 'Dec' && CRICKET.test(lower))
  )
    return sayPair(text, 'for', scene)
  if (COUNTED_OFF.test(label)) return sayPair(text, 'of', scene)
  if ((isRated(scene, index) && !isInEquation(scene, index)) || isMark(scene, index)) return readMark(text, scene)
  const isSplit = /^\d\d\/\d\d$/.test(text) && Number(text.slice(0, 2)) + Number(text.slice(3)) === 100
  if (isSplit && !near(scene, index, 6).some(({ lower }) => /^(?:bp|pressure|mmhg)$/.test(lower)))
    return [sayApart(text, (figure) => spellCardinal(figure, scene.locale))]
  const next = tokenAfter(scene, index)
  if (ALTERNATIVES.test(label))
    return [
      say(
        text
          .split('/')
          .map((figure) => spellPairs(figure, scene.locale))
          .join(' and '),
      ),
    ]
  if ((HAS_PARTED_NUMBER.test(label) && next === undefined) || /^(?:lines?|trains?)$/.test(next?.lower ?? ''))
    return [sayApart(text, (figure) => spellPairs(figure, scene.locale))]
  if (MUSIC.test(next?.lower ?? '')) return [sayApart(text, (figure) => spellCardinal(figure, scene.locale))]
  if (isDone(text, next) || isShare(scene, index) || isShooting(scene, index)) return sayPair(text, 'of', scene)
  if (/^1\d\/[234]$/.test(text) && /^(?:wire|wiring|cable|romex|awg)$/.test(next?.lower ?? ''))
    return [sayApart(text, (figure) => spellCardinal(figure, scene.locale))]
  if (/^\d{1,2}\/1$/.test(text) && /^ARMs?$/.test(next?.text ?? ''))
    return [say(`${spellCardinal(text.slice(0, -2), scene.locale)} one`)]
  return undefined
}

/** `85/15`, `12/2 wire`, `Flat 3/1`: the figures one after the other. */
function sayApart(text: string, spell: (figure: string) => string): readonly SpokenWord[] {
  return say(text.split('/').map(spell).join(' '))
}

/** Scottish flats by floor and door, and what is numbered like them: `Flat 3/1`. */
export const HAS_PARTED_NUMBER = /^(?:flat|apt|buzzer|locker)$/

/** Nouns whose numbers people separate with a slash: `ports 80/443`, `sizes 8/10`. */
const ALTERNATIVES =
  /^(?:ports|sizes|rooms|rms|apts|units|lines|trains|buses|routes|highways|channels|exits|gates|flights)$/
/** `6/8 time`: beats of a bar. */
const MUSIC = /^(?:time|beat|beats|meter|metre|rhythm|bars?|signature|groove|waltz|march)$/

/** `3/5 lives`, but `3/4 done`. */
function isDone(text: string, next: Token | undefined): boolean {
  return (
    DONE.test(next?.lower ?? '') &&
    !(EVERYDAY_FRACTION.test(text) && /^(?:done|complete|completed|hp)$/.test(next!.lower))
  )
}

/** Fractions that people do say: halves, thirds, quarters, most eighths, and parts of an inch. */
const EVERYDAY_FRACTION = /\/(?:2|3|4|16|32|64)$|^[1357]\/8$/

/** `4/8 students`: so many out of so many, unless people would say the fraction. */
function isShare(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  const [part, whole] = text.split('/').map(Number) as [number, number]
  const next = tokenAfter(scene, index)
  if (part > whole || EVERYDAY_FRACTION.test(text) || next === undefined || next.lower === 'of') return false
  return countsNext(scene, index) && !isMeasured(next)
}

function isMeasured({ text, lower }: Token): boolean {
  return (
    findUnit(text) !== undefined ||
    findUnit(lower.replace(/e?s$/, '')) !== undefined ||
    /^(?:hours|pints|ounces|pounds|teaspoons|tablespoons)$/.test(lower)
  )
}

/** `Mahomes 25/34, 310 yds.`: how many passes or shots were good. */
function isShooting(scene: Scene, index: number): boolean {
  const [good, tried] = scene.tokens[index]!.text.split('/').map(Number) as [number, number]
  return good <= tried && tried > 4 && near(scene, index, 6).some(({ text }) => SHOTS.test(text))
}

const SHOTS = /^(?:yds|TDs?|INTs?|FGs?|3PT?|FTs?|completions|passing)$/

/** What comes as one of several: `slide 3/12`. */
export const COUNTED_OFF =
  /^(?:slide|page|step|part|lesson|question|chapter|episode|day|week|round|module|item|photo|lap|level|stage|leg|set|rep|frame|hole|track|task|file|attempt|test|image|batch|sheet|floor|rank|ranks|ranked|place|placed|position)$/

/** A mark is given in one of the four words before. */
function isRated({ tokens }: Scene, index: number): boolean {
  return tokens
    .slice(Math.max(0, index - (tokens[index]!.text.endsWith('/10') ? 9 : 4)), index)
    .some(({ lower }) => RATED.has(lower))
}

/** `a solid 8/10`: so many of ten or a hundred, unless they are parts of something. */
function isMark(scene: Scene, index: number): boolean {
  const [mark, best] = scene.tokens[index]!.text.split('/').map(Number) as [number, number]
  if (mark <= best && /^(?:stars?|ratings?)$/.test(tokenAfter(scene, index)?.lower ?? '')) return true
  if ((best !== 10 && best !== 100) || mark > best) return false
  const next = tokenAfter(scene, index)
  const isPart = next !== undefined && (next.lower === 'of' || findUnit(next.text) !== undefined)
  return !isPart && !isInEquation(scene, index, /^[=+×÷−<>-]$/)
}

/** `page 3/5` as `three of five`. */
function sayPair(text: string, link: 'of' | 'for', { locale }: Scene): Wording {
  const figures = text.split('/').map((figure) => spellCardinal(figure, locale))
  return [say(figures.join(` ${link} `))]
}

function readMark(text: string, scene: Scene): Wording {
  const [mark = '', best = ''] = text.split('/')
  return [say(`${spellYear(mark, scene.locale)} out of ${spellYear(best, scene.locale)}`)]
}

/** `401(k)s`: the letter in brackets takes the ending. */
function readLawPlural({ tokens, locale }: Scene, index: number): Wording | undefined {
  const { text } = tokens[index]!
  const [letter, ending] = tokens.slice(index + 1, index + 3)
  if (!LAW_SECTIONS.has(text) || ending?.text !== 's' || !ending.joined || !/^[a-z]$/.test(letter!.text))
    return undefined
  const words = say(spellPairs(text, locale))
  return [words.slice(0, 1), words.slice(1), say(`${letter!.text.toUpperCase()}'s`)]
}

/** A single letter in brackets follows without a space. */
function isLettered({ tokens }: Scene, index: number): boolean {
  const next = tokens[index + 1]
  return tokens[index]!.after.length <= 1 && next?.joined === true && /^[a-z]$/.test(next.text)
}

/** What comes in versions with two figures behind the point: `Python 3.11`, `Ubuntu 22.04`. */
const VERSIONED =
  /^(?:python|node|ruby|php|java|go|golang|ubuntu|debian|android|ios|ipados|macos|windows|version|ver|release|build|react|angular|django|rails|postgres|postgresql|mysql|mariadb|redis|kubernetes|chrome|firefox|safari|typescript|swift|kotlin|rust|npm|linux|kernel|docker|helm|terraform|spark|kafka|elasticsearch|fedora|opensuse|alpine|perl|scala|julia|gcc|clang|cmake|numpy|pandas|pytorch|tensorflow|blender|unity|unreal|godot|gnome|patch|update|firmware|driver|v)$/

function readVersionNumber(scene: Scene, index: number): Wording | undefined {
  const [, lead = '', whole, part] = /^([≥≤<>~]?)(\d{1,3})\.(\d\d)$/.exec(scene.tokens[index]!.text) ?? []
  if (whole === undefined || part === undefined || !isVersion(scene, index)) return undefined
  const behind = spellPairs(`1${part}`, scene.locale).replace(/^one /, '')
  return [say(`${LEADS[lead] ?? ''} ${spellCardinal(whole, scene.locale)} point ${behind}`)]
}

/** Behind the name of a program, or behind another version of it: `Python 3.8 to 3.12`. */
function isVersion(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)?.lower ?? ''
  if (VERSIONED.test(before)) return true
  const isNext =
    /^(?:to|and|or|through|-|–)$/.test(before) && /^\d{1,3}\.\d{1,2}$/.test(tokenBefore(scene, index - 1)?.text ?? '')
  return isNext && VERSIONED.test(tokenBefore(scene, index - 2)?.lower ?? '')
}

/** What is counted off: `3/5 lives`, `2/3 complete`. */
const DONE =
  /^(?:hp|mp|mana|health|stamina|lives|attempts|tries|tasks|goals|points|complete|completed|done|correct|left|remaining|used|wins|votes|slots|spots|items|steps|files|jobs|checks|builds|pods|nodes|replicas|passed|failed|answered)$/
/** What is numbered by its chapter: `Table 2-1`. */
const NUMBERED_IN_PARTS = /^(?:Table|[Ff]igure|[Ff]ig|Exhibit|Listing|Chart|Plate|Example|Equation|Eq|Diagram|Photo)$/
const CRICKET = /^(?:overs?|ov|ovs|wickets?|wkts?|innings|declared|dec|a\.o|lbw|batsm[ae]n|bowled)$/
const BATTING = /^(?:hit|hits|hitter|hitting|batting|batted|bats|slugging|slugged|average)$/
