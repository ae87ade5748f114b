import { encodeStateAsUpdate } from 'yjs'
import { ServiceError } from '../../errors.ts'
import { checkSharedScript, countCharacters } from '../../projects/check-script.ts'
import { readSettings } from '../../projects/read-script.ts'
import { type Paragraph, type Script, textOf } from '../../projects/script.ts'
import { MOST_STATE_BYTES } from '../../projects/shared-state.ts'
import type { Database } from '../../storage/database.ts'
import type { AuthorId } from '../../storage/records/authors.ts'
import { appendUpdate } from '../../storage/records/project-scripts.ts'
import { insertVersion, type ProjectVersion } from '../../storage/records/project-versions.ts'
import type { ProjectRecord } from '../../storage/records/projects.ts'
import type { VersionKind } from '../../storage/records/schema.ts'
import type { AccountTerms, ContentPolicy } from '../moderation/content-policy.ts'
import { type OpenScript, textsOf } from './open-scripts.ts'

/** Updates of a project that wait to be merged. */
const MOST_UPDATES = 64

/** What a script may say. */
export type ScriptRules = { readonly policy: ContentPolicy; readonly terms: AccountTerms | undefined }

export type EditedScript = {
  readonly script: OpenScript
  readonly update: Uint8Array
  /** Its schema before the edit. */
  readonly schema: number
  readonly rules: ScriptRules
  readonly now: number
  readonly editor: AuthorId
}

/** Checks what an edit has made of a script, and stores it. Throws what is wrong with it. */
export async function storeScript(
  transaction: Database,
  project: ProjectRecord,
  { script: { doc, bytes, texts }, update, schema, rules, now, editor }: EditedScript,
): Promise<OpenScript> {
  const paragraphs = checkSharedScript(doc, schema)
  refuseContent(paragraphs, texts, rules)
  const revision = project.revision + 1
  const size = bytes + update.length
  const isMerged = size > MOST_STATE_BYTES || revision - project.stateRevision > MOST_UPDATES
  const state = isMerged ? encodeStateAsUpdate(doc) : undefined
  if (state !== undefined && state.length > MOST_STATE_BYTES) throw tooLarge(state.length)
  await appendUpdate(transaction, project, {
    update,
    name: readSettings(doc).title,
    paragraphs: paragraphs.length,
    characters: countCharacters(paragraphs),
    now,
    editor,
    ...(state !== undefined && { state }),
  })
  return { doc, revision, bytes: state?.length ?? size, texts: textsOf(paragraphs) }
}

/** Keeps a script as a version of a project. */
export async function storeVersion(
  transaction: Database,
  project: ProjectRecord,
  { script, name, kind, now, by }: KeptScript,
): Promise<ProjectVersion> {
  const { paragraphs } = script
  return await insertVersion(transaction, project, {
    name,
    kind,
    createdAt: now,
    paragraphs: paragraphs.length,
    characters: countCharacters(paragraphs),
    authors: name !== null || project.editors.length === 0 ? [by] : project.editors,
    script: JSON.stringify(script),
  })
}

export type KeptScript = {
  readonly script: Script
  readonly name: string | null
  readonly kind: VersionKind
  readonly now: number
  /** Who keeps it. */
  readonly by: AuthorId
}

/** Throws CONTENT_NOT_ALLOWED for the first paragraph that has changed and that the operator's lists forbid. */
function refuseContent(paragraphs: readonly Paragraph[], before: OpenScript['texts'], rules: ScriptRules): void {
  for (const [index, paragraph] of paragraphs.entries()) {
    const text = textOf(paragraph)
    if (before.get(paragraph.id) === text) continue
    const violation = rules.policy.find(text, rules.terms)
    if (violation === undefined) continue
    const term = violation.term === undefined ? '' : ` ("${violation.term}")`
    throw new ServiceError(
      'CONTENT_NOT_ALLOWED',
      `Cannot keep paragraph ${index + 1}: the rule "${violation.rule}" of this service does not allow it${term}`,
    )
  }
}

function tooLarge(bytes: number): ServiceError {
  return new ServiceError(
    'INVALID_TEXT',
    `Cannot keep the script: it has ${bytes} bytes with its edits; expected at most ${MOST_STATE_BYTES}`,
    { status: 413 },
  )
}
