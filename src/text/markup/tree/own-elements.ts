import { parseRespelling } from '../../respelling/parse-respelling.ts'
import type { OpenTag } from '../tokens/markup-token.ts'
import { badValue, parseNumber, requireAttribute } from '../tokens/tag-attributes.ts'
import type { ElementRule } from './element-rule.ts'
import { type Delivery, NEUTRAL_DELIVERY } from './markup-run.ts'

/** Our own tags: the delivery tags and `<respell>`. */
export const OWN_ELEMENTS: ReadonlyMap<string, ElementRule> = new Map([
  ['tempo', deliveryRule('tempo')],
  ['loudness', deliveryRule('loudness')],
  ['pitch', deliveryRule('pitch')],
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

function deliveryRule(dimension: keyof Delivery): ElementRule {
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
