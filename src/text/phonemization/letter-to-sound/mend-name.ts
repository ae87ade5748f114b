import { isVowel } from '../../arpabet.ts'
import { anyOf } from '../../english/word-list.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Two or more consonants that at least four words of CMUdict end in. */
const FINAL_CLUSTERS: ReadonlySet<string> = new Set(
  'N Z,T S,L Z,K S,S T,N T,N D,L D,D Z,N T S,M Z,R Z,N S,S T S,NG Z,R D,P S,K T,R T,Z D,NG K,N D Z,V Z,L T,G Z,F S,B Z,P T,F T,R N,R K,K T S,R T S,L T S,M P,M D,NG K S,L D Z,R D Z,S K,SH T,JH D,L F,V D,N JH,TH S,R K S,R S,R F,R M,N CH,N S T,CH T,L K,R P,G D,F T S,K S T,M P S,R N Z,R M Z,L M,B D,R TH,R S T,R JH,N TH,R G,M P T,NG K T,S K S,R M D,L M Z,L P,L V Z,R B,N JH D,P T S,N CH T,R P S,P F,Z M,R SH,T Z,R L,L K S,L F S,R CH,R K T,D T,L S,L CH,L V,NG D,L B,L V D,S P,N S K,DH Z,N SH,R L Z,R JH D,SH K,L TH,R N D,DH D,N TH S,M P F,M F,R F S,R V,S K T,B S T,P K,L S T,L SH,P S T,R B Z,L P S,N K,R S K,NG G,R CH T,M P T S,R TH S,K Z,L JH,S P S,L N,L M D,R V Z,L G,N Y,R B D,D TH,N F,ZH D,L CH T,L K T,N Z D,L JH D,S P T,K S T S,M K,M T,G T,T S K,L P T,N F T,B K'.split(
    ',',
  ),
)

/** Endings that are left as they are, because the guess is right more often than a mended one: `snarled`, `Auvergne`, `Marthe`. */
const LEFT_ALONE = /(?:ed|gne|[^aeiouy]le|th?e)$/
/** Endings whose `e` is silent. */
const SILENT_E = /(?:([a-z])\1|us|g|em|r)e$/
/** The sound of a vowel letter that the guess left out. */
const LOST: Readonly<Record<string, string>> = { a: 'AH0', e: 'EH0', i: 'IH0', o: 'AH0', u: 'AH0', y: 'IH0' }

/** Names of the north and of Slavic countries, whose J is a Y. */
const SOFT_J = new RegExp(`^j.+(?:${anyOf('ends of names with a soft j')})$`)

/** Mends what the English model gets wrong in names of other languages: a J that is a Y, `-iy` as two vowels, endings that no one can say. */
export function mendName(word: string, phonemes: Pronunciation): Pronunciation {
  const sounds = phonemes.join(' ')
  const withY = SOFT_J.test(word) ? sounds.replace(/^JH/, 'Y') : sounds
  const inside = /^bj|bj[eo]r|[fhkmpsv]j[aeou]/.test(word) ? withY.replace(/\b([BFKMPSV]|HH) JH\b/g, '$1 Y') : withY
  const ended = word.endsWith('iy')
    ? inside.replace(/[AI][HY]([012]) (?:IY\d|Y)$/, (_all, stress) => (stress === '1' ? 'IY1' : 'IY0'))
    : inside
  return mendEnding(word, ended.split(' '))
}

/**
 * Gives the guess of a name an ending that can be said: `Margrethe` does not end in T HH, `Suthep` not in TH P, `Motsepe` not in
 * T S P. Other guesses stay as they are.
 */
function mendEnding(word: string, phonemes: Pronunciation): Pronunciation {
  if (phonemes.at(-1) === 'HH')
    return mendEnding(word, [...phonemes.slice(0, -1), ...(word.endsWith('ch') ? ['CH'] : [])])
  const vowels = phonemes.findLastIndex(isVowel)
  const final = phonemes.slice(vowels + 1)
  const canBeSaid = final.length < 2 || final.at(-1) === 'Y' || FINAL_CLUSTERS.has(final.join(' '))
  if (vowels < 0 || canBeSaid || LEFT_ALONE.test(word)) return phonemes
  const [, vowel = '', letters = '', e = ''] = /([aeiouy])([^aeiouy]+)(e?)$/.exec(word) ?? []
  const sounds = letters.replace(/([a-z])\1|[sctpk]h|ck/g, 'x').length
  const full =
    vowel !== '' && sounds < final.length
      ? [...phonemes.slice(0, phonemes.length - sounds), LOST[vowel]!, ...phonemes.slice(phonemes.length - sounds)]
      : phonemes
  if (e !== '' && !SILENT_E.test(word)) return [...full, /(?:[^aeiouy]k|tj)e$/.test(word) ? 'AH0' : 'EY0']
  if (full !== phonemes) return full
  if (/^(?:R|L|M|N)$/.test(final.at(-1)!) && !/^[RLMN]G?$/.test(final.at(-2)!))
    return [...phonemes.slice(0, -1), ...(final.at(-1) === 'R' ? ['ER0'] : ['AH0', final.at(-1)!])]
  return phonemes
}
