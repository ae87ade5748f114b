import { TAGS, type Tag } from '../../src/text/tagging/tags.ts'
import type { Example } from './read-examples.ts'
import type { Token } from './read-treebank.ts'

/** Index in `TAGS` for each written word of an example; -1 if the treebank does not say it. */
export function labelTags({ tokens, tree }: Example): Int8Array {
  return Int8Array.from(tokens, (indexes) => {
    const tag = tagOf(
      indexes.map((index) => tree.tokens[index]!),
      indexes,
    )
    return tag === undefined ? -1 : TAGS.indexOf(tag)
  })
}

function tagOf(tokens: readonly Token[], indexes: readonly number[]): Tag | undefined {
  const [first] = tokens
  const last = tokens.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (tokens.length === 1) return tagOfToken(first)
  if (last.penn === 'POS') return 'POSSESSIVE'
  const isVerb = last.universal === 'AUX' || last.universal === 'VERB'
  if (tokens.length === 2 && isVerb && /^['’]/.test(last.form)) return 'WITH-VERB'
  if (first.universal === 'AUX') return 'AUX'
  return tagOfToken(tokens.find(({ head }) => !indexes.includes(head)) ?? first)
}

function tagOfToken({ universal, penn }: Token): Tag {
  if (universal === 'VERB' && penn === 'VBG') return 'VERB:ing'
  if (universal === 'VERB' && penn === 'VBN') return 'VERB:ed'
  return universal as Tag
}
