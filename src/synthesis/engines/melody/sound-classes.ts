/** Vowels, nasals, liquids and glides. */
const SUNG = /^(?:[A-Z]+\d|M|N|NG|L|R|W|Y)$/
/** Voiceless sounds. */
const VOICELESS = /^(?:P|T|K|CH|F|TH|S|SH|HH)$/

/** True for tokens of sounds that carry a pitch. */
export function isSung(token: string): boolean {
  return SUNG.test(token)
}

/** True for voiceless phonemes; false for undefined. */
export function isVoiceless(phoneme: string | undefined): boolean {
  return phoneme !== undefined && VOICELESS.test(phoneme)
}
