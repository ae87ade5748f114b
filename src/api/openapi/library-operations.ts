import { Type } from 'typebox'
import { replacementInputSchema, replacementSchema } from '../schemas/replacement.ts'
import { exportQuerySchema } from '../schemas/speech-input.ts'
import { IDEMPOTENCY, type Operations, TEXT } from './operation.ts'

const tag = 'Replacement libraries'
const REPLACEMENT = { original: 'Siobhan', replacement_text: 'shuh-VAWN', is_phonetic_respelling: true, enabled: true }
const LIBRARY = '/replacement_libraries/:library_id'

export const LIBRARY_OPERATIONS: Operations = {
  'POST /replacement_libraries': {
    id: 'createLibrary',
    tag,
    summary: 'Create a library',
    examples: { products: { name: 'Products' } },
    requestHeaders: IDEMPOTENCY,
    problems: ['Conflict'],
  },
  'GET /replacement_libraries': { id: 'listLibraries', tag, summary: 'List the libraries' },
  [`GET ${LIBRARY}`]: { id: 'getLibrary', tag, summary: 'Get a library', problems: ['NotFound'] },
  [`PATCH ${LIBRARY}`]: {
    id: 'renameLibrary',
    tag,
    summary: 'Rename a library',
    examples: { name: { name: 'Product names' } },
    problems: ['NotFound'],
  },
  [`DELETE ${LIBRARY}`]: {
    id: 'deleteLibrary',
    tag,
    summary: 'Delete a library with all it holds',
    problems: ['NotFound'],
  },
  [`POST ${LIBRARY}/replacements`]: {
    id: 'addReplacement',
    tag,
    summary: 'Add a replacement',
    examples: { name: REPLACEMENT },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${LIBRARY}/replacements`]: {
    id: 'listReplacements',
    tag,
    summary: 'List the replacements of a library',
    problems: ['NotFound'],
  },
  [`GET ${LIBRARY}/replacements/:replacement_id`]: {
    id: 'getReplacement',
    tag,
    summary: 'Get a replacement',
    problems: ['NotFound'],
  },
  [`PATCH ${LIBRARY}/replacements/:replacement_id`]: {
    id: 'updateReplacement',
    tag,
    summary: 'Change a replacement',
    examples: { off: { enabled: false } },
    problems: ['NotFound'],
  },
  [`DELETE ${LIBRARY}/replacements/:replacement_id`]: {
    id: 'deleteReplacement',
    tag,
    summary: 'Delete a replacement',
    problems: ['NotFound'],
  },
  [`POST ${LIBRARY}/replacements/bulk`]: {
    id: 'addReplacements',
    tag,
    summary: 'Add many replacements, all or none',
    description:
      'An error names every bad row. A lexicon of the W3C (PLS 1.0) has phonemes in IPA or ARPAbet, or aliases.',
    body: { 'application/json': Type.Array(replacementInputSchema), 'text/csv': TEXT, 'application/pls+xml': TEXT },
    examples: {
      names: [
        { ...REPLACEMENT, original: 'Saoirse', replacement_text: 'SUR-shuh' },
        { original: 'SQL', replacement_text: 'sequel' },
      ],
    },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${LIBRARY}/replacements/export`]: {
    id: 'exportReplacements',
    tag,
    summary: 'Export the replacements in the form that the bulk upload takes',
    query: exportQuerySchema,
    queryExample: { format: 'json' },
    answers: { 'application/json': Type.Array(replacementSchema), 'text/csv': TEXT },
    problems: ['NotFound'],
  },
}
