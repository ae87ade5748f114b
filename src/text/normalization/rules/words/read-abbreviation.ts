import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { ABBREVIATIONS, DOTLESS_TITLES, NEEDS_FIGURE } from '../../tables/abbreviations.ts'

/** Abbreviations with their stop, and the few that do without: `Dr. Smith`, `No. 5`, `approx.`, `vs`, initials. */
export function readAbbreviation(scene: Scene, index: number): Wording | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  if (text.length > 7) return undefined
  const uses = ABBREVIATIONS.get(lower)
  if (
    /^(?:min|max)$/.test(lower) &&
    /^\d+-[a-z]+$|^[a-z]+s$/.test(tokenBefore(scene, index)?.text ?? '') &&
    !isCapitalized(scene.tokens[index])
  )
    return [say(lower === 'min' ? 'minimum' : 'maximum')]
  if (/^[LR]$/.test(text) && BODY.test(tokenAfter(scene, index)?.lower ?? ''))
    return [say(text === 'L' ? 'left' : 'right')]
  if (lower === 'c' && dotted && /^\d{1,2}(?:st|nd|rd|th)$/.test(tokenBefore(scene, index)?.text ?? ''))
    return [say('century')]
  if (/^R[Ee]$/.test(text) && scene.tokens[index]!.after[0]?.kind === ':') return [say('re')]
  if (dotted && /^[A-Z]$/.test(text)) return [say(text)]
  if (uses === undefined && lower !== 'rx' && lower !== 'div' && lower !== 'c/o' && lower !== 'cat' && lower !== 'gal')
    return undefined
  const next = tokenAfter(scene, index)
  const beforeFigure = next !== undefined && /^#?\d|^(?:[VX]|[IVX]{2,})$/.test(next.text)
  const beforeName = isCapitalized(next)
  const contextual = readByContext(scene, index)
  if (contextual !== undefined) return [say(contextual)]
  if (uses === undefined) return undefined
  if (!dotted) return readWithoutStop(scene, index)
  const isCapitals = /^[A-Z]{2,}$/.test(text)
  const counted = beforeFigure ? uses.find(({ use }) => use === 'numbered') : undefined
  if (counted !== undefined && !isCapitals) return [say(counted.say)]
  const fitting = uses.find(({ use }) => {
    if (use === 'street') return false
    if (isCapitals && use !== 'title' && use !== 'numbered') return false
    if (use === 'title')
      return beforeName || (/^[A-Z]/.test(text) && !uses.some((other) => other.use.startsWith('closing')))
    if (use === 'numbered' || NEEDS_FIGURE.has(lower)) return beforeFigure
    return true
  })
  const any = fitting ?? (isCapitals ? undefined : uses.find(({ use }) => use !== 'numbered'))
  return any === undefined ? undefined : [say(any.say)]
}

const BODY =
  /^(?:arm|leg|knee|hip|shoulder|forearm|hand|foot|eye|ear|ankle|wrist|elbow|lung|kidney|breast|lobe|thumb|side|heel|toe|cheek|thigh|calf|tibia|femur|ventricle|atrium)$/
const JOBS =
  /^(?:dev|eng|mgr|nurse|engineer|developer|manager|director|analyst|designer|editor|vice|vp|partner|associate|lecturer|counsel|advisor|consultant|architect|scientist|accountant|administrator|officer|producer|account|product|software|program|project)$/
const DEPUTIES =
  /^(?:dean|prof|professor|director|justice|editor|producer|provost|vice|principal|counsel|attorney|degree)$/
