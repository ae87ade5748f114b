import { ARPABET_CONSONANTS, ARPABET_VOWELS } from '../../arpabet.ts'
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
  const written = ph.value.trim().split(/\s+/)
  return written.map((sound) => parseArpabet(sound) ?? refuse(tag, ph, `ARPAbet, which has no "${sound}"`))
}

function refuse(tag: OpenTag, attribute: Attribute, expected: string): never {
  throw badValue(tag, attribute, expected)
}

/** Reads one sound such as `AH0` or `t`; undefined if ARPAbet has no such sound. */
function parseArpabet(written: string): WordSound | undefined {
  const [, sound = '', stress] = /^([A-Z]+)([0-2])?$/.exec(written.toUpperCase()) ?? []
  if (ARPABET_CONSONANTS.has(sound) && stress === undefined) return { sound }
  if (!ARPABET_VOWELS.has(sound)) return undefined
  return stress === '0' || stress === '1' || stress === '2' ? { sound, stress } : { sound }
}
