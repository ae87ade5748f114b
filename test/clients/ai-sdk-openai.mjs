// The AI SDK with its provider for OpenAI, and no voice: https://www.npmjs.com/package/@ai-sdk/openai
import { createOpenAI } from '@ai-sdk/openai'
import { generateSpeech } from 'ai'

const [url, apiKey] = process.argv.slice(2)
const model = createOpenAI({ baseURL: `${url}/v1`, apiKey }).speech('gpt-4o-mini-tts')
const { audio } = await generateSpeech({ model, text: 'Hello from a client.' })
process.stdout.write(JSON.stringify({ bytes: audio.uint8Array.length, mediaType: audio.mediaType }))
