/** The vowels of ARPAbet, without stress. */
export const ARPABET_VOWELS: ReadonlySet<string> = new Set('AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(' '))

/** The consonants of ARPAbet, as the CMU Pronouncing Dictionary uses them. */
export const ARPABET_CONSONANTS: ReadonlySet<string> = new Set(
  'B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH'.split(' '),
)
