// The AI SDK with its provider for ElevenLabs, and no voice: https://www.npmjs.com/package/@ai-sdk/elevenlabs
import { createElevenLabs } from '@ai-sdk/elevenlabs'
import { generateSpeech } from 'ai'

const [url, apiKey] = process.argv.slice(2)
// The provider has no setting for its address.
const toService = (address, init) => fetch(String(address).replace('https://api.elevenlabs.io', url), init)
const model = createElevenLabs({ apiKey, fetch: toService }).speech('eleven_multilingual_v2')
const { audio, warnings } = await generateSpeech({ model, text: 'Hello from a client.' })
process.stdout.write(JSON.stringify({ bytes: audio.uint8Array.length, mediaType: audio.mediaType, warnings }))
