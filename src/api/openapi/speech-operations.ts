import { speechInputSchema } from '../schemas/speech-input.ts'
import { BYTES, describeAudio, type Operation, type Operations, WARNING_HEADER } from './operation.ts'

const SSML: NonNullable<Operation['requestHeaders']> = {
  'X-Enable-SSML': {
    description: 'true if the text is SSML; tags if it is plain text in which tags of SSML act',
    schema: { type: 'string', enum: ['true', 'false', 'tags'] },
  },
}

const PATIENCE: NonNullable<Operation['requestHeaders']> = {
  Prefer: {
    description: 'wait=SECONDS: how long the caller waits for its first sound, if that is less than the service allows',
    schema: { type: 'string' },
  },
}

const EXAMPLES = {
  plain: { speaker_id: 3, text: 'It costs $4.99, really.' },
  delivery: { speaker_id: '3', text: 'Please <tempo value="0.8">slow down</tempo>, ::toh-MAY-toh::.' },
  format: { speaker_id: 3, text: 'Hello.', audio_configs: { file_format: 'wav', sample_rate: 24_000 } },
}

const speech = { tag: 'Speech', body: { 'application/json': speechInputSchema }, requestHeaders: SSML } as const

export const SPEECH_OPERATIONS: Operations = {
  'POST /stream': {
    ...speech,
    id: 'streamSpeech',
    summary: 'Speak a text while it is rendered',
    description:
      'Answers audio in chunks. With `include_word_timing` and `Accept: multipart/mixed` it answers parts of audio ' +
      'and parts of JSON that say when each word is heard. The synthesis stops when the caller hangs up.',
    examples: EXAMPLES,
    requestHeaders: { ...SSML, ...PATIENCE },
    answers: { ...describeAudio(), 'multipart/mixed': BYTES },
    headers: {
      'Preference-Applied': 'wait=SECONDS, if the caller asked for it',
      'X-Text-Length': 'UTF-16 units of the text',
      ...WARNING_HEADER,
    },
    problems: ['NotFound'],
  },
  'POST /input_validated': {
    ...speech,
    id: 'validateSpeech',
    summary: 'Check a body without speaking it',
    description: 'Answers OK, or the error that /stream would give.',
    examples: EXAMPLES,
    answers: {
      'application/json': {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string', const: 'OK' } },
      },
    },
    problems: ['NotFound'],
  },
  'POST /explain': {
    ...speech,
    id: 'explainSpeech',
    summary: 'Explain how each word is said, and why',
    examples: EXAMPLES,
    problems: ['NotFound'],
  },
  'POST /word-timing': {
    ...speech,
    id: 'timeWords',
    summary: 'Speak a text and time its words',
    description:
      'Answers a ZIP of audio.mp3, word-timing.json, srt.srt and vtt.vtt, and with `include_phones` also phones.json and speech-marks.jsonl.',
    examples: EXAMPLES,
    answers: { 'application/zip': BYTES },
    headers: WARNING_HEADER,
    problems: ['NotFound'],
  },
}
