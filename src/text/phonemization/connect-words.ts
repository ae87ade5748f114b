import { isVowel } from '../arpabet.ts'
import { wordList } from '../english/word-list.ts'
import type { NormalizedWord } from '../normalization/normalized-text.ts'
import { endsPhrase, leavesGap } from './find-gap.ts'
import type { Pronounced } from './pronounce-word.ts'

type FunctionWord<Form> = {
  /** Inside a phrase, before a consonant and before a vowel. */
  readonly weak: Form
  readonly weakBeforeVowel: Form
  /** At the end of a phrase, and where the word is stranded. */
  readonly final: Form
  /** If the caller puts emphasis on it. */
  readonly emphasised: Form
}

/** Words that change with their place; the forms are variants of CMUdict (after Gimson, "An Introduction to the Pronunciation of English", on weak forms). */
const FUNCTION_WORDS: ReadonlyMap<string, FunctionWord<Pronounced>> = new Map(
  Object.entries({
    a: { weak: 'AH0', final: 'EY1' },
    an: { weak: 'AH0 N', final: 'AE1 N' },
    and: { weak: 'AH0 N D', final: 'AE1 N D' },
    can: { weak: 'K AH0 N', final: 'K AE1 N' },
    for: { weak: 'F ER0', final: 'F AO1 R' },
    than: { weak: 'DH AH0 N', final: 'DH AE1 N' },
    the: { weak: 'DH AH0', weakBeforeVowel: 'DH IY0', final: 'DH AH0', emphasised: 'DH IY1' },
    to: { weak: 'T AH0', weakBeforeVowel: 'T UW1', final: 'T UW1' },
    was: { weak: 'W AH0 Z', final: 'W AA1 Z' },
  } satisfies Record<string, Partial<FunctionWord<string>> & Pick<FunctionWord<string>, 'weak' | 'final'>>).map(
    ([word, forms]) => {
      const { weak, weakBeforeVowel, final, emphasised } = {
        weakBeforeVowel: forms.weak,
        emphasised: forms.final,
        ...forms,
      }
      return [
        word,
        { weak: say(weak), weakBeforeVowel: say(weakBeforeVowel), final: say(final), emphasised: say(emphasised) },
      ]
    },
  ),
)

const ARTICLES = wordList('determiners of a can')
/** Words that `can` as a thing follows, besides determiners. */
const CAN_KINDS: ReadonlySet<string> = new Set(['trash', 'tin', 'garbage', 'soda', 'beer'])

/** Fits function words to the words around them: `the` before a vowel, `to` at the end of a phrase, and so on. */
export function connectWords(
  words: readonly NormalizedWord[],
  pronounced: readonly Pronounced[],
): readonly Pronounced[] {
  return pronounced.map((current, index) => {
    const word = words[index]!
    const forms = word.sound === 'word' ? FUNCTION_WORDS.get(word.text) : undefined
    // A name with marks, such as Tô, is none of them.
    if (forms === undefined || current.origin === 'letter_to_sound') return current
    if (word.emphasis === 'moderate' || word.emphasis === 'strong') return forms.emphasised
    const next = pronounced[index + 1]
    if (next === undefined || endsPhrase(words, index)) return forms.final
    if (word.text === 'can' && opensNounPhrase(words[index - 1]?.text ?? '')) return current
    if (leavesGap(words, index)) return forms.final
    return isVowel(next.phonemes[0]!) ? forms.weakBeforeVowel : forms.weak
  })
}

function say(form: string): Pronounced {
  return { phonemes: form.split(' '), origin: 'lexicon' }
}

/** `all can` and `which can` have a verb; `a can` and `trash can` have not. */
function opensNounPhrase(previous: string): boolean {
  return CAN_KINDS.has(previous) || ARTICLES.has(previous)
}
