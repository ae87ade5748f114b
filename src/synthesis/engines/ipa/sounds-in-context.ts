import { isVowel } from '../../../text/arpabet.ts'
import { arpabetToIpa, type IpaAlphabet, type IpaOptions, isBritish } from '../../../text/respelling/arpabet-to-ipa.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'
import { vowelSpellings } from './vowel-spellings.ts'

export type WriteIpaOptions = IpaOptions & {
  /** Returns whether the model knows a letter. */
  readonly knows: (letter: string) => boolean
}

/** A sound of a word and its neighbours. */
type Place = {
  readonly sound: string
  /** The sounds of its word beside it; '' at the word's edges. */
  readonly before: string
  readonly after: string
  readonly afterNext: string
  /** The next sound, also that of the next word; '' before a pause. */
  readonly following: string
  /** The letters that spell a vowel; '' if they cannot be told. */
  readonly spelling: string
}

/** A sound that its place changes. An alphabet that is not listed has no letters for it. */
type Variant = {
  readonly of: string
  readonly applies: (place: Place) => boolean
  /** Makes its letters from those that it has elsewhere. */
  readonly write: Readonly<Partial<Record<IpaAlphabet, Write>>>
}

type Write = (elsewhere: string) => string

const STRESS_MARK = /^[ˈˌ]?/
const as =
  (letters: string): Write =>
  (elsewhere) =>
    STRESS_MARK.exec(elsewhere)![0] + letters
const withR: Write = (elsewhere) => `${elsewhere}ɹ`
const both = (write: Write): Variant['write'] => ({ espeak: write, misaki: write })

const isUnstressed = (sound: string): boolean => sound.endsWith('0')
/** The vowel of _four_ and _more_, which is not that of _north_. */
const isLongO = ({ after, afterNext, spelling }: Place): boolean =>
  after === 'R' && (spelling !== 'o' || afterNext === '' || isVowel(afterNext))
/** Before these, espeak-ng lowers the weak vowel of _oddity_. */
const BEFORE_LOWERED: ReadonlySet<string> = new Set(['B', 'D', 'F', 'L', 'M', 'P', 'T', 'V', 'Z'])

/** A weak vowel that is spelled as in _practice_. */
const isWeakI = ({ sound, spelling }: Place): boolean => isUnstressed(sound) && (spelling === 'i' || spelling === 'y')
const isBeforeR = ({ after }: Place): boolean => after === 'R'
/** The vowels of _there_ and _near_, which are not those of _very_ and _spirit_. */
const isCentring = ({ after, afterNext, spelling }: Place): boolean =>
  after === 'R' && !(isVowel(afterNext) && ['e', 'i', 'y'].includes(spelling))
const isBeforeVowel = ({ after }: Place): boolean => isVowel(after)
const isLinked = ({ following }: Place): boolean => isVowel(following)

/** The t of _water_. */
const isFlapped = ({ before, after, afterNext }: Place): boolean =>
  (isVowel(before) || before === 'R') &&
  isVowel(after) &&
  isUnstressed(after) &&
  !(after === 'AH0' && afterNext === 'N')
/** The first vowel of _about_. */
const isInitial = ({ sound, before, after }: Place): boolean => isUnstressed(sound) && before === '' && !isVowel(after)
/** The vowel of the endings -ed and -es. */
const isEnding = ({ sound, after, afterNext }: Place): boolean =>
  isUnstressed(sound) && (after === 'D' || after === 'Z') && afterNext === ''
/** The vowel of _lot_, which American English has not apart from those of _father_ and _thought_. */
const isShortO = ({ after, before, spelling }: Place): boolean =>
  after !== 'R' && (spelling === 'o' || spelling === 'ua' || (spelling === 'a' && before === 'W'))

const AMERICAN: readonly Variant[] = [
  { of: 'T', applies: isFlapped, write: both(as('ɾ')) },
  { of: 'ER', applies: isBeforeVowel, write: { espeak: withR } },
  { of: 'AO', applies: isLongO, write: { espeak: as('oː') } },
  { of: 'IH', applies: isEnding, write: both(as('ᵻ')) },
  { of: 'AH', applies: (place) => isWeakI(place) && BEFORE_LOWERED.has(place.after), write: { espeak: as('ᵻ') } },
  { of: 'AH', applies: isWeakI, write: { espeak: as('ɪ') } },
  { of: 'AH', applies: isInitial, write: { espeak: as('ɐ') } },
]

/** British English is silent about an r that no vowel follows, also in the next word. */
const BRITISH: readonly Variant[] = [
  { of: 'R', applies: (place) => !isLinked(place), write: both(as('')) },
  { of: 'ER', applies: isLinked, write: both(withR) },
  { of: 'EH', applies: isCentring, write: { espeak: as('eə'), misaki: as('ɛː') } },
  { of: 'IH', applies: isCentring, write: { espeak: as('iə'), misaki: as('ɪə') } },
  { of: 'IY', applies: isCentring, write: { espeak: as('iə'), misaki: as('ɪə') } },
  { of: 'UH', applies: isBeforeR, write: both(as('ʊə')) },
  { of: 'AA', applies: isShortO, write: both(as('ɒ')) },
  { of: 'AO', applies: isShortO, write: both(as('ɒ')) },
  { of: 'AH', applies: isWeakI, write: both(as('ɪ')) },
  { of: 'AH', applies: isInitial, write: { espeak: as('ɐ') } },
]

const PLAIN = /^[A-Z]+/

/**
 * The letters of each sound of each word, with what its place makes of it. From the letters of espeak-ng (https://github.com/espeak-ng/espeak-ng)
 * and Misaki (https://github.com/hexgrad/misaki); `npm run bench -- espeak-letters` says what it is worth.
 */
export function writeSounds(words: readonly SegmentWord[], options: WriteIpaOptions): readonly (readonly string[])[] {
  const variants = isBritish(options) ? BRITISH : AMERICAN
  return words.map(({ phonemes, boundary, text }, index) => {
    const spellings = vowelSpellings(text, phonemes)
    let vowels = 0
    return phonemes.map((sound, i) => {
      const next = boundary === undefined ? words[index + 1]?.phonemes[0] : undefined
      const after = phonemes[i + 1] ?? ''
      const place: Place = {
        sound,
        before: phonemes[i - 1] ?? '',
        after,
        afterNext: phonemes[i + 2] ?? '',
        following: after === '' ? (next ?? '') : after,
        spelling: (isVowel(sound) && spellings?.[vowels++]) || '',
      }
      const plain = PLAIN.exec(sound)?.[0]
      const variant = variants.find(({ of, applies }) => of === plain && applies(place))
      const elsewhere = arpabetToIpa(sound, options)
      const here = variant?.write[options.alphabet]?.(elsewhere) ?? elsewhere
      // Older models have fewer letters.
      return Array.from(here).every(options.knows) ? here : elsewhere
    })
  })
}
