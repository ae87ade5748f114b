import { wordSet } from '../../english/word-set.ts'

/**
 * Elements of SSML that nobody writes for anything else. Sources: W3C SSML 1.1, and the documents of Amazon Polly, Alexa, Azure,
 * Google Cloud and IBM Watson.
 */
const PLAIN_NAMES = wordSet('speak break prosody emphasis say-as phoneme express-as voice-transformation')
/** Elements whose names are words too: `Bearer <token>`. */
const WORD_NAMES = wordSet('voice lang w token lexicon lookup meta metadata desc bookmark math media seq par')
/** Elements whose names HTML has too, and the attributes that only SSML has. */
const SHARED_NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['p', /^xml:/],
  ['s', /^xml:/],
  ['sub', /^(?:alias$|xml:)/],
  ['mark', /^(?:name$|xml:)/],
  [
    'audio',
    /^(?:soundlevel|clipbegin|clipend|repeatcount|repeatdur|speed|fetchtimeout|fetchhint|maxage|maxstale)$|^xml:/,
  ],
])
const VENDOR_NAME = /^(?:amazon|alexa|mstts|google|ibm):/

/** How surely a name means an element of SSML. `plain`: always; `word` and `shared`: if the tag shows it. */
export type SsmlNameKind = 'plain' | 'word' | 'shared'

/** Says how surely a name in lower case means an element of SSML; undefined if SSML has no such element. */
export function kindOfSsmlName(name: string): SsmlNameKind | undefined {
  if (PLAIN_NAMES.has(name) || VENDOR_NAME.test(name)) return 'plain'
  if (WORD_NAMES.has(name)) return 'word'
  return SHARED_NAMES.has(name) ? 'shared' : undefined
}

/** Whether an attribute shows that an element of this name is SSML's. */
export function isSsmlAttribute(name: string, attribute: string): boolean {
  return SHARED_NAMES.get(name)?.test(attribute.toLowerCase()) ?? true
}

/** Elements in which every tag is markup: documents of SSML and MathML. */
export const REGION_ELEMENTS = wordSet('speak math')

/** Elements whose content is not spoken. */
export const UNSPOKEN_ELEMENTS = wordSet('metadata desc')

/** Elements that can be left out inside a word. All others part the words around them. */
export const WORD_PARTS = wordSet('prosody emphasis say-as sub phoneme w token lang mark bookmark lookup b i')
