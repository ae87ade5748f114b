import { isVowel, vowelPositions, withoutStress } from '../../arpabet.ts'
import { soundsOfS } from '../../language/possessive.ts'
import { demoteStress } from '../derivation/attach-ending.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Endings of medicine and science that are stressed alike after every stem. */
const ENDINGS: Readonly<Record<string, string>> = {
  aceae: 'EY1 S IY0 IY2',
  algia: 'AE1 L JH AH0',
  archus: 'AA1 R K AH0 S',
  azepam: 'AE1 Z AH0 P AE2 M',
  ciclib: 'S AY1 K L IH0 B',
  cillin: 'S IH1 L IH0 N',
  citinib: 'S AY1 T IH0 N IH0 B',
  cizumab: 'S IH1 Z UW0 M AE2 B',
  conazole: 'K AA1 N AH0 Z OW2 L',
  cycline: 'S AY1 K L IY2 N',
  ectomy: 'EH1 K T AH0 M IY0',
  floxacin: 'F L AA1 K S AH0 S IH0 N',
  gectomy: 'JH EH1 K T AH0 M IY0',
  gliflozin: 'G L IH0 F L OW1 Z IH0 N',
  gliptin: 'G L IH1 P T IH0 N',
  glutide: 'G L UW1 T AY2 D',
  iasis: 'AY1 AH0 S IH0 S',
  iprazole: 'IH1 P R AH0 Z OW2 L',
  kinumab: 'K IH1 N Y UW0 M AE2 B',
  kizumab: 'K IH1 Z UW0 M AE2 B',
  limumab: 'L IH1 M Y UW0 M AE2 B',
  lizumab: 'L IH1 Z UW0 M AE2 B',
  lukast: 'L UW1 K AE2 S T',
  medes: 'M IY1 D IY0 Z',
  megaly: 'M EH1 G AH0 L IY0',
  mycin: 'M AY1 S IH0 N',
  natremia: 'N AH0 T R IY1 M IY0 AH0',
  nezumab: 'N EH1 Z UW0 M AE2 B',
  nidazole: 'N IH1 D AH0 Z OW2 L',
  ography: 'AA1 G R AH0 F IY0',
  ology: 'AA1 L AH0 JH IY0',
  opathy: 'AA1 P AH0 TH IY0',
  oscopy: 'AA1 S K AH0 P IY0',
  ostomy: 'AA1 S T AH0 M IY0',
  otomy: 'AA1 T AH0 M IY0',
  oxetine: 'AA1 K S AH0 T IY2 N',
  penia: 'P IY1 N IY0 AH0',
  phobia: 'F OW1 B IY0 AH0',
  rafenib: 'R AE1 F AH0 N IH0 B',
  sartan: 'S AA1 R T AE2 N',
  saurus: 'S AO1 R AH0 S',
  thiazide: 'TH AY1 AH0 Z AY2 D',
  triptan: 'T R IH1 P T AE2 N',
  tuzumab: 'T UW1 Z UW0 M AE2 B',
  vastatin: 'V AH0 S T AE1 T IH0 N',
}
/** Endings without the main stress, which the stem keeps: `chromatophore`. */
const WEAK_ENDINGS: Readonly<Record<string, string>> = {
  derm: 'D ER2 M',
  phore: 'F AO2 R',
  phyll: 'F IH2 L',
  phyte: 'F AY2 T',
  pod: 'P AA2 D',
}
/** Endings of Greek names with the main stress on the vowel before them: `Telemachus`, `Anaximenes`. */
const GREEK_ENDINGS: Readonly<Record<string, string>> = {
  crates: 'K R AH0 T IY2 Z',
  dotus: 'D AH0 T AH0 S',
  genes: 'JH AH0 N IY2 Z',
  goras: 'G ER0 AH0 S',
  ides: 'IH0 D IY2 Z',
  lochus: 'L AH0 K AH0 S',
  machus: 'M AH0 K AH0 S',
  menes: 'M AH0 N IY2 Z',
  phanes: 'F AH0 N IY2 Z',
  polis: 'P AH0 L AH0 S',
  sthenes: 'S TH AH0 N IY2 Z',
  stratus: 'S T R AH0 T AH0 S',
  teles: 'T AH0 L IY2 Z',
}
/** How a vowel letter sounds with the stress on it, before such an ending. */
const SHORT_VOWELS: Readonly<Record<string, string>> = { a: 'AE1', e: 'EH1', i: 'IH1', o: 'AA1', u: 'UW1', y: 'IH1' }

