import { expect, test } from 'vitest'
import { describeEngine } from '../../../../test/support/describe-engine.ts'
import { estimatePitch } from '../../../../test/support/estimate-pitch.ts'
import { makeSegment, makeWord } from '../../../../test/support/make-segment.ts'
import { speakWhole } from '../../../../test/support/speak-whole.ts'
import { createToneEngine, TONE_SECONDS_PER_PHONEME, toneFrequency } from './tone-engine.ts'

describeEngine('tone', async () => createToneEngine(), 'tone')

test('a word lasts a known time per phoneme, divided by its tempo, and is a chunk with its pause', async () => {
  const words = [makeWord('T EH1 S T', { prosody: { tempo: 2 } }), makeWord('W AH1 N', { pauseSeconds: 0.25 })]
  const { chunks } = await speakWhole(createToneEngine(), makeSegment('tone', words))
  expect(chunks.map(({ audio }) => audio.samples.length / audio.sampleRate)).toEqual([
    (4 * TONE_SECONDS_PER_PHONEME) / 2,
    3 * TONE_SECONDS_PER_PHONEME + 0.25,
  ])
})

test('a word sounds at the frequency of its phonemes', async () => {
  const word = makeWord('AH0 L AH1 P IY0 P OW2')
  const { audio } = await speakWhole(createToneEngine(), makeSegment('tone', [word]))
  expect(estimatePitch(audio)[20]).toBeCloseTo(toneFrequency(word.phonemes), 0)
})
