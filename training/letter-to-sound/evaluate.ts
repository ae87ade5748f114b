/** Measures the letter-to-sound model on the words it never saw. Run: node training/letter-to-sound/evaluate.ts [model] */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutStress } from '../../src/text/phonemization/arpabet.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound.ts'
import { splitLexicon } from './split.ts'

const [model = 'data/letter-to-sound/en-us.bin'] = process.argv.slice(2)
const letterToSound = createLetterToSound(readFileSync(join(import.meta.dirname, '../..', model)))

/** Levenshtein distance in phones. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, j) => j + 1)
  row.unshift(0)
  for (const [i, phone] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(phone !== other)))
    row = next
  }
  return row.at(-1)!
}

const { heldOut } = splitLexicon()
let wrong = 0
let wrongWithStress = 0
let phoneErrors = 0
let phones = 0
const started = performance.now()
for (const { word, pronunciations } of heldOut) {
  const guess = letterToSound.readingsOf(word)[0]?.phonemes ?? []
  const plain = guess.map(withoutStress)
  const errors = pronunciations.map((phonemes) => distance(plain, phonemes.map(withoutStress)))
  const least = Math.min(...errors)
  phoneErrors += least
  phones += pronunciations[errors.indexOf(least)]!.length
  if (least > 0) wrong++
  if (!pronunciations.some((phonemes) => phonemes.join(' ') === guess.join(' '))) wrongWithStress++
}
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`
process.stdout.write(
  `${heldOut.length} words never trained on: word error ${percent(wrong, heldOut.length)} without stress, ` +
    `${percent(wrongWithStress, heldOut.length)} with stress; phone error ${percent(phoneErrors, phones)}; ` +
    `${((performance.now() - started) / heldOut.length).toFixed(3)} ms a word\n`,
)
