// OpenAI's own package: https://www.npmjs.com/package/openai
import OpenAI from 'openai'

const [url, apiKey] = process.argv.slice(2)
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey })
const models = await client.models.list()
const speech = await client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello from a client.' })
const audio = await speech.arrayBuffer()
process.stdout.write(JSON.stringify({ models: models.data.length, bytes: audio.byteLength }))
