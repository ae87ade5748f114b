import { expect, test } from 'vitest'
import { describeEngine } from '../../../../test/support/describe-engine.ts'
import { estimatePitch } from '../../../../test/support/estimate-pitch.ts'
import { makeSegment, makeWord, NORTH_WIND } from '../../../../test/support/make-segment.ts'
import { speakWhole } from '../../../../test/support/speak-whole.ts'
import { EMBER, loadNeuralPackage } from '../../../../test/support/voice-packages.ts'
import type { EngineVoice } from '../../synthesis-plan.ts'
import { createNeuralEngine } from './neural-engine.ts'

const createEngine = async () => createNeuralEngine(await loadNeuralPackage(EMBER))

describeEngine('neural engine', createEngine, 'ember')

async function speakAs(voice: Partial<EngineVoice>) {
  const engine = await createEngine()
  const segment = makeSegment('ember', NORTH_WIND)
  const speech = await speakWhole(engine, { ...segment, voice: { ...segment.voice, ...voice } })
  await engine.close()
  return speech
}

/** Standard deviation of the pitch around its mean, in semitones. */
function melodyWidth(speech: Awaited<ReturnType<typeof speakAs>>): number {
  const heights = estimatePitch(speech.audio).flatMap((hz) => (hz > 0 ? [12 * Math.log2(hz)] : []))
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length
  return Math.sqrt(heights.reduce((sum, height) => sum + (height - mean) ** 2, 0) / heights.length)
}

test('widens and narrows the melody with the expression, at the same times', async () => {
  const [flat, own, lively] = await Promise.all([0.5, 1, 1.5].map((expression) => speakAs({ expression })))
  expect(melodyWidth(flat!)).toBeLessThan(melodyWidth(own!) * 0.9)
  expect(melodyWidth(lively!)).toBeGreaterThan(melodyWidth(own!) * 1.1)
  expect(lively!.words).toEqual(own!.words)
})

test('lowers the pitch of a larger size by its ratio, at the same times', async () => {
  const [own, large] = await Promise.all([speakAs({}), speakAs({ size: 0.9 })])
  const before = estimatePitch(own!.audio)
  const shifts = estimatePitch(large!.audio).flatMap((hz, i) => (hz > 0 && before[i]! > 0 ? [hz / before[i]!] : []))
  expect(shifts.sort((a, b) => a - b)[shifts.length >> 1]).toBeCloseTo(0.9, 1.5)
  expect(large!.words).toEqual(own!.words)
})

test('ends a word higher when its melody rises, at the same times', async () => {
  const engine = await createEngine()
  const rising = { ...makeWord('M AH1 N IY0'), melody: { ownRange: 1, semitones: [0, 2, 4, 6, 8] } }
  const [level, raised] = await Promise.all(
    [makeWord('M AH1 N IY0'), rising].map((word) =>
      speakWhole(engine, makeSegment('ember', [makeWord('Y AO1 R'), word])),
    ),
  )
  await engine.close()
  const lastPitch = (speech: typeof level) => estimatePitch(speech!.audio).findLast((hz) => hz > 0 && hz < 500)!
  expect(12 * Math.log2(lastPitch(raised) / lastPitch(level))).toBeGreaterThan(3)
  expect(raised!.words).toEqual(level!.words)
})

test.each([
  ['the', 'DH AH0'],
  ['her', 'HH ER1'],
  ['kick', 'K IH1 K'],
])('says "%s" as long at the start of a segment as after a full stop', async (text, phonemes) => {
  const engine = await createEngine()
  const name = { ...makeWord('N EY1 M'), boundary: { mark: '.' as const, pauseSeconds: 0.4 } }
  const rest = [makeWord(phonemes, { text }), ...NORTH_WIND.slice(1)]
  const [first, later] = await Promise.all(
    [rest, [name, ...rest]].map((words) => speakWhole(engine, makeSegment('ember', words))),
  )
  await engine.close()
  const [opening, inside] = [first!.words[0]!, later!.words[1]!].map(
    ({ startSample, endSample }) => endSample - startSample,
  )
  expect(opening! / inside!).toBeGreaterThan(0.85)
  expect(opening! / inside!).toBeLessThan(1.15)
})

test('refuses a phoneme that no English word has', async () => {
  const engine = await createEngine()
  const speech = speakWhole(engine, makeSegment('ember', [makeWord('K AA9')]))
  await expect(speech).rejects.toThrow('Cannot speak phoneme "AA9": the voice does not know it')
  await engine.close()
})

test('starts a long segment with a short chunk', async () => {
  const engine = await createEngine()
  const { chunks } = await speakWhole(engine, makeSegment('ember', [...NORTH_WIND, ...NORTH_WIND, ...NORTH_WIND]))
  await engine.close()
  const lengths = chunks.map(({ audio }) => audio.samples.length / audio.sampleRate)
  expect(lengths[0]).toBeLessThan(0.7)
  expect(lengths.length).toBeGreaterThan(2)
})

test('has another version with other weights', async () => {
  const voicePackage = await loadNeuralPackage(EMBER)
  const [engine, other] = await Promise.all([
    createNeuralEngine(voicePackage),
    createNeuralEngine({ ...voicePackage, checksum: 'f'.repeat(64) }),
  ])
  expect(engine.version).not.toBe(other.version)
  await Promise.all([engine.close(), other.close()])
})
