import { ABBREVIATIONS, findClosing, isTitle } from '../../../english/abbreviations.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { findState } from '../../../english/states.ts'
import { wordList } from '../../../english/word-list.ts'
import { matching } from '../piece-reader.ts'

/** Labels that people write right before the number. */
const LABELS = wordList('labels')

/** `Fig3`, `Ch12`. */
export const readLabelled = matching(/^([A-Z][a-z]{1,3})(\d{1,3})$/, ([label, number], { manner }) => {
  const uses = LABELS.has(label) ? ABBREVIATIONS.get(label.toLowerCase()) : undefined
  const numbered = uses?.find(({ use }) => use === 'numbered')
  return numbered && `${numbered.say} ${spellCardinal(number, manner.locale)}`
})

/** `p.45`, `vol.7`, `No.5`: an abbreviation joined to its figure. */
export const readNumbered = matching(/^([A-Za-z]{1,4})\.(\d{1,4}(?:[-–]\d{1,4})?)$/, ([short, figure], { read }) => {
  if (/^ss?$/.test(short)) return [short === 's' ? 'section' : 'sections', read(figure)]
  const use = ABBREVIATIONS.get(short.toLowerCase())?.find((one) => one.use === 'inside')
  return use && [use.say, read(figure)]
})

/** `R-Ariz.`, `D-N.Y.`, `D-VT`: the party and the state of a politician. */
export const readPartyAndState = matching(
  /^([RDI])-([A-Z]{2}|(?:[A-Z]\.)+[A-Z]|[A-Z][a-z]{1,5})$/,
  ([party, home], { manner }) => {
    const state = findState(home.replaceAll('.', ''), manner.locale) ?? findClosing(home.toLowerCase())
    return state && `${party} ${state}`
  },
)

/** `Sec.-Gen.` */
export const readTitles = matching(/^([A-Z][a-z]+)\.-([A-Z][a-z]+)$/, (shorts) => {
  const titles = shorts.map((short) => ABBREVIATIONS.get(short.toLowerCase())?.find(isTitle)?.say)
  return titles.includes(undefined) ? undefined : titles.join(' ')
})

/** `St.–Times`, `asst.-manager`: an abbreviation and what a hyphen joins to it. */
export const readShortened = matching(/^([A-Za-z]{2,6})\.([-–])([A-Za-z]{2,})$/, ([cut, dash, rest], { read }) => {
  const shortened = ABBREVIATIONS.get(cut.toLowerCase())?.find(
    ({ use }) => use === 'closing' || (dash === '–' && use === 'street'),
  )
  return shortened && [shortened.say, read(rest)]
})
