import rows from '../../../data/english/ipa-sounds.json' with { type: 'json' }
import { ARPABET_VOWELS } from '../arpabet.ts'
import type { WordSound } from './stress-word.ts'

/** IPA letters and the sounds of English in ARPAbet, in the order in which they are tried. */
const IPA_SOUNDS: ReadonlyMap<string, string> = new Map(rows.map(({ letters, sounds }) => [letters, sounds] as const))

/** Signs that change no ARPAbet sound: length, ties, syllable breaks, glottal stops, aspiration, brackets, white space. */
const SILENT = /[ːˑ.‿|ʔʰʲʷʼ/[\]()\s]|(?!\u0329)\p{M}/gu
/** A stress mark, or a sound, which the stroke below makes syllabic. */
const PIECE = new RegExp(`([ˈ'ˌ])|(${[...IPA_SOUNDS.keys()].join('|')})(\u0329)?`, 'guy')
const REDUCED: ReadonlySet<string> = new Set(['ə', 'ɚ', 'ɨ', 'ᵻ', 'əɹ', 'ər', 'ɐ'])

type Stress = '1' | '2' | undefined

/** The sounds of a word in IPA, with the stress that is marked; undefined if a sign is no sound of English. */
export function parseIpa(ipa: string): readonly WordSound[] | undefined {
  const written = plainLetters(ipa)
  const sounds: WordSound[] = []
  let mark: Stress
  let done = 0
  for (const [piece, stressMark, signs = '', syllabic] of written.matchAll(PIECE)) {
    done += piece.length
    if (stressMark !== undefined) {
      mark = stressMark === 'ˌ' ? '2' : '1'
      continue
    }
    const heard = soundsOf(signs, { mark, isSyllabic: syllabic !== undefined })
    sounds.push(...heard)
    // The mark counts for the next vowel, which need not be the next sound.
    if (heard.some(({ sound }) => ARPABET_VOWELS.has(sound))) mark = undefined
  }
  return done === written.length ? sounds : undefined
}

/** Without the signs that change nothing. Canonical decomposition parts diacritics from letters, but ç has to stay. */
function plainLetters(ipa: string): string {
  const decomposed = ipa.normalize('NFD').replaceAll('c\u0327', 'ç')
  return decomposed.replaceAll('ɜ˞', 'ɝ').replaceAll('ə˞', 'ɚ').replaceAll(SILENT, '')
}

type Manner = { readonly mark: Stress; readonly isSyllabic: boolean }

/** A syllabic consonant is heard after a schwa. A reduced vowel that bears no mark is known to be unstressed. */
function soundsOf(signs: string, { mark, isSyllabic }: Manner): readonly WordSound[] {
  const sounds = (IPA_SOUNDS.get(signs) ?? '').split(' ')
  return (isSyllabic ? ['AH', ...sounds] : sounds).map((sound): WordSound => {
    if (!ARPABET_VOWELS.has(sound)) return { sound }
    const stress = mark ?? (isSyllabic || REDUCED.has(signs) ? '0' : undefined)
    return stress === undefined ? { sound } : { sound, stress }
  })
}
