import { isVowel } from '../../arpabet.ts'
import { demoteStress } from '../derivation/attach-ending.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Endings of medicine and science that are stressed alike after every stem. */
const ENDINGS: Readonly<Record<string, string>> = {
  aceae: 'EY1 S IY0 IY2',
  algia: 'AE1 L JH AH0',
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
const LEARNED = new RegExp(`^([a-z]{2,24}?)(${Object.keys(ENDINGS).join('|')})$`)

/** An unknown word of medicine or science by its ending, as `thoracotomy` and `upadacitinib`; `guess` says its stem. */
export function guessByEnding(word: string, guess: (stem: string) => Pronunciation): Pronunciation | undefined {
  const [, stem, ending] = LEARNED.exec(word) ?? []
  if (stem === undefined || !/[aeiouy]/.test(stem)) return undefined
  const sounds = guess(stem)
  return sounds.some(isVowel) ? [...demoteStress(sounds), ...ENDINGS[ending!]!.split(' ')] : undefined
}
