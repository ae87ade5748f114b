import type { components } from './api-types.ts'
import { readEvents } from './read-events.ts'
import { type CallOptions, type Send, sleep } from './send.ts'

type Schemas = components['schemas']
export type Project = Schemas['Project']
export type ProjectInput = Schemas['ProjectInput']
export type ProjectPatch = Schemas['ProjectPatch']
export type ProjectVersion = Schemas['ProjectVersion']
export type Script = Schemas['Script']
export type ScriptChanges = Schemas['ScriptChanges']
export type ProjectExportInput = Schemas['ProjectExportInput']
export type ScriptInput = Schemas['ScriptInput']
export type ScriptParagraph = Schemas['ScriptParagraph']
export type ScriptUpdate = Schemas['ScriptUpdate']

export type ProjectFilter = CallOptions & {
  /** active by default. */
  readonly state?: 'active' | 'archived' | 'trashed' | undefined
  readonly folder?: string | undefined
}

const PAUSE_MS = 1000

/** The calls about projects: scripts that several people edit. */
export function createProjects(send: Send) {
  const json = async <Body>(path: string, call: Parameters<Send>[1]) => (await (await send(path, call)).json()) as Body
  const pathOf = (id: string) => `/projects/${encodeURIComponent(id)}`
  const versionOf = (id: string, version: string) => `${pathOf(id)}/versions/${encodeURIComponent(version)}`

  return {
    create: (input: ProjectInput, { signal }: CallOptions = {}) =>
      json<Project>('/projects', { method: 'POST', body: input, signal }),
    async list({ signal, ...query }: ProjectFilter = {}): Promise<readonly Project[]> {
      return (await json<Schemas['ProjectList']>('/projects', { query, signal })).projects
    },
    get: (id: string, { signal }: CallOptions = {}) => json<Project>(pathOf(id), { signal }),
    update: (id: string, patch: ProjectPatch, { signal }: CallOptions = {}) =>
      json<Project>(pathOf(id), { method: 'PATCH', body: patch, signal }),
    /** Deletes a project for good. It must be in the trash. */
    delete: (id: string, { signal }: CallOptions = {}) => json<Project>(pathOf(id), { method: 'DELETE', signal }),
    copy: (id: string, { name, signal }: CallOptions & { readonly name?: string } = {}) =>
      json<Project>(`${pathOf(id)}/copies`, { body: { ...(name !== undefined && { name }) }, signal }),
    script: (id: string, { signal }: CallOptions = {}) => json<Script>(`${pathOf(id)}/script`, { signal }),
    /** Changes the script into another one. What the input leaves out stays as it is. */
    replaceScript: (id: string, script: ScriptInput, { signal }: CallOptions = {}) =>
      json<Script>(`${pathOf(id)}/script`, { method: 'PUT', body: script, signal }),
    /** What a copy of the shared document with this state vector lacks; all of it without one. Both in base64. */
    updates: (id: string, { stateVector, signal }: CallOptions & { readonly stateVector?: string } = {}) =>
      json<ScriptUpdate>(`${pathOf(id)}/updates`, { query: { state_vector: stateVector }, signal }),
    /** Merges an edit of a copy of the shared document, and gives what that copy lacks. */
    sendUpdate: (id: string, update: Schemas['ScriptUpdateInput'], { signal }: CallOptions = {}) =>
      json<ScriptUpdate>(`${pathOf(id)}/updates`, { body: update, signal }),
    /** Gives each new revision until `signal` aborts or the reader leaves. Connects again after a break. */
    async *follow(id: string, { signal }: CallOptions = {}): AsyncGenerator<number> {
      for (let after: number | undefined; ; ) {
        const { body } = await send(`${pathOf(id)}/changes`, { query: { after }, signal, isStream: true })
        try {
          for await (const fields of readEvents(body)) {
            after = Number(fields.get('id'))
            yield after
          }
        } catch {
          signal?.throwIfAborted()
        }
        await sleep(PAUSE_MS, signal)
      }
    },
    async versions(id: string, { signal }: CallOptions = {}): Promise<readonly ProjectVersion[]> {
      return (await json<Schemas['ProjectVersionList']>(`${pathOf(id)}/versions`, { signal })).versions
    },
    keepVersion: (id: string, name: string, { signal }: CallOptions = {}) =>
      json<ProjectVersion>(`${pathOf(id)}/versions`, { body: { name }, signal }),
    version: (id: string, version: string, { signal }: CallOptions = {}) =>
      json<Script>(versionOf(id, version), { signal }),
    /** What differs between a version and a later one, `to`, or the script as it is now. */
    compare: (id: string, version: string, { to, signal }: CallOptions & { readonly to?: string } = {}) =>
      json<ScriptChanges>(`${versionOf(id, version)}/changes`, { query: { to }, signal }),
    /** Accepts an export of the script and returns its id, which `exports.waitFor` takes. */
    async export(id: string, input: ProjectExportInput = {}, { signal }: CallOptions = {}): Promise<string> {
      return (await json<{ export_id: string }>(`${pathOf(id)}/exports`, { body: input, signal })).export_id
    },
    /** Goes back to a version by an edit. What the script was before is kept as a version. */
    restore: (id: string, version: string, { signal }: CallOptions = {}) =>
      json<Project>(`${versionOf(id, version)}/restore`, { method: 'POST', signal }),
    deleteVersion: (id: string, version: string, { signal }: CallOptions = {}) =>
      json<ProjectVersion>(versionOf(id, version), { method: 'DELETE', signal }),
  }
}
