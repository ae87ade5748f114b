import { useSignal } from '@preact/signals'
import type { Member, MemberPatch } from '../../../../client/src/declaim.ts'
import { EditDialog } from './edit-dialog.tsx'
import { Rule } from './key-options.tsx'
import { RoleList, RoleSelect } from './roles.tsx'
import { typed } from './typed.ts'

type Props = {
  readonly member: Member
  readonly onSave: (patch: MemberPatch) => Promise<unknown>
  readonly onClose: () => void
}

/** Changes the name, the role and the monthly limit of a member. */
export function MemberEditor({ member, onSave, onClose }: Props) {
  const name = useSignal(member.name)
  const role = useSignal(member.role)
  const email = useSignal(member.email ?? '')
  const characters = useSignal(member.characters_per_month?.toString() ?? '')
  const save = (): Promise<unknown> =>
    onSave({
      name: name.value.trim(),
      role: role.value,
      email: email.value.trim() || null,
      characters_per_month: characters.value === '' ? null : Number(characters.value),
    })
  return (
    <EditDialog
      heading={`Change “${member.name}”`}
      isComplete={name.value.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      <div class="fields">
        <label>
          Name
          <input class="field" maxLength={200} {...typed(name)} />
        </label>
        <RoleSelect
          role={role.value}
          onChange={(next) => {
            role.value = next
          }}
        />
        <Rule
          isWide
          label="Email"
          meaning="Who shows this verified address at your organisation's identity provider signs in as this member."
        >
          {(attributes) => <input {...attributes} type="email" maxLength={254} {...typed(email)} />}
        </Rule>
        <Rule isWide label="Characters a month" meaning="Texts beyond them are refused until the next month.">
          {(attributes) => (
            <input {...attributes} type="number" min={1} step={1} placeholder="No limit" {...typed(characters)} />
          )}
        </Rule>
      </div>
      <RoleList />
    </EditDialog>
  )
}
