import { RECORDED_ACTIONS } from '../../accounts/management/record-change.ts'
import { REFUSALS } from '../../accounts/management/refusal-log.ts'
import { OPERATIONS } from '../openapi/operations.ts'

/** Groups of operations that change nothing but usage. */
const SPEECH_TAGS = new Set(['Speech', 'OpenAI', 'ElevenLabs'])

/** Somebody who types sends an update a second, and versions keep what scripts were. Exports change nothing but usage. */
const UNNOTED = new Set(['POST /projects/:project_id/updates', 'POST /projects/:project_id/exports'])

/** Whether the audit log notes successful requests to a route. Those that `accounts/management` records itself are not noted twice. */
function isAudited(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD' || /^\/(?:admin|keys|sessions|members)(?:\/|$)/.test(path)) return false
  if (UNNOTED.has(`${method} ${path}`)) return false
  const tag = OPERATIONS[`${method} ${path}`]?.tag ?? ''
  return !SPEECH_TAGS.has(tag) && !((tag === 'Clips' || tag === 'Exports') && method === 'POST')
}

/** Every action that an entry of the audit log can have, in alphabetical order. */
export function listAuditActions(): readonly string[] {
  const noted = Object.entries(OPERATIONS).flatMap(([route, { id }]) => {
    const [method = '', path = ''] = route.split(' ')
    return isAudited(method, path) ? [id] : []
  })
  return [...RECORDED_ACTIONS, ...REFUSALS, ...noted].toSorted()
}
