/** A thread that renders one short text with the tone engine, whole, in the format that each message names. */
import { parentPort } from 'node:worker_threads'
import type { AudioFormat } from '../../src/audio/encoding/audio-encoder.ts'
import { encodeAtOnce } from '../../src/audio/encoding/encode-at-once.ts'
import { joinSamples } from '../../src/audio/samples/join-samples.ts'
import { speakSegment } from '../../src/speaking/segments/speak-segment.ts'
import { loadEncoders } from '../../src/speaking/threads/load-audio-libraries.ts'
import { createEngine } from '../../src/synthesis/engines/create-engine.ts'
import { makeSegment, makeWord } from '../../test/support/make-segment.ts'

/** "Good morning." as the service plans it. */
const SEGMENT = makeSegment('tone', [
  makeWord('G UH1 D', { text: 'good' }),
  makeWord('M AO1 R N IH0 NG', { text: 'morning' }),
])

const port = parentPort!
const engine = await createEngine({ kind: 'tone' })
const encoders = await loadEncoders()
const { signal } = new AbortController()

port.on('message', (format: AudioFormat) => void speak(format))
port.postMessage('ready')

async function speak(format: AudioFormat): Promise<void> {
  const chunks: Float32Array[] = []
  for await (const { audio } of speakSegment(engine, SEGMENT, { signal, pace: 'engine' })) chunks.push(audio.samples)
  const samples = joinSamples(chunks)
  port.postMessage(await encodeAtOnce({ samples, sampleRate: engine.sampleRate }, { format }, encoders))
}
