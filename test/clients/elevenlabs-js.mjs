// ElevenLabs' own package: https://www.npmjs.com/package/@elevenlabs/elevenlabs-js
import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js'

const [url, apiKey] = process.argv.slice(2)
const client = new ElevenLabsClient({ baseUrl: url, apiKey })
const { voices } = await client.voices.getAll()
const page = await client.voices.search({ pageSize: 5 })
const models = await client.models.list()
const user = await client.user.get()
const subscription = await client.user.subscription.get()
const read = async (stream) => {
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.length
  return bytes
}
// The id of a public voice of ElevenLabs, as its examples have it.
const voice = 'JBFqnCBsd6RMkjVDRZzb'
const asked = { text: 'Hello from a client.', modelId: 'eleven_multilingual_v2', outputFormat: 'mp3_44100_128' }
const whole = await read(await client.textToSpeech.convert(voice, asked))
const streamed = await read(await client.textToSpeech.stream(voices[0].voiceId, asked))
const timed = await client.textToSpeech.convertWithTimestamps(voice, asked)
let timedBytes = 0
for await (const chunk of await client.textToSpeech.streamWithTimestamps(voice, asked))
  timedBytes += Buffer.from(chunk.audioBase64, 'base64').length
const added = await client.pronunciationDictionaries.createFromRules({
  name: 'Client',
  rules: [{ type: 'alias', stringToReplace: 'W3C', alias: 'World Wide Web Consortium' }],
})
const { pronunciationDictionaries } = await client.pronunciationDictionaries.list()
process.stdout.write(
  JSON.stringify({
    voices: voices.length,
    page: page.voices.length,
    models: models.length,
    user: typeof user.userId,
    limit: typeof subscription.characterLimit,
    whole,
    streamed,
    characters: timed.alignment.characters.join(''),
    timedBytes,
    dictionary: {
      rules: added.versionRulesNum,
      isListed: pronunciationDictionaries.some(({ id }) => id === added.id),
    },
  }),
)
