/**
 * Letters of Kokoro v1.0 by ID, from the `vocab` of `config.json` in https://huggingface.co/hexgrad/Kokoro-82M. The releases with an
 * npz file do not bring it, as their library has it in its code. Only the letters of English and marks are listed.
 */
const LETTERS: readonly (readonly [first: number, letters: string])[] = [
  [1, ';:,.!?'],
  [9, '—…"()“” '],
  [24, 'AI'],
  [31, 'O'],
  [33, 'Q'],
  [35, 'ST'],
  [39, 'W'],
  [41, 'Yᵊabcdef'],
  [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
  [75, 'βɔ'],
  [81, 'ðʤə'],
  [85, 'ɚɛɜ'],
  [92, 'ɡ'],
  [102, 'ɪ'],
  [112, 'ŋ'],
  [119, 'θ'],
  [123, 'ɹ'],
  [125, 'ɾ'],
  [131, 'ʃ'],
  [133, 'ʧ'],
  [135, 'ʊ'],
  [138, 'ʌ'],
  [147, 'ʒʔ'],
  [156, 'ˈˌː'],
  [177, 'ᵻ'],
]

/** The vocabulary of Kokoro v1.0 as the engine reads it from a package. */
export function kokoroVocabulary(): Uint8Array {
  const vocab = LETTERS.flatMap(([first, letters]) =>
    Array.from(letters).map((letter, i) => [letter, first + i] as const),
  )
  return Buffer.from(JSON.stringify({ vocab: Object.fromEntries(vocab) }))
}
