import { ABBREVIATIONS, findClosing, isTitle } from '../../../english/abbreviations.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { findState } from '../../../english/states.ts'
import { wordList } from '../../../english/word-list.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** Labels that people write right before the number. */
const LABELS = wordList('labels')

/** `Fig3`, `Ch12`. */
export const readLabelled: PieceReader = (text, { locale }) => {
  const [, label = '', number = ''] = /^([A-Z][a-z]{1,3})(\d{1,3})$/.exec(text) ?? []
  const uses = LABELS.has(label) ? ABBREVIATIONS.get(label.toLowerCase()) : undefined
  const numbered = uses?.find(({ use }) => use === 'numbered')
  return numbered === undefined ? undefined : say(`${numbered.say} ${spellCardinal(number, locale)}`)
}

/** `p.45`, `vol.7`, `No.5`: an abbreviation joined to its figure. */
export const readNumbered: PieceReader = (text, manner, read) => {
  const [, short, figure] = /^([A-Za-z]{1,4})\.(\d{1,4}(?:[-–]\d{1,4})?)$/.exec(text) ?? []
  if (short === undefined || figure === undefined) return undefined
  if (/^ss?$/.test(short)) return [...say(short === 's' ? 'section' : 'sections'), ...read(figure, manner)]
  const use = ABBREVIATIONS.get(short.toLowerCase())?.find((one) => one.use === 'inside')
  return use === undefined ? undefined : [...say(use.say), ...read(figure, manner)]
}

/** `R-Ariz.`, `D-N.Y.`, `D-VT`: the party and the state of a politician. */
export const readPartyAndState: PieceReader = (text, { locale }) => {
  const [, party, home = ''] = /^([RDI])-([A-Z]{2}|(?:[A-Z]\.)+[A-Z]|[A-Z][a-z]{1,5})$/.exec(text) ?? []
  if (party === undefined) return undefined
  const short = findClosing(home.toLowerCase())
  const state = findState(home.replaceAll('.', ''), locale) ?? short
  return state === undefined ? undefined : say(`${party} ${state}`)
}

/** `Sec.-Gen.` */
export const readTitles: PieceReader = (text) => {
  const titles = /^[A-Z][a-z]+\.-[A-Z][a-z]+$/.test(text) ? text.split('.-').map(titleOf) : []
  return titles.length === 0 || titles.includes(undefined) ? undefined : say(titles.join(' '))
}

function titleOf(short: string): string | undefined {
  return ABBREVIATIONS.get(short.toLowerCase())?.find(isTitle)?.say
}

/** `St.–Times`, `asst.-manager`: an abbreviation and what a hyphen joins to it. */
export const readShortened: PieceReader = (text, manner, read) => {
  const [, cut, rest] = /^([A-Za-z]{2,6})\.[-–]([A-Za-z]{2,})$/.exec(text) ?? []
  const uses = cut === undefined ? undefined : ABBREVIATIONS.get(cut.toLowerCase())
  const mayBeStreet = text.includes('–')
  const shortened = uses?.find(({ use }) => use === 'closing' || (mayBeStreet && use === 'street'))
  return shortened === undefined ? undefined : [...say(shortened.say), ...read(rest!, manner)]
}
