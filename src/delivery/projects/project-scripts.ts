import { Doc } from 'yjs'
import { ServiceError } from '../../errors.ts'
import { readSchemaVersion, readScript } from '../../projects/read-script.ts'
import type { Script } from '../../projects/script.ts'
import { applyForeignUpdate, MOST_STATE_BYTES, recordEdit } from '../../projects/shared-state.ts'
import { createScript } from '../../projects/write-script.ts'
import type { Database } from '../../storage/database.ts'
import { readUpdates } from '../../storage/records/project-scripts.ts'
import type { ProjectVersion } from '../../storage/records/project-versions.ts'
import {
  findProject,
  hasProject,
  lockProject,
  type ProjectKey,
  type ProjectRecord,
} from '../../storage/records/projects.ts'
import type { VersionKind } from '../../storage/records/schema.ts'
import type { AccountTerms, ContentPolicy } from '../moderation/content-policy.ts'
import { type OpenScript, OpenScripts, openScript } from './open-scripts.ts'
import { type KeptScript, storeScript, storeVersion } from './store-script.ts'

/** How long somebody edits until the next version is kept. */
const VERSION_MS = 10 * 60_000

/** The shared scripts of projects. An edit is made on a copy, which is thrown away unless all of it can be kept. */
export interface ProjectScripts {
  /** Stores the first script of a project that this transaction has inserted. */
  create(transaction: Database, key: ProjectKey, script: NewScript): Promise<void>
  /** Changes a script in a transaction. What several processes do to a project happens one after another. */
  change<Answer>(key: ProjectKey, change: ScriptChange<Answer>): Promise<Answer>
  /** Gives what `look` makes of a project and its script, which it must not keep: it changes. */
  read<Answer>(key: ProjectKey, look: (doc: Doc, project: ProjectRecord) => Answer): Promise<Answer>
  /** Keeps what a script is now as a version. */
  keepVersion(key: ProjectKey, version: NewVersion): Promise<ProjectVersion>
  /** Gives what a script is now, to be exported, and keeps it as a version unless the last one is of this revision. */
  readForExport(key: ProjectKey): Promise<Script>
  /** The same before an export of paragraphs that the caller has sent, if the account has this project. */
  keepExported(key: ProjectKey): Promise<void>
}

/** A script, or the shared document of one that somebody has begun. */
export type NewScript = { readonly terms: AccountTerms | undefined } & (
  | { readonly script: Script }
  | { readonly state: Uint8Array }
)

export type ScriptChange<Answer> = {
  readonly edit: (doc: Doc) => void
  readonly terms: AccountTerms | undefined
  /** Keeps the script before the edit as a version of this kind, whenever the last one was made. */
  readonly keepBefore?: 'restore'
  /** Runs at the end of the transaction. `doc` must be read at once. */
  readonly finish: (
    transaction: Database,
    changed: { readonly project: ProjectRecord; readonly doc: Doc; readonly hasChanged: boolean },
  ) => Promise<Answer>
}

export type NewVersion = Pick<KeptScript, 'name' | 'kind'> & {
  /** Runs at the end of the transaction. */
  readonly finish: (transaction: Database, version: ProjectVersion) => Promise<void>
}

type Options = { readonly db: Database; readonly policy: ContentPolicy; readonly clock: () => number }

export function createProjectScripts({ db, policy, clock }: Options): ProjectScripts {
  const scripts = new OpenScripts()

  async function open(connection: Database, project: ProjectRecord): Promise<OpenScript> {
    return scripts.take(project.position, project.revision) ?? openScript(await readUpdates(connection, project))
  }

  /** Opens a script that is not about to change, and keeps it open. It must be read at once. */
  async function openToRead(connection: Database, project: ProjectRecord): Promise<OpenScript> {
    const script = await open(connection, project)
    scripts.keep(project.position, script)
    return script
  }

  /** Gives the script of a project, and keeps it as a version if it has changed since the last one. */
  async function keepForExport(transaction: Database, project: ProjectRecord): Promise<Script> {
    const script = readScript((await openToRead(transaction, project)).doc)
    if (project.revision > project.versionRevision)
      await storeVersion(transaction, project, { script, name: null, kind: 'export', now: clock() })
    return script
  }

  return {
    async create(transaction, key, { terms, ...first }) {
      const doc = new Doc()
      const update = recordEdit(doc, () => {
        if ('script' in first) createScript(doc, first.script)
        else applyForeignUpdate(doc, first.state, MOST_STATE_BYTES)
      })
      if (update === undefined) return
      const empty = { doc, revision: 0, bytes: 0, texts: new Map<string, string>() }
      const project = await findProject(transaction, key)
      await storeScript(transaction, project, {
        script: empty,
        update,
        schema: 0,
        rules: { policy, terms },
        now: clock(),
      })
    },

    async change(key, { edit, terms, keepBefore, finish }) {
      const { answer, ...kept } = await db.transaction().execute(async (transaction) => {
        const project = await lockProject(transaction, key)
        if (project.trashedAt !== null) throw inTrash('change', project)
        const script = await open(transaction, project)
        const { doc } = script
        const [schema, now] = [readSchemaVersion(doc), clock()]
        const kind: VersionKind | undefined = keepBefore ?? (isVersionDue(project, now) ? 'automatic' : undefined)
        const before = kind && { script: readScript(doc), name: null, kind, now }
        const update = recordEdit(doc, edit)
        if (update === undefined)
          return {
            position: project.position,
            script,
            answer: await finish(transaction, { project, doc, hasChanged: false }),
          }
        if (before !== undefined) await storeVersion(transaction, project, before)
        const rules = { policy, terms }
        const stored = await storeScript(transaction, project, { script, update, schema, rules, now })
        const changed = await findProject(transaction, key)
        return {
          position: project.position,
          script: stored,
          answer: await finish(transaction, { project: changed, doc, hasChanged: true }),
        }
      })
      scripts.keep(kept.position, kept.script)
      return answer
    },

    async read(key, look) {
      const project = await findProject(db, key)
      const script = await openToRead(db, project)
      // It may have been changed since the project was read.
      return look(script.doc, { ...project, revision: script.revision })
    },

    async keepVersion(key, { name, kind, finish }) {
      return await db.transaction().execute(async (transaction) => {
        const project = await lockProject(transaction, key)
        const script = readScript((await openToRead(transaction, project)).doc)
        const version = await storeVersion(transaction, project, { script, name, kind, now: clock() })
        await finish(transaction, version)
        return version
      })
    },

    async readForExport(key) {
      return await db.transaction().execute(async (transaction) => {
        const project = await lockProject(transaction, key)
        if (project.trashedAt !== null) throw inTrash('export', project)
        return await keepForExport(transaction, project)
      })
    },

    async keepExported(key) {
      await db.transaction().execute(async (transaction) => {
        if (await hasProject(transaction, key)) await keepForExport(transaction, await lockProject(transaction, key))
      })
    },
  }
}

/** Whether a script has been edited since its last version, and that one is old. */
function isVersionDue({ versionAt, revision, versionRevision }: ProjectRecord, now: number): boolean {
  return now - versionAt >= VERSION_MS && revision > versionRevision
}

function inTrash(act: 'change' | 'export', { id }: ProjectRecord): ServiceError {
  return new ServiceError('CONFLICT', `Cannot ${act} project "${id}": it is in the trash; take it back first`)
}
