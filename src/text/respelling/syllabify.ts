import { ARPABET_VOWELS, withoutStress } from '../arpabet.ts'

/** The consonant clusters that begin English syllables, by their last sound; a single consonant always can. */
const ONSETS: ReadonlySet<string> = new Set(
  [
    'P R, B R, T R, D R, K R, G R, F R, TH R, SH R, S P R, S T R, S K R',
    'P L, B L, K L, G L, F L, S L, SH L, S P L, S K L',
    'T W, D W, K W, G W, TH W, S W, HH W, S K W',
    'P Y, B Y, T Y, D Y, K Y, G Y, F Y, V Y, TH Y, HH Y, M Y, N Y, L Y, S P Y, S T Y, S K Y',
    'S P, S T, S K, S M, S N, S F, SH M, SH N',
  ].flatMap((clusters) => clusters.split(', ')),
)

/**
 * Parts the sounds of a word into syllables, each with one vowel, by the maximal onset principle (Kahn 1976): as many
 * consonants as can begin an English syllable go with the vowel after them. One exception follows the respelling
 * notation, `ERR-ur`: an r before an unstressed er stays with the vowel before it.
 * Phonemes are ARPAbet, with or without stress. A word without a vowel is one syllable.
 */
export function syllabify(phonemes: readonly string[]): readonly (readonly string[])[] {
  const isVowel = (phoneme: string): boolean => ARPABET_VOWELS.has(withoutStress(phoneme))
  const vowels = phonemes.flatMap((phoneme, index) => (isVowel(phoneme) ? [index] : []))
  const starts = vowels.map((vowel, index) => {
    const previous = vowels[index - 1]
    return previous === undefined ? 0 : onsetStart(phonemes, { after: previous, vowel })
  })
  if (starts.length === 0) return phonemes.length === 0 ? [] : [phonemes]
  return starts.map((start, index) => phonemes.slice(start, starts[index + 1]))
}

type Cluster = { readonly after: number; readonly vowel: number }

/** If the syllable of a vowel begins, among the consonants since the vowel before it. */
function onsetStart(phonemes: readonly string[], { after, vowel }: Cluster): number {
  if (vowel - after === 2 && phonemes[after + 1] === 'R' && phonemes[vowel] === 'ER0') return vowel
  let start = vowel
  while (start > after + 1 && canBegin(phonemes.slice(start - 1, vowel))) start--
  return start
}

function canBegin(consonants: readonly string[]): boolean {
  return consonants.length === 1 || ONSETS.has(consonants.join(' '))
}
