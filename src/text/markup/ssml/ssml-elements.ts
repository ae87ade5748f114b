import type { OpenTag } from '../tokens/markup-token.ts'
import { badValue, findAttribute, requireAttribute } from '../tokens/tag-attributes.ts'
import type { ElementRule } from '../tree/element-rule.ts'
import type { ElementEffect } from '../tree/markup-tree.ts'
import { OWN_ELEMENTS } from '../tree/own-elements.ts'
import { readBreak } from './ssml-break.ts'
import { readPhoneme } from './ssml-phoneme.ts'
import { readProsody } from './ssml-prosody.ts'

const EMPHASES = ['none', 'reduced', 'moderate', 'strong'] as const

/** The part of the W3C's SSML 1.1 that we speak, and our own tags. Attributes that change no sound are passed over. */
export const SSML_ELEMENTS: ReadonlyMap<string, ElementRule> = new Map<string, ElementRule>([
  ...OWN_ELEMENTS,
  ['speak', { stands: 'gap', holds: 'anything', nestsInItself: false, read: () => ({ kind: 'none' }) }],
  ['p', edgeRule('paragraph')],
  ['s', edgeRule('sentence')],
  ['break', { stands: 'gap', holds: 'nothing', nestsInItself: false, read: readBreak }],
  ['prosody', { stands: 'words', holds: 'anything', nestsInItself: true, read: readProsody }],
  ['emphasis', { stands: 'words', holds: 'anything', nestsInItself: true, read: readEmphasis }],
  ['say-as', wordRule(readSayAs)],
  ['sub', wordRule(readSub)],
  ['phoneme', wordRule(readPhoneme)],
])

function edgeRule(edge: 'paragraph' | 'sentence'): ElementRule {
  return { stands: 'gap', holds: 'anything', nestsInItself: false, read: () => ({ kind: 'edge', edge }) }
}

function wordRule(read: ElementRule['read']): ElementRule {
  return { stands: 'words', holds: 'text', nestsInItself: false, read }
}

function readEmphasis(tag: OpenTag): ElementEffect {
  const level = findAttribute(tag, 'level')
  if (level === undefined) return { kind: 'emphasis', emphasis: 'moderate' }
  const emphasis = EMPHASES.find((name) => name === level.value.trim())
  if (emphasis === undefined) throw badValue(tag, level, `one of ${EMPHASES.join(', ')}`)
  return { kind: 'emphasis', emphasis }
}

function readSayAs(tag: OpenTag): ElementEffect {
  const interpretAs = requireAttribute(tag, 'interpret-as').value.trim()
  const format = findAttribute(tag, 'format')?.value.trim()
  return format === undefined ? { kind: 'say-as', interpretAs } : { kind: 'say-as', interpretAs, format }
}

function readSub(tag: OpenTag): ElementEffect {
  const alias = requireAttribute(tag, 'alias')
  const text = alias.value.trim()
  if (text === '') throw badValue(tag, alias, 'words')
  return { kind: 'alias', text }
}
