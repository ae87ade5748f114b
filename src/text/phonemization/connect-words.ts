import rows from '../../../data/english/weak-forms.json' with { type: 'json' }
import { isVowel } from '../arpabet.ts'
import { wordList } from '../english/word-list.ts'
import type { NormalizedWord } from '../normalization/normalized-text.ts'
import { endsPhrase, leavesGap } from './find-gap.ts'
import type { Pronounced } from './pronounce-word.ts'

/** Words that change with their place, in their forms. */
const FORMS = new Map(
  rows.map(({ word, weak, before_vowel, final, emphasised }) => [
    word,
    { weak: say(weak), beforeVowel: say(before_vowel), final: say(final), emphasised: say(emphasised) },
  ]),
)

/** Words that `can` as a thing follows: `all can` and `which can` have a verb, `a can` and `trash can` have not. */
const BEFORE_THING = wordList('before can as a thing')

/** Fits function words to the words around them: `the` before a vowel, `to` at the end of a phrase, and so on. */
export function connectWords(
  words: readonly NormalizedWord[],
  pronounced: readonly Pronounced[],
): readonly Pronounced[] {
  return pronounced.map((current, index) => {
    const word = words[index]!
    const forms = word.sound === 'word' ? FORMS.get(word.text) : undefined
    // A name with marks, such as Tô, is none of them.
    if (forms === undefined || current.origin === 'letter_to_sound') return current
    if (word.emphasis === 'moderate' || word.emphasis === 'strong') return forms.emphasised
    const next = pronounced[index + 1]
    if (next === undefined || endsPhrase(words, index)) return forms.final
    if (word.text === 'can' && BEFORE_THING.has(words[index - 1]?.text ?? '')) return current
    if (leavesGap(words, index)) return forms.final
    return isVowel(next.phonemes[0]!) ? forms.beforeVowel : forms.weak
  })
}

function say(form: string): Pronounced {
  return { phonemes: form.split(' '), origin: 'lexicon' }
}
