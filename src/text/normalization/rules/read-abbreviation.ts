import { isCapitalized, type Reading, type Scene, tokenAfter } from '../scene.ts'
import { say } from '../spoken-word.ts'
import { ABBREVIATIONS, DOTLESS_TITLES, NEEDS_FIGURE } from '../tables/abbreviations.ts'

/** Abbreviations with their stop, and the few that do without: `Dr. Smith`, `No. 5`, `approx.`, `vs`, initials. */
export function readAbbreviation(scene: Scene, index: number): Reading | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  if (text.length > 7) return undefined
  const uses = ABBREVIATIONS.get(lower)
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
  const closing = uses.find(({ use }) => use === 'closing-any')
  if (closing === undefined || /^[A-Z]{2,}$/.test(text)) return undefined
  if (lower === 'co') return undefined
  return [say(closing.say)]
}
