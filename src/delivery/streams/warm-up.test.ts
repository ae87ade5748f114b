import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadServiceVoices } from '../../../test/support/speak-text.ts'
import { TONE_AVATARS } from '../../../test/support/test-service.ts'
import { replaceSpeech } from '../../speaking/replace-speech.ts'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import { warmUp } from './warm-up.ts'

let loaded: Awaited<ReturnType<typeof loadServiceVoices>>
beforeAll(async () => {
  loaded = await loadServiceVoices({ DATA_DIR: import.meta.dirname, RENDER_THREADS: '2', AVATARS_FILE: TONE_AVATARS })
})
afterAll(() => loaded.close())

/** Warms up with engines that speak differently. */
async function warmUpWith(speak: (engine: SpeechEngine) => SpeechEngine['speak'], ms: number): Promise<number> {
  const engines = new Map(
    [...loaded.engines].map(([n, engine]) => [n, replaceSpeech(engine, { speak: speak(engine) })]),
  )
  const began = performance.now()
  await warmUp({ ...loaded, engines }, { voice: loaded.catalogue.voices[0]!, streams: 4, ms })
  return performance.now() - began
}

test('several streams are spoken at once, one after another, until the time is over', async () => {
  let [begun, underWay, most] = [0, 0, 0]
  await warmUpWith(
    (engine) =>
      async function* (...args) {
        begun += 1
        underWay += 1
        most = Math.max(most, underWay)
        try {
          yield* engine.speak(...args)
        } finally {
          underWay -= 1
        }
      },
    3000,
  )
  expect(begun).toBeGreaterThan(4)
  expect(most).toBe(4)
  expect(underWay).toBe(0)
  const atEnd = begun
  await sleep(50)
  expect(begun).toBe(atEnd)
})

test('speech that does not come is given up when the time is over', async () => {
  const elapsed = await warmUpWith(
    () =>
      async function* (_, { signal }) {
        yield await new Promise<SpeechChunk>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      },
    200,
  )
  expect(elapsed).toBeGreaterThan(190)
})

test('an engine that fails ends it early, and nothing rejects', async () => {
  const elapsed = await warmUpWith(
    () => () => {
      throw new Error('no voice today')
    },
    60_000,
  )
  expect(elapsed).toBeLessThan(30_000)
})
