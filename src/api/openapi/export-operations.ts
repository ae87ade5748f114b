import { exportInputSchema } from '../schemas/export-input.ts'
import { IDEMPOTENCY, type Operations } from './operation.ts'

const course = {
  title: 'Safety course',
  paragraphs: [
    { speaker_id: 3, text: 'Welcome to the course.', id: 'p1', scene: 'Welcome', pause: 0.6 },
    { speaker_id: 3, text: 'Wear your helmet.', id: 'p2', scene: 'On site' },
  ],
  audio_configs: { file_format: 'mp3', sample_rate: 44_100 },
  captions: ['srt'],
}
const phoneMenu = {
  title: 'Phone menu',
  paragraphs: [
    { speaker_id: 3, text: 'Welcome to the clinic.', name: 'welcome' },
    { speaker_id: 3, text: 'For appointments, press one.', name: 'press1' },
  ],
  files: 'paragraph',
  file_names: '{name}',
  audio_configs: { file_format: 'wav', sample_rate: 8000 },
}

/** Scripts that become files. */
export const EXPORT_OPERATIONS: Operations = {
  'POST /exports': {
    id: 'createExport',
    tag: 'Exports',
    summary: 'Export a script as files',
    description:
      'Answers at once; workers render the paragraphs that are new and write the files. Speech is found again by the hash of its plan and the version of its voice.',
    body: { 'application/json': exportInputSchema },
    examples: { course, phoneMenu },
    answers: {
      'application/json': {
        type: 'object',
        required: ['export_id'],
        properties: { export_id: { type: 'string' } },
      },
    },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  'POST /exports/estimate': {
    id: 'estimateExport',
    tag: 'Exports',
    summary: 'Say what an export would render and cost',
    description: 'Changes nothing. Takes the body of the export.',
    body: { 'application/json': exportInputSchema },
    examples: { course },
    problems: ['NotFound'],
  },
  'GET /exports': {
    id: 'listExports',
    tag: 'Exports',
    summary: 'List exports, newest first',
    queryExample: { limit: '20' },
  },
  'GET /exports/:export_id': { id: 'getExport', tag: 'Exports', summary: 'Get an export', problems: ['NotFound'] },
  'POST /exports/:export_id/cancel': {
    id: 'cancelExport',
    tag: 'Exports',
    summary: 'Cancel an export that is under way',
    description: 'What no worker has begun is not charged. What is rendered is kept for the next export.',
    problems: ['NotFound', 'Conflict'],
  },
  'DELETE /exports/speech': {
    id: 'deleteKeptSpeech',
    tag: 'Exports',
    summary: 'Delete all speech that is kept for later exports',
    description: 'Exports that are under way keep theirs. The files of other exports stay.',
  },
  'DELETE /exports/:export_id': {
    id: 'deleteExport',
    tag: 'Exports',
    summary: 'Delete an export with its files; one that is under way is cancelled',
    problems: ['NotFound'],
  },
}
