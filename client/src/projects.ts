import type { components } from './api-types.ts'
import { readEvents } from './read-events.ts'
import { type CallOptions, type Send, sleep } from './send.ts'

type Schemas = components['schemas']
export type Project = Schemas['Project']
export type ProjectInput = Schemas['ProjectInput']
export type ProjectPatch = Schemas['ProjectPatch']
export type RestoredProject = Schemas['RestoredProject']
export type ProjectVersion = Schemas['ProjectVersion']
export type Script = Schemas['Script']
export type ScriptChanges = Schemas['ScriptChanges']
export type ProjectExportInput = Schemas['ProjectExportInput']
export type ScriptInput = Schemas['ScriptInput']
export type ScriptParagraph = Schemas['ScriptParagraph']
export type ScriptUpdate = Schemas['ScriptUpdate']
export type Comment = Schemas['Comment']
export type CommentInput = Schemas['CommentInput']
export type CommentReply = Schemas['CommentReply']
export type CommentList = Schemas['CommentList']
export type ReviewLink = Schemas['ReviewLink']
export type ReviewLinkInput = Schemas['ReviewLinkInput']
export type CreatedReviewLink = Schemas['CreatedReviewLink']

export type CommentFilter = CallOptions & {
  /** Both by default. */
  readonly state?: 'open' | 'resolved' | undefined
  /** At most 100, which is the default. */
  readonly limit?: number | undefined
  /** The id of a comment: only older ones. */
  readonly before?: string | undefined
}

export type ProjectFilter = CallOptions & {
  /** active by default. */
  readonly state?: 'active' | 'archived' | 'trashed' | undefined
  readonly folder?: string | undefined
}

/** A page that has a project open. */
export type PresentPage = Schemas['Presence']['pages'][number]
export type FollowProjectOptions = CallOptions & {
  readonly onComments?: ((revision: number) => void) | undefined
  readonly onPresence?: ((pages: readonly PresentPage[]) => void) | undefined
}

/** The data of an event. */
type CommentsChanged = Pick<CommentList, 'comments_revision'>

const PAUSE_MS = 1000

/** The calls about projects: scripts that several people edit. */
export function createProjects(send: Send) {
  const json = async <Body>(path: string, call: Parameters<Send>[1]) => (await (await send(path, call)).json()) as Body
  const pathOf = (id: string) => `/projects/${encodeURIComponent(id)}`
  const versionOf = (id: string, version: string) => `${pathOf(id)}/versions/${encodeURIComponent(version)}`
  const commentOf = (id: string, comment: string) => `${pathOf(id)}/comments/${encodeURIComponent(comment)}`

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
    /** Shows others that a page has a project open, and where its cursor is. Gives the other pages. */
    async showPresence(
      id: string,
      page: Schemas['PresenceInput'],
      { signal, keepalive }: CallOptions & { readonly keepalive?: boolean | undefined } = {},
    ): Promise<readonly PresentPage[]> {
      return (await json<Schemas['Presence']>(`${pathOf(id)}/presence`, { body: page, signal, keepalive })).pages
    },
    /**
     * Gives each new revision until `signal` aborts or the reader leaves. Connects again after a break. At first and whenever they change, `onComments` gets the revision of
     * the comments, and `onPresence` the pages that have the project open.
     */
    async *follow(id: string, { signal, onComments, onPresence }: FollowProjectOptions = {}): AsyncGenerator<number> {
      const presence = onPresence && 'true'
      for (let after: number | undefined; ; ) {
        const { body } = await send(`${pathOf(id)}/changes`, { query: { after, presence }, signal, isStream: true })
        try {
          for await (const fields of readEvents(body)) {
            const data = JSON.parse(fields.get('data') ?? '{}') as object
            if (fields.get('event') === 'comments.changed') onComments?.((data as CommentsChanged).comments_revision)
            else if (fields.get('event') === 'project.presence') onPresence?.((data as Schemas['Presence']).pages)
            else {
              after = Number(fields.get('id'))
              yield after
            }
          }
        } catch {
          signal?.throwIfAborted()
        }
        await sleep(PAUSE_MS, signal)
      }
    },
    comments: (id: string, { signal, ...query }: CommentFilter = {}) =>
      json<CommentList>(`${pathOf(id)}/comments`, { query, signal }),
    comment: (id: string, input: CommentInput, { signal }: CallOptions = {}) =>
      json<Comment>(`${pathOf(id)}/comments`, { body: input, signal }),
    reply: (id: string, comment: string, text: string, { signal }: CallOptions = {}) =>
      json<CommentReply>(`${commentOf(id, comment)}/replies`, { body: { text }, signal }),
    resolveComment: (id: string, comment: string, { signal }: CallOptions = {}) =>
      json<Comment>(`${commentOf(id, comment)}/resolve`, { method: 'POST', signal }),
    reopenComment: (id: string, comment: string, { signal }: CallOptions = {}) =>
      json<Comment>(`${commentOf(id, comment)}/reopen`, { method: 'POST', signal }),
    /** Deletes a comment with its replies, or a reply. */
    deleteComment: (id: string, comment: string, { signal }: CallOptions = {}) =>
      json<CommentReply>(commentOf(id, comment), { method: 'DELETE', signal }),
    async reviewLinks(id: string, { signal }: CallOptions = {}): Promise<readonly ReviewLink[]> {
      return (await json<Schemas['ReviewLinkList']>(`${pathOf(id)}/review_links`, { signal })).review_links
    },
    /** Makes a link by which people without an account hear the script. Its `url` is given once. */
    createReviewLink: (id: string, input: ReviewLinkInput = {}, { signal }: CallOptions = {}) =>
      json<CreatedReviewLink>(`${pathOf(id)}/review_links`, { body: input, signal }),
    endReviewLink: (id: string, link: string, { signal }: CallOptions = {}) =>
      json<ReviewLink>(`${pathOf(id)}/review_links/${encodeURIComponent(link)}`, { method: 'DELETE', signal }),
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
      json<RestoredProject>(`${versionOf(id, version)}/restore`, { method: 'POST', signal }),
    /** Names a version, which keeps it until somebody deletes it. */
    nameVersion: (id: string, version: string, name: string, { signal }: CallOptions = {}) =>
      json<ProjectVersion>(versionOf(id, version), { method: 'PATCH', body: { name }, signal }),
    deleteVersion: (id: string, version: string, { signal }: CallOptions = {}) =>
      json<ProjectVersion>(versionOf(id, version), { method: 'DELETE', signal }),
  }
}
