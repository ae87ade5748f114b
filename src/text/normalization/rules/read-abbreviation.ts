import { spellCardinal } from '../numbers/spell-number.ts'
import { readPiece } from '../pieces/read-piece.ts'
import { isCapitalized, type Reading, type Scene, tokenAfter, tokenBefore } from '../scene.ts'
import { say } from '../spoken-word.ts'
import { ABBREVIATIONS, DOTLESS_TITLES, NEEDS_FIGURE } from '../tables/abbreviations.ts'

/** Abbreviations with their stop, and the few that do without: `Dr. Smith`, `No. 5`, `approx.`, `vs`, initials. */
export function readAbbreviation(scene: Scene, index: number): Reading | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  if (text.length > 7) return undefined
  const uses = ABBREVIATIONS.get(lower)
  if (
    /^(?:min|max)$/.test(lower) &&
    /^\d+-[a-z]+$|^[a-z]+s$/.test(tokenBefore(scene, index)?.text ?? '') &&
    !isCapitalized(scene.tokens[index])
  )
    return [say(lower === 'min' ? 'minimum' : 'maximum')]
  if (/^R[Ee]$/.test(text) && scene.tokens[index]!.after[0]?.kind === ':') return [say('re')]
  if (dotted && /^[A-Z]$/.test(text)) return [say(text)]
  if (uses === undefined) return undefined
  const next = tokenAfter(scene, index)
  const beforeFigure = next !== undefined && /^#?\d|^(?:[VX]|[IVX]{2,})$/.test(next.text)
  const beforeName = isCapitalized(next)
  if (!dotted) return readWithoutStop(scene, index)
  const isCapitals = /^[A-Z]{2,}$/.test(text)
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

/** `Mr Smith`, `Dr Jones`, `St Paul's`, `approx five`; `No 10` needs its capital letter. */
function readWithoutStop(scene: Scene, index: number): Reading | undefined {
  const { text, lower } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const uses = ABBREVIATIONS.get(lower)!
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

/** `p.45`, `vol.7`, `No.5`: an abbreviation joined to its figure. */
export function readJoinedAbbreviation(scene: Scene, index: number): Reading | undefined {
  const [, short, figure] = /^([A-Za-z]{1,4})\.(\d{1,4}(?:[-–]\d{1,4})?)$/.exec(scene.tokens[index]!.text) ?? []
  if (short === undefined || figure === undefined || /^[A-Z]{2,}$|^v$/.test(short)) return undefined
  const use = ABBREVIATIONS.get(short.toLowerCase())?.find((one) => one.use === 'numbered' || one.use === 'inside')
  return use === undefined ? undefined : [[...say(use.say), ...readPiece(figure, scene)]]
}

/** `R-Ariz.`, `D-Vt.`: the party and the state of a politician. */
export function readPartyAndState(scene: Scene, index: number): Reading | undefined {
  const [, party, short] = /^([RDI])-([A-Z][a-z]{1,5})$/.exec(scene.tokens[index]!.text) ?? []
  const state =
    short === undefined ? undefined : ABBREVIATIONS.get(short.toLowerCase())?.find(({ use }) => use === 'closing')
  return state === undefined ? undefined : [say(`${party} ${state.say}`)]
}

/** Letters behind these name one of several: `Series A`, `Plan B`. */
const LETTERED_THINGS =
  /^(?:series|plan|vitamin|type|group|grade|hepatitis|class|part|section|option|appendix|exhibit|gate|block|team|level|category|point|wing|room|terminal|building|apartment|apt|unit|size|tier|row|schedule|form|zone|elevator|influenza|bldg|answer|choice|side|step|column)$/

/** `Series A`: a capital letter, not the article. */
export function readLetterName(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  if (text !== 'A') return undefined
  return LETTERED_THINGS.test(scene.tokens[index - 1]?.lower ?? '') && tokenBefore(scene, index) !== undefined
    ? [say('A')]
    : undefined
}

/** `q6h`, `q4-6h`: how often a medicine is given. */
export function readDosage({ tokens, locale }: Scene, index: number): Reading | undefined {
  const [, first, last] = /^[qQ](\d{1,2})(?:-(\d{1,2}))?[hH](?:rs?)?$/.exec(tokens[index]!.text) ?? []
  if (first === undefined) return undefined
  const range = last === undefined ? '' : ` to ${spellCardinal(last, locale)}`
  return [say(`every ${spellCardinal(first, locale)}${range} hours`)]
}
