import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeEngine } from '../../../../test/support/describe-engine.ts'
import { makeSegment, makeWord, NORTH_WIND, withProsody } from '../../../../test/support/make-segment.ts'
import { speakWhole } from '../../../../test/support/speak-whole.ts'
import { createFliteEngine } from './flite-engine.ts'

const engine = await createFliteEngine()

for (const voice of engine.voices) describeEngine('flite', createFliteEngine, voice)

test('gives the same samples after hundreds of calls, at flat memory', async () => {
  const segment = makeSegment('kal16', NORTH_WIND)
  const first = digest((await speakWhole(await createFliteEngine(), segment)).audio.samples)
  const memory: number[] = []
  for (let call = 0; call < 150; call++) {
    const { audio } = await speakWhole(engine, segment)
    if (call % 25 !== 24) continue
    expect(digest(audio.samples)).toBe(first)
    memory.push(process.memoryUsage().rss)
  }
  expect(Math.max(...memory) - memory[0]!).toBeLessThan(100 << 20)
})

test('gives the same samples whatever it has said before', async () => {
  const segment = makeSegment('slt', NORTH_WIND)
  const fresh = (await speakWhole(await createFliteEngine(), segment)).audio.samples
  await speakWhole(engine, makeSegment('rms', Array.from({ length: 10 }, () => NORTH_WIND).flat()))
  await speakWhole(engine, makeSegment('awb', withProsody(NORTH_WIND, { tempo: 2, pitchSemitones: 3 })))
  await expect(speakWhole(engine, makeSegment('awb', [makeWord('Q')]))).rejects.toThrow('Cannot speak phoneme "Q"')
  expect((await speakWhole(engine, segment)).audio.samples).toEqual(fresh)
})

test.each(['rms', 'slt', 'awb', 'kal16'])('widens the melody of %s by its expression', async (voice) => {
  const plain = makeSegment(voice, NORTH_WIND)
  const lively = { ...plain, voice: { ...plain.voice, expression: 1.5 } }
  const [before, after] = [await speakWhole(engine, plain), await speakWhole(engine, lively)]
  expect(after.words).toEqual(before.words)
  expect(after.audio.samples).not.toEqual(before.audio.samples)
})

test('says the given phones of "the" before a vowel', async () => {
  const words = [makeWord('DH AH0', { text: 'the' }), makeWord('AE1 P AH0 L', { text: 'apple' })]
  expect((await speakWhole(engine, makeSegment('rms', words))).words).toHaveLength(2)
})

function digest(samples: Float32Array): string {
  return createHash('sha256').update(samples).digest('hex')
}

test.each(['rms', 'slt', 'awb', 'kal16'])('speaks as %s without an offset', async (voice) => {
  const engine = await createFliteEngine()
  const { audio } = await speakWhole(engine, makeSegment(voice, NORTH_WIND))
  const mean = audio.samples.reduce((sum, sample) => sum + sample, 0) / audio.samples.length
  expect(20 * Math.log10(Math.abs(mean) + 1e-9)).toBeLessThan(-60)
})
