import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimedSpeechPart } from '../../../delivery/streams/stream-timed-speech.ts'
import { cutFrames, keepLead } from './cut-frames.ts'

const FRAMING = { bytes: 160, seconds: 0.02, silence: 0xff }
const TIMING: TimedSpeechPart = { kind: 'timing', confidence: 1, languageCode: 'en-us', words: [] }
const audio = (bytes: Uint8Array): TimedSpeechPart => ({ kind: 'audio', bytes, seconds: bytes.length / 8000 })

async function cut(parts: readonly TimedSpeechPart[], framing = FRAMING): Promise<readonly TimedSpeechPart[]> {
  async function* given() {
    yield* parts
  }
  const frames: TimedSpeechPart[] = []
  for await (const frame of cutFrames(given(), framing)) frames.push(frame)
  return frames
}
const framesOf = (parts: readonly TimedSpeechPart[]) => parts.filter((part) => part.kind === 'audio')

describe('frames', () => {
  test('are equally long, and together all bytes in their order, with silence at the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 700 })), async (pieces) => {
        const frames = framesOf(await cut(pieces.map(audio)))
        const whole = Buffer.concat(pieces)
        const sent = Buffer.concat(frames.map(({ bytes }) => bytes))
        expect(frames.every(({ bytes, seconds }) => bytes.length === 160 && seconds === 0.02)).toBe(true)
        expect(frames.length).toBe(Math.ceil(whole.length / 160))
        expect(sent.subarray(0, whole.length).equals(whole)).toBe(true)
        expect(sent.subarray(whole.length).every((byte) => byte === 0xff)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('are none for no audio, and no frame of silence follows whole frames', async () => {
    expect(await cut([])).toEqual([])
    expect(framesOf(await cut([audio(new Uint8Array(320))])).length).toBe(2)
  })

  test('of PCM end with its silence', async () => {
    const [frame] = framesOf(await cut([audio(Uint8Array.of(1, 2, 3))], { ...FRAMING, silence: 0 }))
    expect([...frame!.bytes.subarray(0, 5)]).toEqual([1, 2, 3, 0, 0])
  })

  test('are not changed by what comes after them', async () => {
    const first = new Uint8Array(200).fill(7)
    const frames = framesOf(await cut([audio(first), audio(new Uint8Array(200).fill(9))]))
    expect(frames.map(({ bytes }) => [bytes[0], bytes[159]])).toEqual([
      [7, 7],
      [7, 9],
      [9, 0xff],
    ])
  })
})

test('times stay before the audio that they came before, which may wait for more', async () => {
  const kinds = (await cut([TIMING, audio(new Uint8Array(100)), TIMING, audio(new Uint8Array(100))])).map(
    ({ kind }) => kind,
  )
  expect(kinds).toEqual(['timing', 'timing', 'audio', 'audio'])
})

describe('a lead', () => {
  const { signal } = new AbortController()
  const left = AbortSignal.abort()

  test('that is not limited, or not reached, is not waited for', async () => {
    await expect(keepLead(60_000, undefined, left)).resolves.toBeUndefined()
    await expect(keepLead(500, 500, left)).resolves.toBeUndefined()
    await expect(keepLead(499, 500, left)).resolves.toBeUndefined()
  })

  test('that is exceeded is waited for, as long as the caller is there', async () => {
    const began = performance.now()
    await keepLead(1_000_040, 1_000_000, signal)
    // Timers may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(38)
    await expect(keepLead(501, 500, left)).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
})
