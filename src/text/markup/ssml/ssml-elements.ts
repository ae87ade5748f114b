import { quoteExcerpt } from '../quote-excerpt.ts'
import type { OpenTag } from '../tokens/markup-token.ts'
import type { MarkupWarnings } from '../tokens/markup-warnings.ts'
import { findAttribute, oneOf, readAttribute, readOptional, requireAttribute } from '../tokens/tag-attributes.ts'
import type { ElementRule } from '../tree/element-rule.ts'
import type { ElementEffect } from '../tree/markup-tree.ts'
import { OWN_ELEMENTS } from '../tree/own-elements.ts'
import { SAY_AS_KINDS } from './say-as-kinds.ts'
import { readBreak } from './ssml-break.ts'
import { UNSPOKEN_ELEMENTS, WORD_PARTS } from './ssml-names.ts'
import { readPhoneme } from './ssml-phoneme.ts'
import { readProsody } from './ssml-prosody.ts'

const EMPHASES = ['none', 'reduced', 'moderate', 'strong'] as const

/** The part of the W3C's SSML 1.1 that we speak, and our own tags. */
const SSML_ELEMENTS: ReadonlyMap<string, ElementRule> = new Map<string, ElementRule>([
  ...OWN_ELEMENTS,
  // Google's <media> holds documents of their own.
  ['speak', { ...gapRule([], () => ({ kind: 'none' })), nestsInItself: true }],
  ['p', gapRule([], () => ({ kind: 'edge', edge: 'paragraph' }))],
  ['s', gapRule([], () => ({ kind: 'edge', edge: 'sentence' }))],
  ['break', { ...gapRule(['time', 'strength'], readBreak), holds: 'nothing' }],
  ['prosody', { ...wordRule(['rate', 'volume', 'pitch'], readProsody), holds: 'anything', nestsInItself: true }],
  ['emphasis', { ...wordRule(['level'], readEmphasis), holds: 'anything', nestsInItself: true }],
  ['say-as', wordRule(['interpret-as', 'format'], readSayAs)],
  ['sub', wordRule(['alias'], readSub)],
  ['phoneme', wordRule(['ph', 'alphabet'], readPhoneme)],
])

/** Finds the rule of a tag in SSML. A tag that has no meaning here is left out with a warning, and its words are spoken. */
export function findSsmlRule(name: string): ElementRule {
  return SSML_ELEMENTS.get(name) ?? LEFT_OUT
}

/** Finds the rule of a tag in a text that is not SSML: our own tags, and the two of SSML that act everywhere. */
export function findTextRule(name: string): ElementRule | undefined {
  return name === 'break' || name === 'say-as' ? SSML_ELEMENTS.get(name) : OWN_ELEMENTS.get(name)
}

const LEFT_OUT: ElementRule = {
  stands: 'anywhere',
  holds: 'anything',
  nestsInItself: true,
  read: ({ name, span }, warnings) => {
    warnings.leftOutTag(name, span.start, 'no-effect')
    const content = UNSPOKEN_ELEMENTS.has(name) ? 'unspoken' : 'spoken'
    return { kind: 'left-out', content, parts: !WORD_PARTS.has(name) }
  },
}

/** `understood`: the attributes that change how the element is spoken. */
function gapRule(understood: readonly string[], read: ElementRule['read']): ElementRule {
  return { stands: 'gap', holds: 'anything', nestsInItself: false, read: noting(understood, read) }
}

function wordRule(understood: readonly string[], read: ElementRule['read']): ElementRule {
  return { stands: 'words', holds: 'text', nestsInItself: false, read: noting(understood, read) }
}

/** Attributes about the document and not about its sound. */
const SILENT_ATTRIBUTE = /^(?:xml(?:ns)?(?::.*)?|xsi:.*|version|id|class)$/

/** Notes the attributes of a tag that have no effect, and languages other than English. */
function noting(understood: readonly string[], read: ElementRule['read']): ElementRule['read'] {
  return (tag, warnings) => {
    for (const { name, value, span } of tag.attributes) {
      const isForeign = name === 'xml:lang' && value.trim() !== '' && !/^en(?![a-z])/i.test(value.trim())
      if (isForeign) warnings.leftOutPart(`language ${quoteExcerpt(value)} of <${tag.name}>`, span.start)
      else if (!understood.includes(name) && !SILENT_ATTRIBUTE.test(name))
        warnings.leftOutPart(`attribute ${name} of <${tag.name}>`, span.start)
    }
    return read(tag, warnings)
  }
}

function readEmphasis(tag: OpenTag): ElementEffect {
  const read = (value: string) => EMPHASES.find((name) => name === value)
  const emphasis = readOptional(tag, 'level', { read, expected: oneOf(EMPHASES) })
  return { kind: 'emphasis', emphasis: emphasis ?? 'moderate' }
}

function readSayAs(tag: OpenTag, warnings: MarkupWarnings): ElementEffect {
  const kind = requireAttribute(tag, 'interpret-as')
  const interpretAs = kind.value.trim().toLowerCase()
  if (!SAY_AS_KINDS.has(interpretAs))
    warnings.leftOutPart(`interpret-as ${quoteExcerpt(kind.value)} of <say-as>`, kind.span.start)
  const format = findAttribute(tag, 'format')?.value.trim()
  return format === undefined ? { kind: 'say-as', interpretAs } : { kind: 'say-as', interpretAs, format }
}

function readSub(tag: OpenTag): ElementEffect {
  const read = (value: string) => (value === '' ? undefined : value)
  return { kind: 'alias', text: readAttribute(tag, requireAttribute(tag, 'alias'), { read, expected: 'words' }) }
}
