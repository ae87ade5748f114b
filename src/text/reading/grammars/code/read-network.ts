import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** `10.0.0.0/8`. */
export const readNetwork: PieceReader = (text, manner, read) => {
  const [, network, bits] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text) ?? []
  if (network === undefined) return undefined
  return [...read(network, manner), ...say(`slash ${spellCardinal(bits!, manner.locale)}`)]
}
