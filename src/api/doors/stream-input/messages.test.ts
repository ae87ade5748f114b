import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimedSpeechPart } from '../../../delivery/streams/stream-timed-speech.ts'
import { ServiceError } from '../../../errors.ts'
import { closeWithError } from './close-socket.ts'
import { cutFrames } from './cut-frames.ts'
import { parseMessage } from './messages.ts'
import { PlaybackClock } from './playback-clock.ts'

const parse = (message: unknown) => parseMessage(JSON.stringify(message))

describe('a message', () => {
  test('that starts a session has defaults for everything but the request', () => {
    expect(parse({ type: 'start', speaker_id: 3, lead_ms: null })).toEqual({
      type: 'start',
      speech: { speaker_id: 3, lead_ms: null },
      ssml: false,
      audio: 'binary',
      includeWordTiming: true,
      includePhones: false,
      startAt: 'sentence',
      leadMs: undefined,
      frameMs: undefined,
    })
    const asked = {
      ssml: true,
      audio: 'base64',
      include_word_timing: false,
      start_at: 'clause',
      lead_ms: 0,
      frame_ms: 10,
    }
    expect(parse({ type: 'start', ...asked })).toMatchObject({
      ssml: true,
      audio: 'base64',
      includeWordTiming: false,
      startAt: 'clause',
      leadMs: 0,
      frameMs: 10,
    })
  })

  test('is any of the others', () => {
    expect(parse({ type: 'text', text: '' })).toEqual({ type: 'text', text: '' })
    expect(parse({ type: 'cancel' })).toEqual({ type: 'cancel', playedMs: undefined })
    expect(parse({ type: 'cancel', played_ms: 1.5 })).toEqual({ type: 'cancel', playedMs: 1.5 })
    for (const type of ['flush', 'end', 'ping']) expect(parse({ type, more: 1 })).toEqual({ type })
  })

  test.each([
    [{}, 'type undefined: expected start, text, flush, cancel, end, ping'],
    [{ type: 'Text' }, 'type "Text"'],
    [{ type: 'text' }, 'text undefined: expected a string'],
    [{ type: 'text', text: ['a'] }, 'text ["a"]'],
    [{ type: 'cancel', played_ms: -1 }, 'played_ms -1: expected a number from 0 up'],
    [{ type: 'start', ssml: 'true' }, 'ssml "true": expected true or false'],
    [{ type: 'start', audio: 'hex' }, 'audio "hex": expected binary, base64'],
    [{ type: 'start', start_at: 'word' }, 'start_at "word": expected sentence, clause'],
    [{ type: 'start', lead_ms: 600_001 }, 'lead_ms 600001: expected a number from 0 to 600000'],
    [{ type: 'start', frame_ms: 9 }, 'frame_ms 9: expected a number from 10 to 1000'],
  ])('%j is refused', (message, problem) => {
    expect(() => parse(message)).toThrow(`Cannot use ${problem}`)
  })

  test.each(['', '[]', 'null', '"text"', '{"type":"text"', '1'])('%s is none', (json) => {
    expect(() => parseMessage(json)).toThrow('Cannot read the message: ')
  })
})

test('frames are all of one length, with the bytes in order and silence at the end', async () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 50 }).map((bytes) => ({ kind: 'audio' as const, bytes, seconds: 1 })),
    fc.constant({ kind: 'timing' as const, confidence: 1, words: [] }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.integer({ min: 1, max: 20 }), async (parts, length) => {
      const given = (async function* () {
        yield* parts as readonly TimedSpeechPart[]
      })()
      const [frames, timings]: [Uint8Array[], number[]] = [[], []]
      for await (const one of cutFrames(given, { bytes: length, seconds: 0.02, silence: 0xff })) {
        if (one.kind === 'audio') frames.push(one.bytes)
        else timings.push(frames.length)
      }
      const all = Buffer.concat(parts.flatMap((one) => (one.kind === 'audio' ? [one.bytes] : [])))
      const filled = Buffer.alloc(Math.ceil(all.length / length) * length, 0xff)
      all.copy(filled)
      expect(frames.every((frame) => frame.length === length)).toBe(true)
      expect(Buffer.concat(frames).equals(filled)).toBe(true)
      // Words come before the first frame that is not yet full.
      let before = 0
      const expected = parts.flatMap((one) => {
        if (one.kind === 'timing') return [Math.floor(before / length)]
        before += one.bytes.length
        return []
      })
      expect(timings).toEqual(expected)
    }),
  )
})

test('a listener has never played more than was sent, nor more than time has passed', () => {
  const step = fc.record({ waitMs: fc.nat(3000), lengthMs: fc.nat(2000) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const clock = new PlaybackClock()
      let [now, sent, played] = [1000, 0, 0]
      for (const { waitMs, lengthMs } of steps) {
        now += waitMs
        played = Math.min(sent, played + waitMs)
        expect(clock.playedMs(now)).toBe(played)
        clock.send(lengthMs, now)
        sent += lengthMs
        expect([clock.sentMs, clock.aheadMs(now)]).toEqual([sent, sent - played])
      }
    }),
  )
})

describe('a connection that is closed because of an error', () => {
  function close(error: ServiceError) {
    let closed: { code: number; reason: string } | undefined
    const socket = { close: (code: number, reason: string) => (closed = { code, reason }) }
    closeWithError(socket as never, error)
    return closed!
  }

  test('says whose mistake it was, and why', () => {
    expect(close(new ServiceError('RATE_LIMITED', 'Too many'))).toEqual({ code: 1008, reason: 'Too many' })
    expect(close(new ServiceError('INTERNAL_ERROR', 'Broken')).code).toBe(1011)
  })

  test('has a reason that fits its frame, cut between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), (message) => {
        fc.pre(!message.includes('\ufffd'))
        const { reason } = close(new ServiceError('RATE_LIMITED', message))
        expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
        expect(reason).not.toContain('\ufffd')
        const isWhole = reason === message
        expect(isWhole || (reason.endsWith('...') && message.startsWith(reason.slice(0, -3)))).toBe(true)
        expect(isWhole).toBe(Buffer.byteLength(message) <= 123)
      }),
    )
  })
})
