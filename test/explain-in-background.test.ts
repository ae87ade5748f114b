import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { explainSpeech } from '../src/delivery/planning/explain-speech.ts'
import { planSpeech, type SpeechRequest } from '../src/delivery/planning/plan-speech.ts'
import type { Resources } from '../src/delivery/resources.ts'
import { streamSpeech } from '../src/delivery/streams/stream-speech.ts'
import { replaceSpeech } from '../src/speaking/replace-speech.ts'
import type { SpeechEngine } from '../src/synthesis/speech-engine.ts'
import { loadServiceVoices } from './support/speak-text.ts'

const FLITE_AVATARS = fileURLToPath(new URL('./support/flite-avatars.json', import.meta.url))
const { signal } = new AbortController()

let loaded: Awaited<ReturnType<typeof loadServiceVoices>>
/** What was asked of the one thread and what it has made, in order. */
const log: string[] = []
beforeEach(() => {
  log.length = 0
})
beforeAll(async () => {
  loaded = await loadServiceVoices({ RENDER_THREADS: '1', AVATARS_FILE: FLITE_AVATARS })
})
afterAll(() => loaded.close())

/** The resources with engines that note each chunk under a name. */
function watch(name: string): Resources {
  const watchEngine = (engine: SpeechEngine): SpeechEngine =>
    replaceSpeech(engine, {
      async *speak(segment, options) {
        for await (const chunk of engine.speak(segment, options)) {
          log.push(`${name} (${options.urgency})`)
          yield chunk
        }
      },
    })
  return { ...loaded, engines: new Map([...loaded.engines].map(([key, engine]) => [key, watchEngine(engine)])) }
}

function request(text: string): SpeechRequest {
  return { voice: loaded.catalogue.voices[0]!, text, libraries: [], ssml: false }
}

const SENTENCE = 'The sailors mended their old nets. '

test('an explanation speaks in the background if the engine cannot measure, and lets every stream go first', async () => {
  const explaining = watch('explanation')
  const explanation = explainSpeech(request(SENTENCE.repeat(12)), explaining, { signal })
  const listen = async (): Promise<void> => {
    const resources = watch('stream')
    const plan = planSpeech(request(SENTENCE.repeat(3)), resources)
    for await (const _ of streamSpeech(plan, resources, { output: { format: 'pcm' }, signal }));
  }
  await Promise.all([listen(), listen()])
  const { durationSeconds } = await explanation
  const chunks = log.filter((line) => line === 'explanation (background)').length
  expect(durationSeconds).toBeGreaterThan(12)
  expect(chunks).toBeGreaterThanOrEqual(4)
  // Whatever was said of the explanation before the last stream had ended: the segment in hand when the streams came, and what
  // the thread began when neither stream was asking.
  const before = log.slice(0, log.lastIndexOf('stream (interactive)')).filter((line) => line.startsWith('explanation'))
  expect(before.length).toBeLessThanOrEqual(2)
  expect(log.filter((line) => line === 'stream (interactive)').length).toBeGreaterThanOrEqual(2)
})
