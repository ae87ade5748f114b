import type { ErrorCode } from '../../errors.ts'
import {
  elevenLabsErrorSchema,
  elevenLabsSpeechSchema,
  timestampedSpeechSchema,
} from '../doors/elevenlabs/elevenlabs-schemas.ts'
import {
  modelListSchema,
  modelSchema,
  openAiErrorSchema,
  openAiSpeechSchema,
  voiceListSchema,
} from '../doors/openai/openai-schemas.ts'
import { accountListSchema, accountSchema, ownAccountSchema } from '../schemas/administration/account.ts'
import { auditEntrySchema, auditListSchema } from '../schemas/administration/audit-entry.ts'
import {
  createdKeySchema,
  keyInputSchema,
  keyListSchema,
  keyPatchSchema,
  keySchema,
} from '../schemas/administration/key.ts'
import {
  memberInputSchema,
  memberLinkSchema,
  memberListSchema,
  memberPatchSchema,
  memberSchema,
} from '../schemas/administration/member.ts'
import { planInputSchema, planLimitsSchema, planListSchema, planSchema } from '../schemas/administration/plan.ts'
import { avatarListSchema } from '../schemas/avatar.ts'
import { clipListSchema, clipSchema } from '../schemas/clip.ts'
import { eventSchema } from '../schemas/event.ts'
import { explanationSchema } from '../schemas/explanation.ts'
import { estimateSchema, exportListSchema, exportSchema } from '../schemas/export.ts'
import { exportInputSchema, exportParagraphSchema, projectExportInputSchema } from '../schemas/export-input.ts'
import { libraryInputSchema, libraryListSchema, librarySchema } from '../schemas/library.ts'
import {
  projectListSchema,
  projectPatchSchema,
  projectSchema,
  updateInputSchema,
  updateSchema,
  versionListSchema,
  versionSchema,
} from '../schemas/project.ts'
import {
  replacementInputSchema,
  replacementListSchema,
  replacementPatchSchema,
  replacementSchema,
} from '../schemas/replacement.ts'
import { respellingListSchema } from '../schemas/respelling.ts'
import {
  projectInputSchema,
  scriptChangesSchema,
  scriptInputSchema,
  scriptParagraphSchema,
  scriptSchema,
} from '../schemas/script.ts'
import {
  audioConfigsSchema,
  clipInputSchema,
  combinationInputSchema,
  speechInputSchema,
} from '../schemas/speech-input.ts'
import { usageSchema } from '../schemas/usage.ts'
import {
  deliverySchema,
  webhookCreatedSchema,
  webhookInputSchema,
  webhookPatchSchema,
  webhookRotatedSchema,
  webhookSchema,
} from '../schemas/webhook.ts'
import type { Door, JsonSchema } from './operation.ts'

const ERROR_CODES = {
  MISSING_ARGUMENT: 'a field is missing or not of its kind',
  INVALID_SPEAKER_ID: 'no avatar has this id',
  INVALID_TEXT_LENGTH_EXCEEDED: 'the text is empty or too long',
  INVALID_TEXT: 'the text cannot be spoken; the message has the offset',
  CONTENT_NOT_ALLOWED: 'the operator does not allow the text',
  UNAUTHORIZED: 'no valid key',
  FORBIDDEN: 'the key lacks the scope, or may not be used from this address',
  RATE_LIMITED: 'too many requests or characters; see Retry-After',
  NOT_FOUND: 'no such thing in this account',
  METHOD_NOT_ALLOWED: 'see Allow',
  CONFLICT: 'the state of a thing does not allow it',
  INTERNAL_ERROR: 'a fault of the service',
} satisfies Record<ErrorCode, string>

