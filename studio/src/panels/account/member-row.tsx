import type { Member } from '../../../../client/src/declaim.ts'
import { IconAction } from '../../shell/icon-action.tsx'
import { ROLES } from './roles.tsx'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

type Props = {
  readonly member: Member
  readonly onChange: () => void
  readonly onLink: () => void
  readonly onRemove: () => void
}

/** One member, and what can be done with it. Nobody changes or removes themselves. */
export function MemberRow({ member, onChange, onLink, onRemove }: Props) {
  const { name, role, status, email, characters_per_month, signed_in_at, is_current } = member
  return (
    <tr>
      <td dir="auto">
        {name} {is_current && <span class="quiet-text">(you)</span>}
        <span class="rules break">{describeRules(email, characters_per_month)}</span>
      </td>
      <td data-label="Role">{ROLES[role].label}</td>
      <td class="nowrap" data-label="Signed in">
        {describeSignIn(status, signed_in_at ?? undefined)}
      </td>
      <td class="row-actions">
        {status !== 'removed' && !is_current && (
          <IconAction
            icon="edit"
            label={`Change ${name}`}
            hint="Change the name, the role and the limit"
            onClick={onChange}
          />
        )}
        {status !== 'removed' && (
          <IconAction icon="link" label={`New sign-in link of ${name}`} hint="New sign-in link" onClick={onLink} />
        )}
        {status !== 'removed' && !is_current && (
          <IconAction icon="trash" label={`Remove ${name}`} hint="Remove: sessions end at once" onClick={onRemove} />
        )}
      </td>
    </tr>
  )
}

function describeRules(email: Member['email'], characters: Member['characters_per_month']): string {
  const limit = characters ? `${characters.toLocaleString('en')} characters a month` : ''
  return [email ?? '', limit].filter((rule) => rule !== '').join(' · ')
}

function describeSignIn(status: Member['status'], time: number | undefined): string {
  if (status === 'removed') return 'Removed'
  return time === undefined ? 'Not yet' : DATE.format(time)
}
