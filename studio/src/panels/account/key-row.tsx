import type { Key } from '../../../../client/src/declaim.ts'
import { may } from '../../service.ts'
import { IconAction } from '../../shell/icon-action.tsx'
import { USUAL_SCOPES } from './key-options.tsx'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const STATES: Readonly<Record<Key['status'], string>> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' }

type Props = {
  readonly apiKey: Key
  readonly onChange: () => void
  readonly onRotate: () => void
  readonly onRevoke: () => void
}

/** One key, and what can be done with it. */
export function KeyRow({ apiKey, onChange, onRotate, onRevoke }: Props) {
  const { name, hint, status, created_at, last_used_at, expires_at } = apiKey
  const isActive = status === 'active'
  // Nobody changes a key that may do more than they may.
  const isOurs = apiKey.scopes.every((scope) => may(scope))
  return (
    <tr>
      <td>
        {name} <span class="mono quiet-text">…{hint}</span>
        <span class="rules">{describeRules(apiKey)}</span>
      </td>
      <td class="nowrap" data-label="Created">
        {DATE.format(created_at)}
      </td>
      <td class="nowrap" data-label="Used">
        {last_used_at ? DATE.format(last_used_at) : 'Never'}
      </td>
      <td>
        {STATES[status]}
        {isActive && expires_at ? ` until ${DATE.format(expires_at)}` : ''}
      </td>
      <td class="row-actions">
        {isActive && isOurs && (
          <>
            <IconAction
              icon="edit"
              label={`Change the key ${name}`}
              hint="Change the name and the rules"
              onClick={onChange}
            />
            <IconAction
              icon="retry"
              label={`Replace the key ${name}`}
              hint="Replace: the old key works for another day"
              onClick={onRotate}
            />
            <IconAction
              icon="trash"
              label={`Revoke the key ${name}`}
              hint="Revoke: it stops working at once"
              onClick={onRevoke}
            />
          </>
        )}
      </td>
    </tr>
  )
}

function describeRules({ scopes, allowed_addresses, characters_per_month }: Key): string {
  return [
    describeScopes(scopes),
    ...(characters_per_month ? [`${characters_per_month.toLocaleString('en')} characters a month`] : []),
    ...(allowed_addresses ? [`from ${allowed_addresses.join(', ')}`] : []),
  ].join(' · ')
}

/** The scopes by what they are short of the usual ones, or one by one if they are few. */
function describeScopes(scopes: Key['scopes']): string {
  const missing = USUAL_SCOPES.filter((scope) => !scopes.includes(scope))
  const more = scopes.filter((scope) => !USUAL_SCOPES.includes(scope))
  if (missing.length > more.length + scopes.length / 2) return scopes.join(', ')
  return [
    'Usual scopes',
    ...(more.length > 0 ? [`with ${more.join(', ')}`] : []),
    ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
  ].join(' ')
}
