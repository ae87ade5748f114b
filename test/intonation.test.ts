import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ_SENTENCES, YES_NO_QUESTIONS } from './support/intonation-sentences.ts'
import { finalRise, spreadOf } from './support/measure-melody.ts'
import { createSentenceSpeaker, type SentenceSpeaker } from './support/sentence-speaker.ts'

/** Semitones over voiced frames in the recordings of the voice's reader; see docs/intonation.md. */
const READER_SPREAD = 4.74

let speaker: SentenceSpeaker
beforeAll(async () => {
  speaker = await createSentenceSpeaker({ isPlanned: true })
})
afterAll(() => speaker.close())

test.each(YES_NO_QUESTIONS)(
  'rises at the end of "%s %s?" by 2.5 semitones more than in the statement, at least',
  async (opening, ending) => {
    const from = opening.split(' ').length
    const asked = finalRise(await speaker.track(`${opening} ${ending}?`, from))
    const stated = finalRise(await speaker.track(`${opening} ${ending}.`, from))
    expect(asked - stated).toBeGreaterThan(2.5)
  },
)

test('moves as widely as the reader of the recordings, within a fifth', async () => {
  const tracks = []
  for (const sentence of READ_SENTENCES) tracks.push(...(await speaker.track(sentence)))
  expect(spreadOf(tracks) / READER_SPREAD).toBeGreaterThan(0.8)
  expect(spreadOf(tracks) / READER_SPREAD).toBeLessThan(1.2)
})
