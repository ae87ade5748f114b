import type { components } from './api-types.ts'
import type { CallOptions, Send } from './send.ts'

type Schemas = components['schemas']
export type Library = Schemas['Library']
export type Replacement = Schemas['Replacement']
export type ReplacementInput = Schemas['ReplacementInput']
export type ReplacementPatch = Schemas['ReplacementPatch']

/** The calls about replacement libraries. */
export function createLibraries(send: Send) {
  const json = async <Body>(path: string, call: Parameters<Send>[1]) => (await (await send(path, call)).json()) as Body
  const pathOf = (libraryId: string) => `/replacement_libraries/${encodeURIComponent(libraryId)}`
  const itemOf = (libraryId: string, id: string) => `${pathOf(libraryId)}/replacements/${encodeURIComponent(id)}`

  return {
    async create(name: string, { signal }: CallOptions = {}): Promise<string> {
      const body = await json<{ library_id: string }>('/replacement_libraries', { body: { name }, signal })
      return body.library_id
    },
    async list({ signal }: CallOptions = {}): Promise<readonly Library[]> {
      return (await json<Schemas['LibraryList']>('/replacement_libraries', { signal })).libraries
    },
    rename: (libraryId: string, name: string, { signal }: CallOptions = {}) =>
      json<Library>(pathOf(libraryId), { method: 'PATCH', body: { name }, signal }),
    delete: (libraryId: string, { signal }: CallOptions = {}) =>
      json<Library>(pathOf(libraryId), { method: 'DELETE', signal }),
    async replacements(libraryId: string, { signal }: CallOptions = {}): Promise<readonly Replacement[]> {
      return (await json<Schemas['ReplacementList']>(`${pathOf(libraryId)}/replacements`, { signal })).replacements
    },
    replacement: (libraryId: string, id: string, { signal }: CallOptions = {}) =>
      json<Replacement>(itemOf(libraryId, id), { signal }),
    async add(libraryId: string, input: ReplacementInput, { signal }: CallOptions = {}): Promise<string> {
      const path = `${pathOf(libraryId)}/replacements`
      return (await json<{ replacement_id: string }>(path, { body: input, signal })).replacement_id
    },
    /** Adds all or none, from objects, from CSV or from a lexicon (PLS); the error of a refusal names every bad row. */
    async addMany(
      libraryId: string,
      rows: readonly ReplacementInput[] | string | { readonly pls: string },
      { signal }: CallOptions = {},
    ) {
      const path = `${pathOf(libraryId)}/replacements/bulk`
      const call =
        typeof rows === 'object' && 'pls' in rows
          ? { body: rows.pls, headers: { 'content-type': 'application/pls+xml' } }
          : { body: rows }
      return (await json<{ replacement_ids: readonly string[] }>(path, { ...call, signal })).replacement_ids
    },
    update: (libraryId: string, id: string, patch: ReplacementPatch, { signal }: CallOptions = {}) =>
      json<Replacement>(itemOf(libraryId, id), { method: 'PATCH', body: patch, signal }),
    remove: (libraryId: string, id: string, { signal }: CallOptions = {}) =>
      json<Replacement>(itemOf(libraryId, id), { method: 'DELETE', signal }),
    async exportCsv(libraryId: string, { signal }: CallOptions = {}): Promise<string> {
      return await (await send(`${pathOf(libraryId)}/replacements/export`, { query: { format: 'csv' }, signal })).text()
    },
  }
}