const LEARNED = endingIn(ENDINGS)
const WEAK = endingIn(WEAK_ENDINGS)
const GREEK = endingIn(GREEK_ENDINGS)

function endingIn(endings: Readonly<Record<string, string>>): RegExp {
  return new RegExp(`^([a-z]{2,24}?)(${Object.keys(endings).join('|')})(s?)$`)
}

type EndingOptions = {
  /** Greek names have a capital; in small letters their endings are those of plurals: `halogenides`. */
  readonly isCapital: boolean
  /** Says the stem. */
  readonly guess: (stem: string) => Pronunciation
}

/** An unknown word of medicine, science or old Greece by its ending, as `thoracotomy` and `upadacitinib`. */
export function guessByEnding(word: string, { isCapital, guess }: EndingOptions): Pronunciation | undefined {
  const strong = sayBefore(LEARNED, word, guess)
  if (strong !== undefined) return [...demoteStress(strong.stem), ...soundsOf(ENDINGS, strong)]
  const weak = sayBefore(WEAK, word, guess)
  if (weak !== undefined) return joinSounds(withWeakEnd(weak.stem), soundsOf(WEAK_ENDINGS, weak))
  const greek = isCapital ? sayBefore(GREEK, word, guess) : undefined
  return greek === undefined ? undefined : [...withStressedEnd(greek), ...soundsOf(GREEK_ENDINGS, greek)]
}

type Ended = {
  readonly letters: string
  readonly stem: Pronunciation
  readonly ending: string
  readonly plural: string
}

function sayBefore(pattern: RegExp, word: string, guess: EndingOptions['guess']): Ended | undefined {
  const [, letters = '', ending = '', plural = ''] = pattern.exec(word) ?? []
  if (!/[aeiouy]/.test(letters)) return undefined
  const stem = guess(letters)
  return stem.some(isVowel) ? { letters, stem, ending, plural } : undefined
}

function soundsOf(endings: Readonly<Record<string, string>>, { ending, plural }: Ended): Pronunciation {
  const sounds = endings[ending]!.split(' ')
  return plural === '' ? sounds : [...sounds, ...soundsOfS(sounds.at(-1)!)]
}

/** One sound of two alike: `copepod`. */
function joinSounds(stem: Pronunciation, ending: Pronunciation): Pronunciation {
  return stem.at(-1) === ending[0] ? [...stem, ...ending.slice(1)] : [...stem, ...ending]
}

/** The `o` that links a stem to its ending is weak. */
function withWeakEnd(stem: Pronunciation): Pronunciation {
  const vowels = vowelPositions(stem)
  const last = vowels.at(-1)!
  if (vowels.length === 1 || last !== stem.length - 1) return stem
  const hasMain = stem[last]!.endsWith('1')
  return stem.map((phoneme, at) => {
    if (at === last) return 'AH0'
    return hasMain && at === vowels.at(-2) ? `${withoutStress(phoneme)}1` : phoneme
  })
}

/** The last vowel of the stem has the main stress, and so the sound of its letter. */
function withStressedEnd({ letters, stem }: Ended): Pronunciation {
  const last = vowelPositions(stem).at(-1)!
  const letter = /[aeiouy](?=[^aeiouy]*$)/.exec(letters)![0]
  // The model takes the e of `arche` for a silent one.
  if (/[aeiouy]$/.test(letters) && !isVowel(stem.at(-1)!)) return [...demoteStress(stem), SHORT_VOWELS[letter]!]
  const vowel = [SHORT_VOWELS[letter]!, ...(stem[last]!.startsWith('ER') ? ['R'] : [])]
  return demoteStress(stem).toSpliced(last, 1, ...vowel)
}

/** Rocks, fossils and followers: `dacite`. */
export function settleIte(word: string, phonemes: Pronunciation): Pronunciation {
  if (!/[^aeiou]ites?$/.test(word) || !/ (?:(?:AH|IH|IY)\d|AY1) T(?: S)?$/.test(phonemes.join(' '))) return phonemes
  const vowels = vowelPositions(phonemes)
  if (vowels.length < 2) return phonemes
  const hasMain = phonemes[vowels.at(-1)!]!.endsWith('1')
  return phonemes.map((phoneme, at) => {
    if (at === vowels.at(-1)) return 'AY2'
    return hasMain && at === vowels.at(vowels.length > 2 ? -3 : -2) ? `${withoutStress(phoneme)}1` : phoneme
  })
}
