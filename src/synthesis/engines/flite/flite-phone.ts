const VOWELS = 'aa ae ah ao aw ay eh er ey ih iy ow oy uh uw'
const CONSONANTS = 'b ch d dh f g hh jh k l m n ng p r s sh t th v w y z zh'
const VOWEL = new RegExp(`^(${VOWELS.replaceAll(' ', '|')})([012])$`)
const CONSONANT = new RegExp(`^(${CONSONANTS.replaceAll(' ', '|')})$`)

/**
 * Flite's name for an ARPAbet phoneme. `AH0` is its schwa `ax0`. Flite has no secondary stress, so 2 becomes 1. Throws for any
 * other symbol, because Flite accepts unknown names silently.
 */
export function flitePhone(phoneme: string): string {
  const name = phoneme.toLowerCase()
  if (CONSONANT.test(name)) return name
  const [, vowel, stress] = VOWEL.exec(name) ?? []
  if (vowel === undefined) throw new Error(`Cannot speak phoneme "${phoneme}": it is not ARPAbet with stress`)
  if (name === 'ah0') return 'ax0'
  return `${vowel}${stress === '0' ? 0 : 1}`
}
