import { EXAMPLE_IDS, type Operations } from './operation.ts'

const KEY = {
  phone: { name: 'Phone menu', scopes: ['synthesize', 'clips:read'], characters_per_month: 200_000 },
}
const ROTATION = { hour: { overlap_seconds: 3600 } }
const ACCOUNT = '/admin/accounts/:account_id'
const tag = 'Administration'

/** Own keys, and what a key with the scope `admin` can do. */
export const ADMINISTRATION_OPERATIONS: Operations = {
  'GET /keys': { id: 'listKeys', tag: 'Account', summary: 'List the keys of the account' },
  'POST /keys': {
    id: 'createKey',
    tag: 'Account',
    summary: 'Create a key of the account',
    description: 'The key itself is shown only in this answer. It can have no scope that the caller lacks.',
    examples: KEY,
    problems: ['Conflict'],
  },
  'GET /keys/:key_id': { id: 'getKey', tag: 'Account', summary: 'Get a key', problems: ['NotFound'] },
  'PATCH /keys/:key_id': {
    id: 'changeKey',
    tag: 'Account',
    summary: 'Change the name and the rules of a key',
    description:
      'What is left out stays as it is; null takes a rule away. The caller needs every scope that the key has, and that it gets.',
    examples: { limit: { characters_per_month: 50_000 }, open: { allowed_addresses: null } },
    problems: ['NotFound'],
  },
  'POST /keys/:key_id/rotate': {
    id: 'rotateKey',
    tag: 'Account',
    summary: 'Replace a key',
    description: 'The new key has the rules of the old one, which stays valid for a while.',
    examples: ROTATION,
    problems: ['NotFound'],
  },
  'DELETE /keys/:key_id': {
    id: 'revokeKey',
    tag: 'Account',
    summary: 'Revoke a key and end its Studio sessions',
    problems: ['NotFound'],
  },
  'GET /account': { id: 'getOwnAccount', tag: 'Account', summary: 'Get the account with its plan and limits' },
  'GET /audit': {
    id: 'listOwnAuditEntries',
    tag: 'Account',
    summary: 'List the changes and refusals of the account, newest first',
    description: 'Whoever runs the service is not named.',
    queryExample: { action: 'createKey', from: '2026-01-01', limit: '20' },
  },
  'GET /sessions': {
    id: 'listSessions',
    tag: 'Account',
    summary: 'List the browsers that are signed in to the Studio',
  },
  'DELETE /sessions/:session_id': {
    id: 'endSession',
    tag: 'Account',
    summary: 'Sign a browser out',
    description: 'The caller needs every scope of the session, unless it is its own.',
    problems: ['NotFound'],
  },
  'GET /admin/accounts': { id: 'listAccounts', tag, summary: 'List the accounts' },
  'POST /admin/accounts': {
    id: 'createAccount',
    tag,
    summary: 'Create an account',
    examples: { team: { name: 'Support team', plan: 'default' } },
    problems: ['Conflict'],
  },
  [`GET ${ACCOUNT}`]: { id: 'getAccount', tag, summary: 'Get an account', problems: ['NotFound'] },
  [`PATCH ${ACCOUNT}`]: {
    id: 'changeAccount',
    tag,
    summary: 'Change the plan of an account, suspend it, or make it active again',
    examples: { suspend: { status: 'suspended' }, resume: { status: 'active', plan: 'default' } },
    problems: ['NotFound'],
  },
  [`DELETE ${ACCOUNT}`]: {
    id: 'deleteAccount',
    tag,
    summary: 'Delete an account with all it owns but its usage',
    description: 'The account `default` cannot be deleted.',
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${ACCOUNT}/keys`]: {
    id: 'listAccountKeys',
    tag,
    summary: 'List the keys of an account',
    problems: ['NotFound'],
  },
  [`POST ${ACCOUNT}/keys`]: {
    id: 'createAccountKey',
    tag,
    summary: 'Create a key of an account',
    description: 'The key itself is shown only in this answer.',
    examples: KEY,
    problems: ['NotFound', 'Conflict'],
  },
  [`POST ${ACCOUNT}/keys/:key_id/rotate`]: {
    id: 'rotateAccountKey',
    tag,
    summary: 'Replace a key of an account',
    examples: ROTATION,
    problems: ['NotFound'],
  },
  [`DELETE ${ACCOUNT}/keys/:key_id`]: {
    id: 'revokeAccountKey',
    tag,
    summary: 'Revoke a key of an account and end its Studio sessions',
    problems: ['NotFound'],
  },
  [`GET ${ACCOUNT}/moderation`]: {
    id: 'getModeration',
    tag,
    summary: 'Get the terms that an account may or may not say',
    problems: ['NotFound'],
  },
  [`PATCH ${ACCOUNT}/moderation`]: {
    id: 'changeModeration',
    tag,
    summary: 'Change the terms that an account may or may not say',
    examples: { terms: { deny: ['Acme', 'Project Falcon'] } },
    problems: ['NotFound'],
  },
  [`GET ${ACCOUNT}/usage`]: {
    id: 'getAccountUsage',
    tag,
    summary: 'Get the usage of an account',
    queryExample: { group_by: 'day,endpoint' },
    problems: ['NotFound'],
  },
  'GET /admin/plans': { id: 'listPlans', tag, summary: 'List the plans' },
  'POST /admin/plans': {
    id: 'createPlan',
    tag,
    summary: 'Create a plan',
    examples: { large: { plan: EXAMPLE_IDS.newPlan, limits: { characters_per_text: 5000, month_end: 'soft' } } },
    problems: ['Conflict'],
  },
  'GET /admin/plans/:plan': { id: 'getPlan', tag, summary: 'Get a plan', problems: ['NotFound'] },
  'PATCH /admin/plans/:plan': {
    id: 'changePlan',
    tag,
    summary: 'Change limits of a plan',
    examples: { faster: { requests_per_second: 10, request_burst: 50 } },
    problems: ['NotFound'],
  },
  'DELETE /admin/plans/:plan': {
    id: 'deletePlan',
    tag,
    summary: 'Delete a plan that no account has',
    problems: ['NotFound', 'Conflict'],
  },
  'GET /admin/audit': {
    id: 'listAuditEntries',
    tag,
    summary: 'List changes and refusals, newest first',
    queryExample: { action: 'createKey', from: '2026-01-01', limit: '20' },
  },
}
