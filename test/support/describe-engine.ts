import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pace, SpeechChunk, SpeechEngine } from '../../src/synthesis/speech-engine.ts'
import type { SegmentWord } from '../../src/synthesis/synthesis-plan.ts'
import { ARPABET_CONSONANTS, ARPABET_VOWELS } from '../../src/text/arpabet.ts'
import type { WordTime } from '../../src/timing/word-time.ts'
import { estimatePitch } from './estimate-pitch.ts'
import { makeSegment, makeWord, NORTH_WIND, withProsody } from './make-segment.ts'
import { speakWhole, spokenLength } from './speak-whole.ts'

const CONSONANTS = [...ARPABET_CONSONANTS]
const VOWELS = [...ARPABET_VOWELS]
const EDGE_SECONDS = 0.005

/** What every speech engine must do. An engine's own test is one call of this, for each of its voices. */
export function describeEngine(name: string, createEngine: () => Promise<SpeechEngine>, voice: string): void {
  describe(`${name}, voice ${voice}`, () => {
    let engine: SpeechEngine
    beforeAll(async () => {
      engine = await createEngine()
    })
    afterAll(() => engine.close())
    const speak = (words: readonly SegmentWord[], signal?: AbortSignal) =>
      speakWhole(engine, makeSegment(voice, words), signal)
    describeSound(speak, () => engine)
    describeDelivery(speak, () => engine.renders(voice))
    describeCalls(speak, { engine: () => engine, voice })
  })
}

type Speak = (words: readonly SegmentWord[], signal?: AbortSignal) => ReturnType<typeof speakWhole>

function describeSound(speak: Speak, engine: () => SpeechEngine): void {
  test('gives the same samples for the same segment', async () => {
    expect((await speak(NORTH_WIND)).audio.samples).toEqual((await speak(NORTH_WIND)).audio.samples)
  })

  test('yields chunks at its sample rate, with samples in [-1, 1] and a level that can be heard', async () => {
    const { chunks, audio } = await speak(NORTH_WIND)
    expect(new Set(chunks.map((chunk) => chunk.audio.sampleRate))).toEqual(new Set([engine().sampleRate]))
    const peak = audio.samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
    expect(peak).toBeGreaterThan(0.05)
    expect(peak).toBeLessThanOrEqual(1)
  })

  test('times each word once, in order, inside a chunk that has been yielded', async () => {
    const { chunks, words } = await speak(NORTH_WIND)
    expect(words.map(({ word }) => word)).toEqual(NORTH_WIND.map((_, index) => index))
    let [yielded, last] = [0, 0]
    for (const chunk of chunks) {
      yielded += chunk.audio.samples.length
      for (const { startSample, endSample } of chunk.words) {
        expect(startSample).toBeGreaterThanOrEqual(last)
        expect(endSample).toBeGreaterThan(startSample)
        expect(endSample).toBeLessThanOrEqual(yielded)
        last = endSample
      }
    }
  })

  test('divides each word among its phonemes, if it times them', async () => {
    const { words } = await speak(NORTH_WIND)
    const timed = words.filter(({ phoneEnds }) => phoneEnds !== undefined)
    expect(timed.length).toBe(engine().timing === 'exact' ? words.length : 0)
    for (const { word, startSample, endSample, phoneEnds = [] } of timed) {
      expect(phoneEnds).toHaveLength(NORTH_WIND[word]!.phonemes.length)
      const edges = [startSample, ...phoneEnds]
      expect(edges).toEqual(edges.toSorted((one, other) => one - other))
      expect(phoneEnds.at(-1)).toBe(endSample)
    }
  })

  test('starts with the first word, and sets pauses to the sample', async () => {
    const pauses = [0.5, 0, 0.1234, undefined, 0.003, undefined, 1.5]
    const { audio, words } = await speak(
      pauses.map((pauseSeconds) => makeWord('M AA1', pauseSeconds === undefined ? {} : { pauseSeconds })),
    )
    const edge = EDGE_SECONDS * audio.sampleRate
    expect(words[0]?.startSample).toBe(0)
    for (const [index, { endSample }] of words.entries()) {
      const next = words[index + 1]?.startSample ?? audio.samples.length
      expect(next - endSample).toBe(Math.round((pauses[index] ?? 0) * audio.sampleRate))
      const inside = audio.samples.subarray(endSample + edge, Math.max(endSample + edge, next - edge))
      expect(inside.every((sample) => sample === 0)).toBe(true)
    }
  })

  test('makes no click where words and pauses meet', async () => {
    const { audio, words } = await speak(
      ['S IY1', 'AA1', 'P AE1 T', 'M'].map((phonemes) => makeWord(phonemes, { pauseSeconds: 0.2 })),
    )
    const steps = audio.samples.map((sample, i) => Math.abs(sample - (audio.samples[i - 1] ?? 0)))
    const edges = new Set(words.flatMap(({ startSample, endSample }) => [startSample, endSample]))
    // Within sounds, samples differ by as much as this.
    const natural = steps.filter((_, i) => !edges.has(i)).reduce((largest, step) => Math.max(largest, step), 0)
    for (const edge of edges) expect(steps[edge] ?? 0).toBeLessThan(Math.min(natural, 0.12))
  })

  test('speaks every phoneme of English, at every stress', async () => {
    const all = [0, 1, 2].flatMap((stress) =>
      CONSONANTS.map((consonant, i) => makeWord(`${consonant} ${VOWELS[(i + stress) % VOWELS.length]}${stress}`)),
    )
    const { audio, words } = await speak(all)
    expect(words).toHaveLength(all.length)
    for (const { startSample, endSample } of words) {
      expect(audio.samples.subarray(startSample, endSample).some((sample) => Math.abs(sample) > 0.003)).toBe(true)
    }
  })

  test.each(['AH0', 'ER2', 'S', 'M'])('speaks a word of the one phoneme %s', async (phoneme) => {
    const { words } = await speak([makeWord(phoneme)])
    expect(words).toHaveLength(1)
  })

  test('speaks a word as often as it is repeated', async () => {
    const { words } = await speak(Array.from({ length: 5 }, () => makeWord('N OW1', { text: 'no' })))
    const lengths = words.map(({ startSample, endSample }) => endSample - startSample)
    expect(lengths).toHaveLength(5)
    expect(Math.min(...lengths)).toBeGreaterThan(Math.max(...lengths) / 4)
  })

  test('speaks 60 words in one segment, and words that are markup to some', async () => {
    const texts = ['the', '<break/>', "don't", '"', '&amp;', '42', 'été', '</phoneme>', '', 'a b']
    const many = Array.from({ length: 60 }, (_, i) => ({ ...NORTH_WIND[i % 12]!, text: texts[i % texts.length]! }))
    expect((await speak(many)).words).toHaveLength(60)
  })
}

