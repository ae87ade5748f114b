import { PREPOSITIONS } from '../../../language/word-classes.ts'
import { spellNumber } from '../../numbers/spell-number.ts'
import { LEADS } from '../../pieces/verbalize-measure.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { withSigns } from '../../tables/currency-pattern.ts'
import { CROWDS, LIGHTS } from '../../tables/numbered-things.ts'

const SCALED = /^([~<>+≈≤≥]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(k|K|m|M|MM|mn|mln|bn|B|T)(\+?)$/
const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  K: 'thousand',
  M: 'million',
  m: 'million',
  MM: 'million',
  mn: 'million',
  mln: 'million',
  bn: 'billion',
  B: 'billion',
  T: 'trillion',
}
/** The finenesses of gold: `14K`. */
const KARATS = /^(?:8|9|10|12|14|18|20|21|22|23|24)[kK]$/
const GOLD = /^(?:gold|white|yellow|rose|solid|gold-plated|gold-filled|plated)$/
/** Things whose `4K` or `8K` is a format. */
const SHOWN =
  /^(?:screens?|tvs?|video|videos|monitors?|displays?|resolution|cameras?|footage|film|content|streaming|streams?|uhd|hdr|ultra|blu-ray|projectors?|webcams?|recording|upscaling|quality|movies?)$/
/** Races by their length. */
const RUN =
  /^(?:starts|begins|is|was|will|benefits|kicks|registration|route|bib|packet|finishers?|medals?|tomorrow|today|run|runs|row|swim|ski|hike|race|races|walk|walks|training|runner|runners|time|pb|course|plan|charity|fun|on|in|last|this|next|then|and|or|at|for)$/
/** What is counted behind a suffix: a word that can be a noun or an adjective before it. */
const COUNTED = /^(?:[a-z][a-z-]{2,}|km|mi|kg|lb|lbs|sq|cu)$/
const NOT_COUNTED =
  /^(?:and|or|the|for|with|from|into|that|this|was|were|are|has|had|its|his|her|our|then|than|but|per|via)$/

/** `45M rows`, `3B people`, `10k users`, `4K screens`: a number with its thousands, millions or billions. */
export function readScaled(scene: Scene, index: number): Wording | undefined {
  const [, amount, scale, plus = ''] = SCALED.exec(scene.tokens[index]!.text) ?? []
  if (amount === undefined || scale === undefined) return undefined
  const next = tokenAfter(scene, index)?.lower ?? ''
  if (scale === 'K' && isColor(scene, index, amount)) return [say(`${spellNumber(amount, scene.locale)} kelvin`)]
  if (KARATS.test(scene.tokens[index]!.text) && GOLD.test(next))
    return [say(`${spellNumber(amount, scene.locale)} karat`)]
  if (!isScale(scene, { index, amount, scale, next })) return undefined
  const lead = LEADS[amount[0]!] ?? ''
  const number = spellNumber(amount.replace(/^[~<>+≈≤≥]/, ''), scene.locale)
  return [say(`${lead} ${number} ${SCALES[scale]}${plus === '' ? '' : ' plus'}`)]
}

type Candidate = { readonly index: number; readonly amount: string; readonly scale: string; readonly next: string }

function isScale(scene: Scene, { index, amount, scale, next }: Candidate): boolean {
  const counts = COUNTED.test(next) && !NOT_COUNTED.test(next)
  if (/^[kK]$/.test(scale)) {
    if (/^[48]$/.test(amount) && scale === 'K' && !/s$|^people$/.test(next)) return false
    if (/^(?:2|4|5|8|16)$/.test(amount) && (SHOWN.test(next) || SHOWN.test(scene.tokens[index + 2]?.lower ?? '')))
      return false
    const isRace = /^(?:[1-9]|10|15)$/.test(amount) && (RUN.test(next) || (next === '' && /^(?:5|10|15)$/.test(amount)))
    if (isNamedRace(scene, index, amount) || isRun(scene, index, amount)) return false
    if (isRace && !(scale === 'k' && amount !== '5' && next === 'runners')) return false
    return counts || amount.includes('.') || Number(amount) >= 20
  }
  if (scale === 'MM') return counts
  if (scale.length > 1) return true
  if (isLabel(scene.tokens[index - 1]?.lower)) return false
  if (scale === 'M' && amount === '3') return counts
  if (scale === 'M')
    return counts || next === '' || amount.includes('.') || NOT_COUNTED.test(next) || /^[A-Z]/.test(next)
  if (scale === 'm')
    return (
      isCrowd(scene, index) ||
      /^(?:people|users|customers|households|views|subscribers|followers|downloads|viewers|members|jobs|homes|votes|tons|tonnes|barrels|shares)$/.test(
        next,
      )
    )
  return counts || amount.includes('.')
}

