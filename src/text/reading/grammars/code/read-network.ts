import { sayInPairs } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits } from '../../../english/numbers/spell-number.ts'
import { findPer } from '../../../english/units.ts'
import { matching } from '../piece-reader.ts'
import { isAcronym } from '../word/read-word.ts'

/** `10.0.0.0/8`. */
export const readNetwork = matching(/^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/, ([network, bits], { manner, read }) => [
  read(network),
  `slash ${spellCardinal(bits, manner.locale)}`,
])

/** `443/tcp`. */
export const readPort = matching(/^(\d{2,5})\/([a-z]{3,4})$/, ([port, protocol], { manner, read }) =>
  findPer(protocol) === undefined && isAcronym(protocol)
    ? [port.length === 3 ? spellDigits(port) : sayInPairs(port, manner.locale), read(protocol)]
    : undefined,
)