/** Abbreviations whose sense depends on their neighbours: `Sr. Engineer`, `Assoc. Dean`, `Attn:`, `incl.` at an end. */
function readByContext(scene: Scene, index: number): string | undefined {
  const { text, lower, after, dotted } = scene.tokens[index]!
  const before = tokenBefore(scene, index)
  const next = tokenAfter(scene, index)
  const isCaption = after[0]?.kind === ':'
  if (/^(?:sr|jr)$/.test(lower) && next !== undefined && JOBS.test(next.lower))
    return lower === 'sr' ? 'senior' : 'junior'
  if (lower === 'assoc' && next !== undefined && DEPUTIES.test(next.lower)) return 'associate'
  if (
    lower === 'incl' &&
    (next === undefined ||
      after.length > 0 ||
      /^(?:is|are|was|were|not|tax|all)$/.test(before?.lower ?? '') ||
      next.lower === 'w/')
  )
    return 'included'
  if (/^nos?$/.test(lower) && dotted && next !== undefined) return lower === 'no' ? 'number' : 'numbers'
  if (text === 'Cat' && dotted && /^\d/.test(next?.text ?? '')) return 'category'
  if (lower === 'conf' && /^(?:no|nos|code|number|#)$/.test(next?.lower ?? '')) return 'confirmation'
  if (
    lower === 'est' &&
    text !== 'EST' &&
    /^(?:delivery|time|arrival|cost|value|total|tax|price|wait|revenue)$/.test(next?.lower ?? '')
  )
    return 'estimated'
  if (/^[Rr]ts$/.test(text) && /^\d/.test(next?.text ?? '')) return 'routes'
  if (text === 'Rt' && next?.lower === 'hon') return 'right'
  if (lower === 'est' && text !== 'EST' && /^[$€£]?\d/.test(next?.text ?? '') && before !== undefined)
    return 'estimated'
  if (lower === 'rev' && /^[$€£]/.test(next?.text ?? '')) return 'revenue'
  if (lower === 'rev' && /^\d/.test(next?.text ?? '')) return 'revision'
  if (lower === 'dep' && /^\d{1,2}:\d\d/.test(next?.text ?? '')) return 'departs'
  if (lower === 'arr' && /^\d{1,2}:\d\d/.test(next?.text ?? '')) return 'arrives'
  if (text === 'VS' && next?.text === 'Code') return 'V S'
  if (lower === 'gal' && /^(?:a|per|half)$/.test(before?.lower ?? '') && next?.lower === 'of') return 'gallon'
  if (lower === 'ch' && isNear(scene, index, /^(?:tune|tuned|watch|watching|channel|fm|tv|airs?|aired|broadcast)$/))
    return 'channel'
  if (lower === 'ex' && isNear(scene, index, /^(?:solve|do|complete|homework|hw|answer|odd|even|try)$/))
    return /\d[-–]\d|,/.test(next?.text ?? '') ? 'exercises' : 'exercise'
  if (
    lower === 'pt' &&
    isNear(scene, index, /^(?:md|icu|dr|nurse|er|bp|dx|hx|rx|c\/o|patient|ward|rn)$/) &&
    !/^\d/.test(next?.text ?? '')
  )
    return 'patient'
  if (lower === 'c/o' && /^(?:pt|patient|she|he|pts)$/.test(before?.lower ?? '')) return 'complains of'
  if (lower === 'pt' && before?.lower === 'dew') return 'point'
  if (lower === 'rx' && isCaption) return 'prescription'
  if (lower === 'div' && /^(?:yields?|payout|per)$/.test(next?.lower ?? '')) return 'dividend'
  if (
    text === 'Pt' &&
    /^(?:is|was|has|had|presents|presented|denies|reports|reported|states|c\/o|seen|to|should|will)$/.test(
      next?.lower ?? '',
    )
  )
    return 'patient'
  if (isCaption && CAPTIONS.test(lower))
    return ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'inside' || use === 'closing')?.say
  return undefined
}

function isNear(scene: Scene, index: number, words: RegExp): boolean {
  return near(scene, index, 6).some(({ lower }) => words.test(lower))
}

const CAPTIONS = /^(?:attn|ref|tel|ext|temp|est|avg|misc|approx|dept|max|min|qty|appt|asst|mgr|hrs|mins)$/

/** `Mr Smith`, `Dr Jones`, `St Paul's`, `approx five`; `No 10` needs its capital letter. */
function readWithoutStop(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const uses = ABBREVIATIONS.get(lower) ?? []
  const title = uses.find(({ use }) => use === 'title')
  if (title !== undefined && DOTLESS_TITLES.has(lower) && /^[A-Z][a-z]/.test(text) && isCapitalized(next))
    return [say(title.say)]
  const any = uses.find(({ use }) => use === 'any')
  if (any !== undefined) return [say(any.say)]
  const numbered = uses.find(({ use }) => use === 'numbered')
  if (numbered !== undefined && /^(?:No|Nos|Fig|Vol|Ch|pp)$/.test(text) && /^\d/.test(next?.text ?? ''))
    return [say(numbered.say)]
  const inAddress = /^(?:Apt|Ste|Bldg|Rm|Fl)$/.test(text) ? uses.find(({ use }) => use === 'closing') : undefined
  if (inAddress !== undefined && /^#?\d|^[A-Z]\d*$/.test(next?.text ?? '')) return [say(inAddress.say)]
  const numberedLower = numbered ?? uses.find(({ use }) => use === 'inside')
  if (numberedLower !== undefined && isNumberedPlainly(scene, index)) return [say(numberedLower.say)]
  const isNoWord = lower.length > 2 && !/^(?:div|fam)$/.test(lower) && !/^[A-Z]{2}/.test(text) && !scene.isWord(lower)
  const unmistakable = isNoWord ? uses.find(({ use }) => use === 'closing' || use === 'inside') : undefined
  if (unmistakable !== undefined) return [say(unmistakable.say)]
  const closing = uses.find(({ use }) => use === 'closing-any')
  if (closing === undefined || /^[A-Z]{2,}$/.test(text)) return undefined
  if (lower === 'co') return undefined
  return [say(closing.say)]
}

/** Abbreviations without a stop before figures: `vol 7`, `wk 3`, `temp 98.6`; `no 12` only near another reference. */
function isNumberedPlainly(scene: Scene, index: number): boolean {
  const { text, lower } = scene.tokens[index]!
  if (!/^\d/.test(tokenAfter(scene, index)?.text ?? '')) return false
  if (/^[A-Z]{2,}$/.test(text)) return false
  if (lower === 'no' || lower === 'nos' || lower === 'art')
    return scene.tokens.slice(Math.max(0, index - 4), index).some((token) => REFERENCE.test(token.lower))
  return /^(?:wk|yr|rt|rte|hwy|pg|pp|pgs|ch|chap|vol|vols|fig|figs|sect|eq|para|mod|lvl|ver|temp|ext|avg|max|min|approx|est|ref)$/.test(
    lower,
  )
}

const REFERENCE = /^(?:vols?|volume|issue|journal|ch|chapter|pp?|pages?|series|opus|op|ser)$/