/** Schemas with a name in the document. Wherever a route uses one, the document refers to it. */
export const NAMED_SCHEMAS: ReadonlyMap<JsonSchema, string> = new Map<JsonSchema, string>([
  [speechInputSchema, 'SpeechInput'],
  [clipInputSchema, 'ClipInput'],
  [audioConfigsSchema, 'AudioConfigs'],
  [combinationInputSchema, 'CombinationInput'],
  [avatarListSchema.properties.avatars.items, 'Avatar'],
  [avatarListSchema, 'AvatarList'],
  [explanationSchema.properties.words.items, 'ExplainedWord'],
  [explanationSchema, 'Explanation'],
  [clipSchema, 'Clip'],
  [clipListSchema, 'ClipList'],
  [exportParagraphSchema, 'ExportParagraph'],
  [exportInputSchema, 'ExportInput'],
  [exportSchema, 'Export'],
  [exportListSchema, 'ExportList'],
  [estimateSchema, 'ExportEstimate'],
  [scriptParagraphSchema, 'ScriptParagraph'],
  [scriptInputSchema, 'ScriptInput'],
  [scriptSchema, 'Script'],
  [scriptChangesSchema, 'ScriptChanges'],
  [projectExportInputSchema, 'ProjectExportInput'],
  [projectInputSchema, 'ProjectInput'],
  [projectPatchSchema, 'ProjectPatch'],
  [projectSchema, 'Project'],
  [projectListSchema, 'ProjectList'],
  [updateInputSchema, 'ScriptUpdateInput'],
  [updateSchema, 'ScriptUpdate'],
  [versionSchema, 'ProjectVersion'],
  [versionListSchema, 'ProjectVersionList'],
  [eventSchema, 'Event'],
  [webhookInputSchema, 'WebhookInput'],
  [webhookPatchSchema, 'WebhookPatch'],
  [webhookSchema, 'Webhook'],
  [webhookCreatedSchema, 'WebhookCreated'],
  [webhookRotatedSchema, 'WebhookRotated'],
  [deliverySchema, 'WebhookDelivery'],
  [respellingListSchema, 'RespellingList'],
  [libraryInputSchema, 'LibraryInput'],
  [librarySchema, 'Library'],
  [libraryListSchema, 'LibraryList'],
  [replacementInputSchema, 'ReplacementInput'],
  [replacementPatchSchema, 'ReplacementPatch'],
  [replacementSchema, 'Replacement'],
  [replacementListSchema, 'ReplacementList'],
  [usageSchema, 'Usage'],
  [keyInputSchema, 'KeyInput'],
  [keyPatchSchema, 'KeyPatch'],
  [keySchema, 'Key'],
  [createdKeySchema, 'CreatedKey'],
  [keyListSchema, 'KeyList'],
  [memberInputSchema, 'MemberInput'],
  [memberPatchSchema, 'MemberPatch'],
  [memberSchema, 'Member'],
  [memberLinkSchema, 'MemberLink'],
  [memberListSchema, 'MemberList'],
  [accountSchema, 'Account'],
  [ownAccountSchema, 'OwnAccount'],
  [accountListSchema, 'AccountList'],
  [planLimitsSchema, 'PlanLimits'],
  [planInputSchema, 'PlanInput'],
  [planSchema, 'Plan'],
  [planListSchema, 'PlanList'],
  [auditEntrySchema, 'AuditEntry'],
  [auditListSchema, 'AuditList'],
  [openAiSpeechSchema, 'OpenAISpeech'],
  [modelSchema, 'OpenAIModel'],
  [modelListSchema, 'OpenAIModelList'],
  [voiceListSchema, 'OpenAIVoiceList'],
  [openAiErrorSchema, 'OpenAIError'],
  [elevenLabsSpeechSchema, 'ElevenLabsSpeech'],
  [timestampedSpeechSchema, 'ElevenLabsTimedSpeech'],
  [elevenLabsErrorSchema, 'ElevenLabsError'],
])

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'What was attempted, and what is wrong' },
    code: {
      type: 'string',
      enum: Object.keys(ERROR_CODES),
      description: Object.entries(ERROR_CODES)
        .map(([code, meaning]) => `${code}: ${meaning}`)
        .join('. '),
    },
  },
}

const EPOCH = { type: 'integer', description: 'Epoch milliseconds' }

/** Headers of every answer. */
export const ANSWER_HEADERS: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>> = {
  'X-Rate-Limit-Limit': { description: 'Requests a second', schema: { type: 'integer' } },
  'X-Rate-Limit-Remaining': { description: 'Requests left at this moment', schema: { type: 'integer' } },
  'X-Rate-Limit-Reset': { description: 'When the remaining requests are full again', schema: EPOCH },
  'X-Quota-Limit': { description: 'Characters a month', schema: { type: 'integer' } },
  'X-Quota-Remaining': { description: 'Characters left this month', schema: { type: 'integer' } },
  'X-Quota-Reset': { description: 'When the next month begins', schema: EPOCH },
}

const PROBLEMS = {
  BadRequest: 'The request cannot be used as it is',
  Unauthorized: 'No valid key',
  Forbidden: 'The key lacks the scope, or may not be used from this address',
  NotFound: 'The account has no such thing',
  Conflict: 'The state of a thing does not allow it',
  TooManyRequests: 'Too many requests, or no characters left',
}

const { Conflict: _, ...DOOR_PROBLEMS } = PROBLEMS

/** How each API gets its key, by the name in the document. */
export const SECURITY_SCHEMES = { OpenAI: 'bearer', ElevenLabs: 'xiApiKey' } as const satisfies Record<Door, string>

/** The answers to requests that fail, by name. Each API has its own. */
export function describeProblems(): Readonly<Record<string, object>> {
  return { ...describeProblemsOf(''), ...describeProblemsOf('OpenAI'), ...describeProblemsOf('ElevenLabs') }
}

function describeProblemsOf(door: Door | ''): Readonly<Record<string, object>> {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${door}Error` } } }
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }
  return Object.fromEntries(
    Object.entries(door === '' ? PROBLEMS : DOOR_PROBLEMS).map(([name, description]) => [
      `${door}${name}`,
      { description, ...(name === 'TooManyRequests' && { headers: retryAfter }), content },
    ]),
  )
}
