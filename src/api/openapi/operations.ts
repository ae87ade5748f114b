import { respellingQuerySchema } from '../schemas/speech-input.ts'
import { ADMINISTRATION_OPERATIONS } from './administration-operations.ts'
import { CLIP_OPERATIONS } from './clip-operations.ts'
import { DOOR_OPERATIONS } from './door-operations.ts'
import { EVENT_OPERATIONS } from './event-operations.ts'
import { EXPORT_OPERATIONS } from './export-operations.ts'
import { LIBRARY_OPERATIONS } from './library-operations.ts'
import type { Operations } from './operation.ts'
import { PROJECT_OPERATIONS } from './project-operations.ts'
import { SPEECH_OPERATIONS } from './speech-operations.ts'
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts'

/** Every operation of the API, in the order of the document. */
export const OPERATIONS: Operations = {
  'GET /avatars': { id: 'listAvatars', tag: 'Voices', summary: 'List the avatars' },
  ...SPEECH_OPERATIONS,
  ...CLIP_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  'GET /respelling_suggestions': {
    id: 'suggestRespellings',
    tag: 'Pronunciation',
    summary: 'Suggest respellings of a word, the usual one first',
    query: respellingQuerySchema,
    queryExample: { word: 'record', locale: 'us' },
  },
  ...LIBRARY_OPERATIONS,
  'GET /usage': { id: 'getUsage', tag: 'Account', summary: 'Get the characters spoken this month' },
  ...ADMINISTRATION_OPERATIONS,
  ...DOOR_OPERATIONS,
}
