import { projectExportInputSchema } from '../schemas/export-input.ts'
import { IDEMPOTENCY, type Operations, TEXT } from './operation.ts'

const tag = 'Projects'
const PROJECT = '/projects/:project_id'
const VERSION = `${PROJECT}/versions/:version_id`

const course = {
  name: 'Safety course',
  folder: 'Courses',
  paragraphs: [
    { speaker_id: 3, text: 'Welcome to the course.', id: 'welcome', level: 1 },
    { speaker_id: 3, text: 'Wear your <tempo value="0.8">helmet</tempo>.', id: 'helmet', pause: 1 },
  ],
}

/** Scripts that several people edit. */
export const PROJECT_OPERATIONS: Operations = {
  'POST /projects': {
    id: 'createProject',
    tag,
    summary: 'Create a project',
    description: 'From paragraphs, from a text with blank lines between its paragraphs, or empty.',
    examples: { course, text: { name: 'News', speaker_id: 3, text: 'Good morning.\n\nHere is the news.' } },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  'GET /projects': { id: 'listProjects', tag, summary: 'List the projects, the one that was changed last first' },
  [`GET ${PROJECT}`]: { id: 'getProject', tag, summary: 'Get a project', problems: ['NotFound'] },
  [`PATCH ${PROJECT}`]: {
    id: 'updateProject',
    tag,
    summary: 'Name, file, archive or trash a project, or take it back',
    examples: { folder: { folder: 'Courses' }, archive: { is_archived: true } },
    problems: ['NotFound', 'Conflict'],
  },
  [`DELETE ${PROJECT}`]: {
    id: 'deleteProject',
    tag,
    summary: 'Delete a project in the trash for good, with its versions',
    problems: ['NotFound', 'Conflict'],
  },
  [`POST ${PROJECT}/copies`]: {
    id: 'copyProject',
    tag,
    summary: 'Copy a project, without its versions',
    examples: { name: { name: 'Safety course, 2027' } },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${PROJECT}/script`]: { id: 'getScript', tag, summary: 'Get the whole script', problems: ['NotFound'] },
  [`PUT ${PROJECT}/script`]: {
    id: 'replaceScript',
    tag,
    summary: 'Change the script into another one',
    description:
      'Paragraphs are known by their ids. What is the same stays as it is, and edits that others make meanwhile are merged.',
    examples: { course: { name: course.name, paragraphs: course.paragraphs } },
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${PROJECT}/updates`]: {
    id: 'getScriptUpdates',
    tag,
    summary: 'Get what a copy of the shared document lacks',
    problems: ['NotFound'],
  },
  [`POST ${PROJECT}/updates`]: {
    id: 'updateScript',
    tag,
    summary: 'Merge an edit of a copy of the shared document',
    description:
      'Refused as a whole, with the last good state kept, if the script that it makes is too long, not allowed, or not one that every reader understands.',
    examples: { nothing: { update: 'AAA=' } },
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${PROJECT}/changes`]: {
    id: 'followProject',
    tag,
    summary: 'Follow the revisions of a project, as server-sent events',
    description: 'Each event `project.changed` has the new revision. Ask for what you lack by `GET updates`.',
    answers: { 'text/event-stream': TEXT },
    problems: ['NotFound'],
  },
  [`POST ${PROJECT}/exports`]: {
    id: 'exportProject',
    tag,
    summary: 'Export the script as files',
    description:
      'As `POST /exports` does, whose answers and settings it has; the script and its libraries are those of the project. Headings begin scenes. What the script is now is kept as a version. Needs the scopes clips:write and projects:read.',
    body: { 'application/json': projectExportInputSchema },
    examples: { audiobook: { files: 'scene', audio_configs: { file_format: 'mp3' } } },
    answers: {
      'application/json': { type: 'object', required: ['export_id'], properties: { export_id: { type: 'string' } } },
    },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${PROJECT}/versions`]: {
    id: 'listVersions',
    tag,
    summary: 'List the versions of a project, newest first',
    problems: ['NotFound'],
  },
  [`POST ${PROJECT}/versions`]: {
    id: 'createVersion',
    tag,
    summary: 'Keep what the script is now as a version with a name',
    examples: { final: { name: 'Sent to the client' } },
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${VERSION}`]: { id: 'getVersion', tag, summary: 'Get the script of a version', problems: ['NotFound'] },
  [`GET ${VERSION}/changes`]: {
    id: 'compareVersions',
    tag,
    summary: 'Compare a version with the script as it is now, or with another version',
    problems: ['NotFound'],
  },
  [`POST ${VERSION}/restore`]: {
    id: 'restoreVersion',
    tag,
    summary: 'Go back to a version',
    description: 'By an edit like any other. What the script was before is kept as a version.',
    problems: ['NotFound', 'Conflict'],
  },
  [`DELETE ${VERSION}`]: { id: 'deleteVersion', tag, summary: 'Delete a version', problems: ['NotFound'] },
}
