import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSegment, makeWord } from '../../test/support/make-segment.ts'
import { createToneEngine, TONE_SECONDS_PER_PHONEME } from '../synthesis/engines/tone/tone-engine.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'
import type { Segment } from '../synthesis/synthesis-plan.ts'
import type { WordTime } from '../timing/word-time.ts'
import { type RenderSpeechOptions, renderSpeech } from './render-speech.ts'

const RATE = 16_000
const SOUND = RATE * TONE_SECONDS_PER_PHONEME
const tone = createToneEngine()
const { signal } = new AbortController()

async function render(
  segments: readonly Segment[],
  options: Partial<RenderSpeechOptions> = {},
  engine: SpeechEngine = tone,
) {
  const [samples, words]: [number[], WordTime[]] = [[], []]
  const resources = { engines: new Map([['tone', engine]]) }
  const all = { signal, urgency: 'background', ...options } as const
  for await (const chunk of renderSpeech({ engine: 'tone', segments }, resources, all)) {
    samples.push(...chunk.audio.samples)
    words.push(...chunk.words)
  }
  return { samples, words }
}

/** Segments of words of one to five sounds, some with a pause of whole milliseconds; words count on from segment to segment. */
const speech = fc
  .array(
    fc.array(fc.record({ sounds: fc.integer({ min: 1, max: 5 }), pauseMs: fc.oneof(fc.constant(0), fc.nat(300)) }), {
      minLength: 1,
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => {
    let source = 0
    return all.map((words) => {
      const made = words.map(({ sounds, pauseMs }, i) => ({
        ...makeWord(Array.from({ length: sounds }, () => 'AH1').join(' '), {
          ...((pauseMs > 0 || i === words.length - 1) && { pauseSeconds: pauseMs / 1000 }),
        }),
        source: source++,
      }))
      return { ...makeSegment('tone', made), words: made }
    })
  })

test('segments follow one another without a gap, and every pause is exact to the sample', async () => {
  await fc.assert(
    fc.asyncProperty(speech, fc.constantFrom('engine' as const, 'reader' as const), async (segments, pace) => {
      const { samples, words } = await render(segments, { pace })
      let now = 0
      const expected = segments
        .flatMap((segment) => segment.words)
        .map(({ source, phonemes, boundary }) => {
          const startSample = now
          const endSample = startSample + phonemes.length * SOUND
          now = endSample + Math.round((boundary?.pauseSeconds ?? 0) * RATE)
          const phoneEnds = phonemes.map((_, i) => startSample + (i + 1) * SOUND)
          return { word: source, startSample, endSample, phoneEnds }
        })
      expect(words).toEqual(expected)
      expect(samples).toHaveLength(now)
      for (const [i, { endSample }] of words.entries()) {
        const next = words[i + 1]?.startSample ?? samples.length
        expect(samples.slice(endSample, next).every((sample) => sample === 0)).toBe(true)
      }
    }),
    { numRuns: 25 },
  )
})

test('it is the same however the reader and the engine share the work', async () => {
  await fc.assert(
    fc.asyncProperty(speech, async (segments) => {
      const one = await render(segments, { pace: 'reader', urgency: 'interactive' })
      expect(await render(segments)).toEqual(one)
    }),
    { numRuns: 10 },
  )
})

const four = [0, 1, 2, 3].map((source) => {
  const words = [{ ...makeWord('AH1', { pauseSeconds: 0.01 }), source }]
  return { ...makeSegment('tone', words), words }
})

/** An engine that notes which segments are begun and which are over, however they end. */
function watch(): { readonly engine: SpeechEngine; readonly begun: number[]; readonly over: number[] } {
  const [begun, over]: [number[], number[]] = [[], []]
  const engine: SpeechEngine = {
    ...tone,
    async *speak(segment, options) {
      const { source } = segment.words[0]!
      begun.push(source)
      try {
        yield* tone.speak(segment, options)
      } finally {
        over.push(source)
      }
    },
  }
  return { engine, begun, over }
}

describe('speech is begun', () => {
  test.each([
    ['reader', [0]],
    ['engine', [0, 1]],
  ] as const)('as far as the %s asks', async (pace, expected) => {
    const { engine, begun } = watch()
    const resources = { engines: new Map([['tone', engine]]) }
    const reading = renderSpeech({ engine: 'tone', segments: four }, resources, { signal, urgency: 'background', pace })
    await reading.next()
    expect(begun).toEqual(expected)
    await reading.return(undefined)
  })

  test('segment by segment, and each is counted when it is over', async () => {
    const done: number[] = []
    const { engine, begun, over } = watch()
    await render(four, { onSegment: (count) => done.push(count) }, engine)
    expect([begun, over, done]).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [1, 2, 3, 4],
    ])
  })
})

describe('a reader that leaves', () => {
  test('ends everything that was begun', async () => {
    const { engine, begun, over } = watch()
    const resources = { engines: new Map([['tone', engine]]) }
    for await (const _chunk of renderSpeech({ engine: 'tone', segments: four }, resources, {
      signal,
      urgency: 'background',
    }))
      break
    while (over.length < begun.length) await new Promise((resolve) => setImmediate(resolve))
    expect(new Set(over)).toEqual(new Set(begun))
  })

  test('by its signal is told why, and no more is spoken', async () => {
    const leaving = new AbortController()
    const { engine, begun } = watch()
    const resources = { engines: new Map([['tone', engine]]) }
    const options = { signal: leaving.signal, urgency: 'background', pace: 'reader' } as const
    const reading = renderSpeech({ engine: 'tone', segments: four }, resources, options)
    await reading.next()
    leaving.abort(new Error('hung up'))
    await expect(reading.next()).rejects.toThrow('hung up')
    expect(begun).toEqual([0])
  })

  test('before anything was said gets nothing', async () => {
    await expect(render(four, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
  })
})

test('a failure of a segment that was begun ahead comes in its turn', async () => {
  const failing: SpeechEngine = {
    ...tone,
    async *speak(segment, options) {
      if (segment.words[0]!.source === 1) throw new Error('segment 1 fails')
      yield* tone.speak(segment, options)
    },
  }
  const resources = { engines: new Map([['tone', failing]]) }
  const reading = renderSpeech({ engine: 'tone', segments: four }, resources, { signal, urgency: 'background' })
  expect((await reading.next()).value?.words).toHaveLength(1)
  await expect(reading.next()).rejects.toThrow('segment 1 fails')
})

test('a plan for an engine that is not there is an error that names it', async () => {
  const reading = renderSpeech(
    { engine: 'lost', segments: four },
    { engines: new Map() },
    { signal, urgency: 'background' },
  )
  await expect(reading.next()).rejects.toThrow('lost')
})
