import { sayInPairs } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits } from '../../../english/numbers/spell-number.ts'
import { findPer } from '../../../english/units.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'
import { isAcronym } from '../word/read-word.ts'

/** `10.0.0.0/8`, and the port `443/tcp`. */
export const readNetwork: PieceReader = (text, manner, read) => {
  const [, network, bits] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text) ?? []
  const [, port, protocol] = /^(\d{2,5})\/([a-z]{3,4})$/.exec(text) ?? []
  if (port !== undefined && findPer(protocol!) === undefined && isAcronym(protocol!))
    return [...say(port.length === 3 ? spellDigits(port) : sayInPairs(port, manner.locale)), ...read(protocol!, manner)]
  if (network === undefined) return undefined
  return [...read(network, manner), ...say(`slash ${spellCardinal(bits!, manner.locale)}`)]
}
