import { dictionaryFormSchema, dictionaryRulesSchema } from '../doors/elevenlabs/dictionary-bodies.ts'
import {
  elevenLabsQuerySchema,
  elevenLabsSpeechSchema,
  timestampedSpeechSchema,
} from '../doors/elevenlabs/elevenlabs-schemas.ts'
import { openAiSpeechSchema, RESPONSE_FORMATS } from '../doors/openai/openai-schemas.ts'
import { describeAudio, type Operation, type Operations, TEXT, WARNING_HEADER } from './operation.ts'

const ELEVENLABS_AUDIO = describeAudio(['mp3', 'opus', 'wav', 'pcm', 'mulaw'])

const elevenLabs = {
  tag: 'ElevenLabs',
  body: { 'application/json': elevenLabsSpeechSchema },
  query: elevenLabsQuerySchema,
  queryExample: { output_format: 'mp3_44100_128' },
  pathExample: { voice_id: '3' },
  examples: {
    plain: { text: 'It costs $4.99, really.', model_id: 'eleven_multilingual_v2' },
    slow: { text: 'Please slow down.', voice_settings: { speed: 0.8, stability: 0.5 } },
  },
  headers: WARNING_HEADER,
  problems: ['NotFound'],
} as const satisfies Partial<Operation>

/** The APIs of other tools. */
export const DOOR_OPERATIONS: Operations = {
  'POST /audio/speech': {
    id: 'openAiCreateSpeech',
    tag: 'OpenAI',
    summary: 'Speak a text while it is rendered',
    description: 'With `"stream_format": "sse"` it answers events with Base64 audio.',
    body: { 'application/json': openAiSpeechSchema },
    examples: {
      plain: { model: 'tts-1', input: 'It costs $4.99, really.', voice: 'alloy' },
      format: { model: 'gpt-4o-mini-tts', input: 'Hello.', voice: 'nova', response_format: 'aac', speed: 1.25 },
      events: { model: 'tts-1', input: 'Hello.', voice: { id: 'shimmer' }, stream_format: 'sse' },
    },
    answers: { ...describeAudio(RESPONSE_FORMATS), 'text/event-stream': TEXT },
    headers: { 'X-Text-Length': 'UTF-16 units of the text', ...WARNING_HEADER },
    problems: ['NotFound'],
  },
  'GET /audio/voices': { id: 'openAiListVoices', tag: 'OpenAI', summary: 'List what `voice` can be' },
  'GET /audio/models': { id: 'openAiListAudioModels', tag: 'OpenAI', summary: 'List what `model` can be' },
  'GET /models': { id: 'openAiListModels', tag: 'OpenAI', summary: 'List the models' },
  'GET /models/:model': {
    id: 'openAiGetModel',
    tag: 'OpenAI',
    summary: 'Get a model',
    pathExample: { model: 'tts-1' },
    problems: ['NotFound'],
  },
  'GET /voices': { id: 'elevenLabsListVoices', tag: 'ElevenLabs', summary: 'List the voices' },
  'GET /voices/:voice_id': {
    id: 'elevenLabsGetVoice',
    tag: 'ElevenLabs',
    summary: 'Get a voice: one of the list, or the one that speaks for a public voice of ElevenLabs',
    pathExample: { voice_id: '3' },
    problems: ['NotFound'],
  },
  'GET /voices/settings/default': {
    id: 'elevenLabsGetDefaultSettings',
    tag: 'ElevenLabs',
    summary: 'Get the settings that a voice has',
  },
  'GET /voices/:voice_id/settings': {
    id: 'elevenLabsGetSettings',
    tag: 'ElevenLabs',
    summary: 'Get the settings of a voice, which are the same for all',
    pathExample: { voice_id: '3' },
    problems: ['NotFound'],
  },
  'GET /user': {
    id: 'elevenLabsGetUser',
    tag: 'ElevenLabs',
    summary: 'Get the account and its characters of the month',
  },
  'GET /user/subscription': {
    id: 'elevenLabsGetSubscription',
    tag: 'ElevenLabs',
    summary: 'Get the characters of the month, and how many are allowed',
  },
  'POST /pronunciation-dictionaries/add-from-file': {
    id: 'elevenLabsAddDictionaryFromFile',
    tag: 'ElevenLabs',
    summary: 'Make a replacement library from a lexicon',
    body: { 'multipart/form-data': dictionaryFormSchema },
    headers: WARNING_HEADER,
  },
  'POST /pronunciation-dictionaries/add-from-rules': {
    id: 'elevenLabsAddDictionaryFromRules',
    tag: 'ElevenLabs',
    summary: 'Make a replacement library from rules',
    body: { 'application/json': dictionaryRulesSchema },
    examples: {
      alias: {
        name: 'Initials',
        rules: [{ type: 'alias', string_to_replace: 'W3C', alias: 'World Wide Web Consortium' }],
      },
      phoneme: {
        name: 'Names',
        rules: [{ type: 'phoneme', string_to_replace: 'Nguyen', phoneme: 'W IH1 N', alphabet: 'cmu-arpabet' }],
      },
    },
  },
  'GET /pronunciation-dictionaries': {
    id: 'elevenLabsListDictionaries',
    tag: 'ElevenLabs',
    summary: 'List the replacement libraries',
  },
  'GET /pronunciation-dictionaries/:pronunciation_dictionary_id': {
    id: 'elevenLabsGetDictionary',
    tag: 'ElevenLabs',
    summary: 'Get a replacement library with its entries as rules',
    problems: ['NotFound'],
  },
  'GET /pronunciation-dictionaries/:pronunciation_dictionary_id/:version_id/download': {
    id: 'elevenLabsDownloadDictionary',
    tag: 'ElevenLabs',
    summary: 'Get a replacement library as a lexicon',
    answers: { 'application/pls+xml': TEXT },
    problems: ['NotFound'],
  },
  'POST /text-to-speech/:voice_id': {
    ...elevenLabs,
    id: 'elevenLabsCreateSpeech',
    summary: 'Speak a text while it is rendered',
    answers: ELEVENLABS_AUDIO,
  },
  'POST /text-to-speech/:voice_id/stream': {
    ...elevenLabs,
    id: 'elevenLabsStreamSpeech',
    summary: 'The same under the path of streams',
    answers: ELEVENLABS_AUDIO,
  },
  'POST /text-to-speech/:voice_id/with-timestamps': {
    ...elevenLabs,
    id: 'elevenLabsTimeSpeech',
    summary: 'Speak a text, and say when each character is heard',
    answers: { 'application/json': timestampedSpeechSchema },
  },
  'POST /text-to-speech/:voice_id/stream/with-timestamps': {
    ...elevenLabs,
    id: 'elevenLabsStreamTimedSpeech',
    summary: 'The same while it is rendered',
    description: 'Answers lines of JSON, each as the answer of /with-timestamps.',
    answers: { 'application/json': timestampedSpeechSchema },
  },
}
