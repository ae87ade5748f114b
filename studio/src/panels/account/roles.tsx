import type { Member } from '../../../../client/src/declaim.ts'

export type Role = Member['role']

/** The roles, from the one that may do most, and what each may do. */
export const ROLES: Readonly<Record<Role, { readonly label: string; readonly meaning: string }>> = {
  owner: { label: 'Owner', meaning: 'Everything, with members, API keys, webhooks and the audit log' },
  editor: { label: 'Editor', meaning: 'Writes and exports, changes libraries and clips, sees usage' },
  commenter: { label: 'Commenter', meaning: 'Listens. There are no comments yet' },
  viewer: { label: 'Viewer', meaning: 'Listens' },
}

/** The roles one below the other, with what they mean. */
export function RoleList() {
  return (
    <dl class="roles">
      {Object.values(ROLES).map(({ label, meaning }) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} meaning`}>{meaning}</dd>,
      ])}
    </dl>
  )
}

type Props = { readonly role: Role; readonly onChange: (role: Role) => void }

export function RoleSelect({ role, onChange }: Props) {
  return (
    <label>
      Role
      <select
        class="field field-short"
        value={role}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}
      >
        {Object.entries(ROLES).map(([one, { label: name }]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
