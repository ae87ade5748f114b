// Mastra with its voice for ElevenLabs, and no speaker: https://www.npmjs.com/package/@mastra/voice-elevenlabs
import { ElevenLabsVoice } from '@mastra/voice-elevenlabs'
import { ElevenLabsClient } from 'elevenlabs'

const [url, apiKey] = process.argv.slice(2)
const voice = new ElevenLabsVoice({ speechModel: { name: 'eleven_multilingual_v2', apiKey } })
// The package has no setting for its address.
voice.client = new ElevenLabsClient({ baseUrl: url, environment: url, apiKey })
const speakers = await voice.getSpeakers()
let bytes = 0
for await (const chunk of await voice.speak('Hello from a client.')) bytes += chunk.length
process.stdout.write(JSON.stringify({ speakers: speakers.length, bytes }))
