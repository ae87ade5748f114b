import { createAccount } from './account.ts'
import type { components } from './api-types.ts'
import { createClips } from './clips.ts'
import { createEvents } from './events.ts'
import { createExports } from './exports.ts'
import { createKeys } from './keys.ts'
import { createLibraries } from './libraries.ts'
import { createMembers } from './members.ts'
import { createProjects } from './projects.ts'
import { type CallOptions, createSend, type DeclaimOptions } from './send.ts'
import { createSpeech } from './speech.ts'
import { createWebhooks } from './webhooks.ts'

type Schemas = components['schemas']
export type Avatar = Schemas['Avatar']
export type Usage = Schemas['Usage']
export type { Account, AuditEntry, AuditQuery } from './account.ts'
export type { BulkOptions, BulkProgress, Clip, ClipFilter, ClipInput, CombinationInput } from './clips.ts'
export { ClipFailedError, DeclaimConnectionError, DeclaimError, type ErrorCode } from './errors.ts'
export type { DeclaimEvent, FollowOptions } from './events.ts'
export type { Export, ExportEstimate, ExportFilter, ExportInput, ExportParagraph, WaitOptions } from './exports.ts'
export type { CreatedKey, Key, KeyInput, KeyPatch, RotateOptions } from './keys.ts'
export type { Library, Replacement, ReplacementInput, ReplacementPatch } from './libraries.ts'
export type { Member, MemberInput, MemberLink, MemberPatch } from './members.ts'
export type {
  Comment,
  CommentFilter,
  CommentInput,
  CommentList,
  CommentReply,
  CreatedReviewLink,
  FollowProjectOptions,
  PresentPage,
  Project,
  ProjectFilter,
  ProjectInput,
  ProjectPatch,
  ProjectVersion,
  RestoredProject,
  ReviewLink,
  ReviewLinkInput,
  Script,
  ScriptChanges,
  ScriptInput,
  ScriptParagraph,
  ScriptUpdate,
} from './projects.ts'
export type { CallOptions, DeclaimOptions } from './send.ts'
export type {
  ExplainedWord,
  Explanation,
  SpeechInput,
  SpeechOptions,
  SpeechStream,
  TimedPart,
  TimedWord,
} from './speech.ts'
export type { DeliveryFilter, Webhook, WebhookDelivery, WebhookInput, WebhookPatch } from './webhooks.ts'

export type UsageQuery = CallOptions & {
  /** Days in UTC, like 2026-03-14. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** day, endpoint, key, member or avatar, or several of them with commas between. */
  readonly groupBy?: string | undefined
}

/** A client of one service. Calls throw DeclaimError for refusals and DeclaimConnectionError if there is no answer. */
export type Declaim = ReturnType<typeof createDeclaim>

export function createDeclaim(options: DeclaimOptions = {}) {
  const send = createSend(options)
  return {
    ...createSpeech(send),
    clips: createClips(send),
    exports: createExports(send),
    projects: createProjects(send),
    events: createEvents(send),
    webhooks: createWebhooks(send),
    keys: createKeys(send),
    members: createMembers(send),
    ...createAccount(send),
    libraries: createLibraries(send),
    async avatars({ signal }: CallOptions = {}): Promise<readonly Avatar[]> {
      return ((await (await send('/avatars', { signal })).json()) as Schemas['AvatarList']).avatars
    },
    /** Every way a word is said, the usual one first, in the respelling notation. */
    async respellings(word: string, { locale, signal }: CallOptions & { locale?: string | undefined } = {}) {
      const answer = await send('/respelling_suggestions', { query: { word, locale }, signal })
      const list = (await answer.json()) as Schemas['RespellingList']
      return list.map(({ phonetic_respelling }) => phonetic_respelling)
    },
    /** Usage of this month, and of the days from `from` to `to`, grouped by such as `day,endpoint`. */
    async usage({ from, to, groupBy, signal }: UsageQuery = {}): Promise<Usage> {
      return (await (await send('/usage', { query: { from, to, group_by: groupBy }, signal })).json()) as Usage
    },
  }
}