function describeDelivery(speak: Speak, renders: () => ReturnType<SpeechEngine['renders']>): void {
  test('renders each tempo within 1 %, alone and beside others', async ({ skip }) => {
    if (!renders().has('tempo')) skip('the engine does not render tempo')
    const natural = (await speak(NORTH_WIND)).words
    for (const tempo of [0.7, 1.3, 2.3]) {
      const { words } = await speak(withProsody(NORTH_WIND, { tempo }))
      expect(tempoError(words, natural, tempo)).toBeLessThan(0.01)
    }
    const mixed = [
      ...withProsody(NORTH_WIND.slice(0, 6), { tempo: 0.7 }),
      ...withProsody(NORTH_WIND.slice(6), { tempo: 2.3 }),
    ]
    const { words } = await speak(mixed)
    expect(tempoError(words.slice(0, 6), natural.slice(0, 6), 0.7)).toBeLessThan(0.01)
    expect(tempoError(words.slice(6), natural.slice(6), 2.3)).toBeLessThan(0.01)
  })

  test('renders each pitch within 0.3 semitones, without a change of length', async ({ skip }) => {
    if (!renders().has('pitchSemitones')) skip('the engine does not render pitch')
    const natural = await speak(NORTH_WIND)
    for (const pitchSemitones of [-5, 4]) {
      const half = [...NORTH_WIND.slice(0, 6), ...withProsody(NORTH_WIND.slice(6), { pitchSemitones })]
      const shifted = await speak(half)
      expect(shifted.words).toEqual(natural.words)
      const middle = Math.round((100 * natural.words[6]!.startSample) / natural.audio.sampleRate) - 12
      const shifts = pitchShifts(estimatePitch(natural.audio), estimatePitch(shifted.audio))
      expect(Math.abs(median(shifts.slice(0, middle)))).toBeLessThan(0.3)
      expect(Math.abs(median(shifts.slice(middle + 12)) - pitchSemitones)).toBeLessThan(0.3)
    }
  })

  test('renders a melody within 0.3 semitones, without a change of length', async ({ skip }) => {
    if (!renders().has('melody')) skip('the engine does not render melody')
    const natural = await speak(NORTH_WIND)
    const level = (word: SegmentWord, height: number): SegmentWord => ({
      ...word,
      melody: { ownRange: 1, semitones: [...word.phonemes, ''].map(() => height) },
    })
    const sung = await speak(NORTH_WIND.map((word, i) => level(word, i < 6 ? 3 : -4)))
    expect(sung.words).toEqual(natural.words)
    const middle = Math.round((100 * natural.words[6]!.startSample) / natural.audio.sampleRate) - 12
    const shifts = pitchShifts(estimatePitch(natural.audio), estimatePitch(sung.audio))
    expect(Math.abs(median(shifts.slice(0, middle)) - 3)).toBeLessThan(0.3)
    expect(Math.abs(median(shifts.slice(middle + 12)) + 4)).toBeLessThan(0.3)
  })

  test('renders each level within 0.5 dB', async ({ skip }) => {
    if (!renders().has('gainDb')) skip('the engine does not render level')
    const level = async (gainDb: number) => {
      const { samples } = (await speak(withProsody(NORTH_WIND, { gainDb }))).audio
      return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample ** 2, 0))
    }
    expect(Math.abs((await level(-6)) - (await level(0)) + 6)).toBeLessThan(0.5)
  })
}

