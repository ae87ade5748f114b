import { parseRespelling } from '../../respelling/parse-respelling.ts'
import type { OpenTag } from '../tokens/markup-token.ts'
import { parseNumber, readAttribute, readOptional, requireAttribute } from '../tokens/tag-attributes.ts'
import type { ElementRule } from './element-rule.ts'
import { type Delivery, NEUTRAL_DELIVERY } from './markup-run.ts'
import type { ElementEffect } from './markup-tree.ts'

/** The greatest number that names a reading of a text. */
export const MOST_SEED = 2 ** 32 - 1

const NUMBER = { read: parseNumber, expected: 'a number' }
const SEED = { read: parseSeed, expected: `an integer from 0 to ${MOST_SEED}` }

/** Our own tags: the delivery tags, `<take>` and `<respell>`. */
export const OWN_ELEMENTS: ReadonlyMap<string, ElementRule> = new Map([
  ['tempo', deliveryRule((tag) => ({ tempo: readNumber(tag) }))],
  ['loudness', deliveryRule((tag) => ({ loudness: readNumber(tag) }))],
  ['pitch', deliveryRule((tag) => ({ pitch: readNumber(tag) }))],
  ['take', deliveryRule(readTake)],
  ['respell', { stands: 'words', holds: 'text', nestsInItself: false, read: readRespell }],
])

function deliveryRule(read: (tag: OpenTag) => Partial<Delivery>): ElementRule {
  return {
    stands: 'words',
    holds: 'anything',
    nestsInItself: false,
    read: (tag) => ({ kind: 'delivery', delivery: { ...NEUTRAL_DELIVERY, ...read(tag) } }),
  }
}

function readNumber(tag: OpenTag): number {
  return readAttribute(tag, requireAttribute(tag, 'value'), NUMBER)
}

/** Without a value, the sentence is read as without the tag. Editors note in it which readings they offer. */
function readTake(tag: OpenTag): Partial<Delivery> {
  const take = readOptional(tag, 'value', SEED)
  return take === undefined ? {} : { take }
}

function parseSeed(value: string): number | undefined {
  const seed = parseNumber(value)
  return Number.isInteger(seed) && seed! >= 0 && seed! <= MOST_SEED ? seed : undefined
}

function readRespell(tag: OpenTag): ElementEffect {
  const { value, span } = requireAttribute(tag, 'value')
  return { kind: 'pronounce', pronunciations: [parseRespelling(value, span.start)] }
}
