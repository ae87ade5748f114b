/**
 * The melody of avatar 3 as it is heard: how far yes/no questions rise against the same words as a statement, and the spread
 * of F0 over read sentences, with the voice's own melody and with the planned one.
 *   npm run bench -- intonation [expression]
 */
import { READ_SENTENCES, YES_NO_QUESTIONS } from '../test/support/intonation-sentences.ts'
import { finalRise, medianOf, spreadOf } from '../test/support/measure-melody.ts'
import { createSentenceSpeaker, type SentenceSpeaker } from '../test/support/sentence-speaker.ts'

/** Of the reader's recordings that the voice was trained on; see docs/intonation.md. */
const READER_SPREAD = (12 * 0.274) / Math.LN2

const expression = process.argv[2] === undefined ? {} : { expression: Number(process.argv[2]) }
const own = await createSentenceSpeaker({ isPlanned: false, ...expression })
const planned = await createSentenceSpeaker({ isPlanned: true, ...expression })

async function rises(
  speaker: SentenceSpeaker,
  [opening, ending]: readonly [string, string],
): Promise<readonly number[]> {
  const from = opening.split(' ').length
  const ends = ['?', '.'].map((mark) => speaker.track(`${opening} ${ending}${mark}`, from))
  return (await Promise.all(ends)).map(finalRise)
}

const cell = (value: number) => value.toFixed(1).padStart(10)
console.log('Rise to the end in semitones, as question and as statement'.padEnd(60))
console.log(
  `${''.padEnd(44)}${['own ?', 'own .', 'planned ?', 'planned .', 'over'].map((head) => head.padStart(10)).join('')}`,
)
const over: { readonly own: number; readonly planned: number }[] = []
for (const sentence of YES_NO_QUESTIONS) {
  const [ownAsked = 0, ownStated = 0] = await rises(own, sentence)
  const [asked = 0, stated = 0] = await rises(planned, sentence)
  over.push({ own: ownAsked - ownStated, planned: asked - stated })
  const cells = [ownAsked, ownStated, asked, stated, asked - stated].map(cell)
  console.log(`${sentence.join(' ').padEnd(44)}${cells.join('')}`)
}
for (const kind of ['own', 'planned'] as const) {
  const values = over.map((rise) => rise[kind])
  const many = values.filter((rise) => rise >= 3).length
  console.log(
    `question over statement, ${kind}: median ${medianOf(values).toFixed(1)}, least ${Math.min(...values).toFixed(1)}, 3 or more in ${many} of ${values.length}`,
  )
}

for (const [kind, speaker] of [
  ['own', own],
  ['planned', planned],
] as const) {
  const tracks: number[] = []
  for (const sentence of READ_SENTENCES) tracks.push(...(await speaker.track(sentence)))
  const spread = spreadOf(tracks)
  console.log(
    `F0 spread, ${kind}: ${spread.toFixed(2)} semitones, ${((100 * spread) / READER_SPREAD).toFixed(0)} % of the reader's ${READER_SPREAD.toFixed(2)}`,
  )
}
await own.close()
await planned.close()