function describeCalls(speak: Speak, { engine, voice }: { engine: () => SpeechEngine; voice: string }): void {
  test('tells the length of a segment before it speaks or with its first sound, or that it cannot', async () => {
    const words = NORTH_WIND.map((word, index) => ({
      ...word,
      prosody: { ...word.prosody, tempo: 1 + (index % 3) / 10 },
    }))
    const segment = makeSegment(voice, words)
    const chunks: SpeechChunk[] = []
    for await (const chunk of engine().speak(segment, { signal: new AbortController().signal })) chunks.push(chunk)
    const length = chunks.reduce((sum, { audio }) => sum + audio.samples.length, 0)
    expect([undefined, length]).toContain(await engine().measure?.(segment))
    expect([undefined, length]).toContain(chunks[0]?.segmentSamples)
    expect(chunks.slice(1).every(({ segmentSamples }) => segmentSamples === undefined)).toBe(true)
  })

  test('gives the same samples whoever sets the pace', async () => {
    const segment = makeSegment(voice, [...NORTH_WIND, ...NORTH_WIND, ...NORTH_WIND])
    const speakAt = async (pace: Pace) => {
      const parts: Uint8Array[] = []
      for await (const { audio } of engine().speak(segment, { signal: new AbortController().signal, pace })) {
        parts.push(new Uint8Array(audio.samples.slice().buffer))
      }
      return Buffer.concat(parts)
    }
    expect((await speakAt('reader')).equals(await speakAt('engine'))).toBe(true)
  })

  test('keeps calls that run at once apart', async () => {
    const texts = [NORTH_WIND, NORTH_WIND.slice(6), [makeWord('B IY1')], withProsody(NORTH_WIND, { tempo: 1.2 })]
    const alone = []
    for (const words of texts) alone.push((await speak(words)).audio.samples)
    const together = await Promise.all(texts.map((words) => speak(words)))
    expect(together.map(({ audio }) => audio.samples)).toEqual(alone)
  })

  test('rejects with the reason when it was aborted before it began', async () => {
    const reason = new Error('the caller left')
    await expect(speak(NORTH_WIND, AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  test('rejects with the reason when it is aborted while it speaks, and goes on with others', async () => {
    const { signal, reason, abort } = abortion()
    const left = speak([...NORTH_WIND, ...NORTH_WIND], signal)
    const stayed = speak(NORTH_WIND)
    abort()
    await expect(left).rejects.toBe(reason)
    expect((await stayed).words).toHaveLength(NORTH_WIND.length)
  })

  test('rejects with the reason when it is aborted between chunks', async () => {
    const { signal, reason, abort } = abortion()
    const chunks = engine().speak(makeSegment(voice, NORTH_WIND), { signal })[Symbol.asyncIterator]()
    expect((await chunks.next()).done).toBe(false)
    abort()
    await expect(chunks.next()).rejects.toBe(reason)
  })

  test('rejects a voice that it does not have', async () => {
    await expect(speakWhole(engine(), makeSegment('nobody', NORTH_WIND))).rejects.toThrow('nobody')
  })
}

/** By which part the words are longer or shorter than their natural length divided by `tempo`. */
function tempoError(words: readonly WordTime[], natural: readonly WordTime[], tempo: number): number {
  return Math.abs((spokenLength(words) * tempo) / spokenLength(natural) - 1)
}

function abortion() {
  const controller = new AbortController()
  const reason = new Error('the caller left')
  return { signal: controller.signal, reason, abort: () => controller.abort(reason) }
}

/** In semitones, for each frame that is voiced in both; 0-pitch frames hold their place as NaN. */
function pitchShifts(before: readonly number[], after: readonly number[]): readonly number[] {
  return before.map((pitch, i) => (pitch === 0 || !after[i] ? Number.NaN : 12 * Math.log2(after[i] / pitch)))
}

function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}
