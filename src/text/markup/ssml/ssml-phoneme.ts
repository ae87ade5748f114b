import { parseArpabet } from '../../respelling/parse-arpabet.ts'
import { parseIpa } from '../../respelling/parse-ipa.ts'
import { stressWord, type WordSound } from '../../respelling/stress-word.ts'
import { quoteExcerpt } from '../quote-excerpt.ts'
import type { Attribute, OpenTag } from '../tokens/markup-token.ts'
import type { MarkupWarnings } from '../tokens/markup-warnings.ts'
import { badValue, findAttribute, requireAttribute } from '../tokens/tag-attributes.ts'
import type { ElementEffect } from '../tree/markup-tree.ts'

const KNOWN_ALPHABET = /^(?:ipa|(?:x-|cmu-)?arpabet)$/i

/**
 * Reads `<phoneme>`: `ph` in the alphabet `ipa` (the default), or in ARPAbet as `x-arpabet`, `cmu-arpabet` or `arpabet`. In any
 * other alphabet it is left out with a warning.
 */
export function readPhoneme(tag: OpenTag, warnings: MarkupWarnings): ElementEffect {
  const ph = requireAttribute(tag, 'ph')
  const alphabet = findAttribute(tag, 'alphabet')
  if (alphabet !== undefined && !KNOWN_ALPHABET.test(alphabet.value.trim())) {
    warnings.leftOutPart(`alphabet ${quoteExcerpt(alphabet.value)} of <phoneme>`, alphabet.span.start)
    return { kind: 'left-out', content: 'spoken', parts: false }
  }
  const phonemes = stressWord(readSounds(tag, ph))
  if (phonemes.length === 0) throw badValue(tag, ph, 'sounds')
  return { kind: 'pronounce', pronunciations: [phonemes] }
}

function readSounds(tag: OpenTag, ph: Attribute): readonly WordSound[] {
  const name = findAttribute(tag, 'alphabet')?.value.trim().toLowerCase() ?? 'ipa'
  if (name === 'ipa') return parseIpa(ph.value) ?? refuse(tag, ph, 'sounds of English in IPA')
  const sounds = parseArpabet(ph.value)
  return 'unknown' in sounds ? refuse(tag, ph, `ARPAbet, which has no "${sounds.unknown}"`) : sounds
}

function refuse(tag: OpenTag, attribute: Attribute, expected: string): never {
  throw badValue(tag, attribute, expected)
}