/** `the 10K follows`, `her first 10K`: a race, as nothing is counted behind it. */
function isNamedRace(scene: Scene, index: number, amount: string): boolean {
  if (!/^(?:1|3|5|8|10|12|15|20|25|30|50|100)$/.test(amount)) return false
  const [before, next] = [tokenBefore(scene, index)?.lower ?? '', tokenAfter(scene, index)?.lower ?? '']
  if (!/^(?:the|a|an|this|that|my|our|his|her|their|first|annual|charity|fun|virtual|trail|road|turkey)$/.test(before))
    return false
  return (
    /^(?:|follows|starts|begins|kicks|finishes|ends|winds|loops|runs|takes|raises|raised|race|run)$/.test(next) ||
    PREPOSITIONS.has(next)
  )
}

/** `through 35K in 1:40:10`, `a 50K ultra`, `with 12K left` of a stage: kilometers of a run or a ride. */
function isRun(scene: Scene, index: number, amount: string): boolean {
  if (!/^\d{1,3}$/.test(amount) || Number(amount) > 250) return false
  const next = tokenAfter(scene, index)?.lower ?? ''
  if (RUN_BEHIND.test(next)) return true
  const isCounted = COUNTED.test(next) && !NOT_COUNTED.test(next) && !isGone(next)
  if (/^(?:last|final|first|opening|closing)$/.test(tokenBefore(scene, index)?.lower ?? '') && Number(amount) <= 50)
    return !/s$|^people$/.test(next)
  if (isCounted) return false
  const around = near(scene, index, 6)
  return around.some(({ lower }) => RACED.test(lower)) && !around.some(({ lower }) => PAID.test(lower))
}

/** `12K left`, `3K out`: words that count nothing. */
function isGone(word: string): boolean {
  return /^(?:left|remaining|out|split|pace|mark|flat|later|ahead|before)$/.test(word)
}

const RUN_BEHIND = /^(?:ultra|ultras|ultramarathon|trail|out|splits?|pb|pr)$/
/** What is said of those who run or ride so far. */
const RACED =
  /^(?:ultra|marathon|marathons|marathoner|runners?|ran|pace|paced|trail|through|passed|peloton|breakaway|riders?|cyclists?|attacked|attacks|stage|finish|finishes|jersey|lap|laps|splits?|kilomet(?:er|re)s?|km|sprint|uphill|downhill|kipchoge|training|\d{1,2}:\d\d(?::\d\d)?)$/
const PAID = withSigns(
  /^(?:raised|raises|raise|earned|earns|paid|pays|cost|costs|sold|followers|users|budget|salary|¤.*)$/,
)

/** `a city of 1.2m`: what has its people counted in millions. */
function isCrowd(scene: Scene, index: number): boolean {
  return tokenBefore(scene, index)?.lower === 'of' && CROWDS.has(tokenBefore(scene, index - 1)?.lower ?? '')
}

/** `LED, 800 lm, 2700K`, `1800K at dusk`: the color of a light, in whole hundreds; nobody writes so for a million. */
function isColor(scene: Scene, index: number, amount: string): boolean {
  return (
    /^(?:1\d|[2-9]\d|10\d)[05]0$/.test(amount) ||
    (/^\d{2,5}$/.test(amount) && near(scene, index, 6).some(({ lower }) => LIGHTS.has(lower)))
  )
}

function isLabel(before: string | undefined): boolean {
  return /^(?:apartment|apt|unit|seat|row|gate|exit|suite|room|section|block|size|bus|route|platform|level|grade|no|number)$/.test(
    before ?? '',
  )
}
