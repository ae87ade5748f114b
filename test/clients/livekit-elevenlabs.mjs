// LiveKit's agents with their plugin for ElevenLabs, and no voice: https://www.npmjs.com/package/@livekit/agents-plugin-elevenlabs
import { initializeLogger } from '@livekit/agents'
import { TTS } from '@livekit/agents-plugin-elevenlabs'

const [url, apiKey] = process.argv.slice(2)
initializeLogger({ pretty: false, level: 'silent' })
const tts = new TTS({ baseURL: `${url}/v1`, apiKey })
const voices = await tts.listVoices()

let whole = 0
for await (const { frame } of tts.synthesize('Hello from a client.')) whole += frame.samplesPerChannel

/** Samples and words of a text that is written bit by bit. */
async function speak(words) {
  const stream = tts.stream()
  for (const word of words) stream.pushText(word)
  stream.flush()
  stream.endInput()
  let samples = 0
  const heard = []
  for await (const one of stream) {
    if (typeof one === 'symbol') break
    samples += one.frame.samplesPerChannel
    for (const word of one.timedTranscripts ?? []) heard.push(word.text)
  }
  return { samples, heard: heard.join('') }
}
const first = await speak(['Hello', ' there.', ' How', ' are', ' you?'])
// Two texts at once share the connection.
const both = await Promise.all([speak(['One two three.']), speak(['Four five.'])])
await tts.close()
process.stdout.write(JSON.stringify({ voices: voices.length, whole, first, both }))
process.exit(0)
