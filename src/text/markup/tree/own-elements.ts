import { parseRespelling } from '../../respelling/parse-respelling.ts'
import type { OpenTag } from '../tokens/markup-token.ts'
import { badValue, findAttribute, parseNumber, requireAttribute } from '../tokens/tag-attributes.ts'
import type { ElementRule } from './element-rule.ts'
import { type DeliveryName, NEUTRAL_DELIVERY } from './markup-run.ts'

/** The greatest number that names a reading of a text. */
export const MOST_SEED = 2 ** 32 - 1

/** Our own tags: the delivery tags, `<take>` and `<respell>`. */
export const OWN_ELEMENTS: ReadonlyMap<string, ElementRule> = new Map([
  ['tempo', deliveryRule('tempo')],
  ['loudness', deliveryRule('loudness')],
  ['pitch', deliveryRule('pitch')],
  [
    'take',
    {
      stands: 'words',
      holds: 'anything',
      nestsInItself: false,
      read: (tag) => ({ kind: 'delivery', delivery: { ...NEUTRAL_DELIVERY, ...readTake(tag) } }),
    },
  ],
  [
    'respell',
    {
      stands: 'words',
      holds: 'text',
      nestsInItself: false,
      read: (tag) => {
        const { value, span } = requireAttribute(tag, 'value')
        return { kind: 'pronounce', pronunciations: [parseRespelling(value, span.start)] }
      },
    },
  ],
])

function deliveryRule(dimension: DeliveryName): ElementRule {
  return {
    stands: 'words',
    holds: 'anything',
    nestsInItself: false,
    read: (tag) => ({ kind: 'delivery', delivery: { ...NEUTRAL_DELIVERY, [dimension]: readValue(tag) } }),
  }
}

function readValue(tag: OpenTag): number {
  const attribute = requireAttribute(tag, 'value')
  const value = parseNumber(attribute.value)
  if (value === undefined) throw badValue(tag, attribute, 'a number')
  return value
}

/** Without a value, the sentence is read as without the tag. Editors note in it which readings they offer. */
function readTake(tag: OpenTag): { readonly take?: number } {
  const attribute = findAttribute(tag, 'value')
  if (attribute === undefined) return {}
  const take = parseNumber(attribute.value)
  if (take === undefined || !Number.isInteger(take) || take < 0 || take > MOST_SEED)
    throw badValue(tag, attribute, `an integer from 0 to ${MOST_SEED}`)
  return { take }
}
