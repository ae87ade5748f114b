import { Type } from 'typebox'
import { PROJECT_STATES, type Project, type ProjectState } from '../../storage/records/projects.ts'
import { orNull } from './optional.ts'

const MAX_NAME_LENGTH = 200

const time = (description: string) => Type.Integer({ description: `${description}, in epoch milliseconds` })
const timeOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    description: `${description}, in epoch milliseconds; null if it is not`,
  })

const folder = Type.String({
  maxLength: MAX_NAME_LENGTH,
  description: 'Where the Studio lists it; empty for no folder',
})
const name = Type.String({ maxLength: MAX_NAME_LENGTH, description: 'The title of the script' })

export const projectSchema = Type.Object(
  {
    project_id: Type.String(),
    name,
    folder,
    created_at: time('When it was created'),
    updated_at: time('When its script was changed last'),
    archived_at: timeOrNull('When it was archived'),
    trashed_at: timeOrNull('When it was put in the trash, which deletes it after 30 days'),
    revision: Type.Integer({ description: 'Rises with every change of the script' }),
    paragraphs: Type.Integer({ description: 'How many paragraphs it has' }),
    characters: Type.Integer({ description: 'UTF-16 units of its text' }),
  },
  { description: 'A script that several people can edit' },
)

export const projectListSchema = Type.Object({ projects: Type.Array(projectSchema) })

export const projectListQuerySchema = Type.Object({
  state: Type.Optional(
    Type.Unsafe<ProjectState>({
      type: 'string',
      enum: [...PROJECT_STATES],
      description: 'active (by default), archived or trashed',
    }),
  ),
  folder: Type.Optional(folder),
})

export const projectPatchSchema = Type.Object(
  {
    name: Type.Optional(name),
    folder: Type.Optional(folder),
    is_archived: Type.Optional(Type.Boolean({ description: 'Archived projects are listed apart' })),
    is_trashed: Type.Optional(
      Type.Boolean({ description: 'true puts it in the trash, which deletes it after 30 days; false takes it back' }),
    ),
  },
  { description: 'What changes of a project' },
)

export const projectParametersSchema = Type.Object({ project_id: Type.String() })

export const projectCopyInputSchema = Type.Object({ name: Type.Optional(name) })

/** The id of a project, as its creator may choose it. */
export const projectId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'An id of your own, of letters, digits, - and _; one is made for you if it is absent',
})

const bytes = (description: string) => Type.String({ description: `${description}, in base64` })

export const updateInputSchema = Type.Object(
  {
    update: bytes('An update of Yjs 13, at most 256 kB'),
    state_vector: Type.Optional(bytes('The state vector of the sender, whose answer then has what it lacks')),
  },
  { description: 'An edit of a script, by somebody with a copy of the shared document' },
)

export const updateSchema = Type.Object({
  revision: Type.Integer(),
  update: bytes('What the caller lacks'),
  state_vector: bytes('The state vector of the script here'),
})

export const updatesQuerySchema = Type.Object({
  state_vector: Type.Optional(bytes('The state vector of the caller; absent for the whole document')),
})

export const changesQuerySchema = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description: 'A revision: only later ones are told; the present one by default',
    }),
  ),
})

export const versionSchema = Type.Object(
  {
    version_id: Type.String(),
    name: orNull({ type: 'string', description: 'Null if nobody named it' }),
    kind: Type.String({
      description: 'named; automatic: made while somebody edited; export: when one began; restore: before one',
    }),
    created_at: time('When it was made'),
    paragraphs: Type.Integer(),
    characters: Type.Integer(),
  },
  { description: 'A script as it was at a time' },
)
export const versionListSchema = Type.Object({ versions: Type.Array(versionSchema) })
export const versionInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: '\\S' }),
})
export const versionParametersSchema = Type.Object({ project_id: Type.String(), version_id: Type.String() })

export const versionChangesQuerySchema = Type.Object({
  to: Type.Optional(Type.String({ description: 'The later version; the script as it is now by default' })),
})

export function toProjectBody(project: Project) {
  return {
    project_id: project.id,
    name: project.name,
    folder: project.folder,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
    archived_at: project.archivedAt,
    trashed_at: project.trashedAt,
    revision: project.revision,
    paragraphs: project.paragraphs,
    characters: project.characters,
  }
}
