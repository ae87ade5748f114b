import { clipsInputSchema, combinationInputSchema } from '../schemas/speech-input.ts'
import { describeAudio, EXAMPLE_IDS, IDEMPOTENCY, type Operations, TEXT } from './operation.ts'

const clipCreated = {
  type: 'object',
  description: 'clip_id for one text, clip_ids for an array',
  properties: { clip_id: { type: 'string' }, clip_ids: { type: 'array', items: { type: 'string' } } },
}

const timing = { tag: 'Clips', problems: ['NotFound', 'Conflict'] } as const

export const CLIP_OPERATIONS: Operations = {
  'POST /clips': {
    id: 'createClips',
    tag: 'Clips',
    summary: 'Accept one text or many for rendering',
    description: 'All of a bulk request is checked before any of it is accepted.',
    body: { 'application/json': clipsInputSchema },
    examples: {
      one: { speaker_id: 3, text: 'Stored for a week.', label: 'chapter 1', metadata: { order: 7 } },
      many: [
        { speaker_id: 3, text: 'One.' },
        { speaker_id: 3, text: 'Two.' },
      ],
    },
    answers: { 'application/json': clipCreated },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  'GET /clips': {
    id: 'listClips',
    tag: 'Clips',
    summary: 'List clips, newest first',
    queryExample: { status: 'COMPLETE', created_after: '2026-03-14', limit: '20' },
    headers: { Link: 'The next page, if there may be one (rel="next")' },
  },
  'GET /clips/:clip_id': { id: 'getClip', tag: 'Clips', summary: 'Get a clip', problems: ['NotFound'] },
  'DELETE /clips/:clip_id': {
    id: 'deleteClip',
    tag: 'Clips',
    summary: 'Delete a clip with its audio',
    problems: ['NotFound'],
  },
  'POST /clips/:clip_id/retry': {
    id: 'retryClip',
    tag: 'Clips',
    summary: 'Render a FAILED clip again',
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  'GET /clips/:clip_id/timing': {
    ...timing,
    id: 'getClipTiming',
    summary: 'Get the word times of a clip',
    answers: { 'application/json': { type: 'object', description: 'As word-timing.json of /word-timing' } },
  },
  'GET /clips/:clip_id/captions.srt': {
    ...timing,
    id: 'getClipSrt',
    summary: 'Get the captions of a clip as SubRip',
    answers: { 'application/x-subrip': TEXT },
  },
  'GET /clips/:clip_id/captions.vtt': {
    ...timing,
    id: 'getClipVtt',
    summary: 'Get the captions of a clip as WebVTT',
    answers: { 'text/vtt': TEXT },
  },
  'GET /clips/:clip_id/phones': {
    ...timing,
    id: 'getClipPhones',
    summary: 'Get when each sound of a clip is heard, with its visemes',
    answers: { 'application/json': { type: 'object', description: 'As phones.json of /word-timing' } },
  },
  'GET /clips/:clip_id/speech-marks': {
    ...timing,
    id: 'getClipSpeechMarks',
    summary: 'Get sentences, words and visemes of a clip as speech marks',
    description: 'Lines of JSON, as Amazon Polly writes them.',
    answers: { 'application/x-json-stream': TEXT },
  },
  'POST /clips/combine': {
    id: 'combineClips',
    tag: 'Clips',
    summary: 'Join finished clips as one file, or as a new clip',
    description:
      'Answers the audio, or with `Prefer: respond-async` or `"async": true` the id of a clip that a worker renders.',
    body: { 'application/json': combinationInputSchema },
    examples: {
      pause: { clip_ids: [EXAMPLE_IDS.clip, EXAMPLE_IDS.clip], pause_durations: 0.5 },
      clip: { clip_ids: [EXAMPLE_IDS.clip], async: true, label: 'chapter 1' },
    },
    answers: {
      ...describeAudio(),
      'application/json': {
        type: 'object',
        description: 'If the result is a clip',
        required: ['clip_id'],
        properties: { clip_id: { type: 'string' } },
      },
    },
    requestHeaders: {
      ...IDEMPOTENCY,
      Prefer: { description: 'respond-async answers the id of a clip', schema: { type: 'string' } },
    },
    headers: { 'Preference-Applied': 'respond-async, if the result is a clip' },
    problems: ['NotFound', 'Conflict'],
  },
}
