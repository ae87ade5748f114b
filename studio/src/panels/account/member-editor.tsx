import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Member, MemberPatch } from '../../../../client/src/declaim.ts'
import { Problem } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { Rule } from './key-options.tsx'
import { RoleList, RoleSelect } from './roles.tsx'

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
  const task = useTask()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const patch = {
      name: name.value.trim(),
      role: role.value,
      email: email.value.trim() || null,
      characters_per_month: characters.value === '' ? null : Number(characters.value),
    }
    if (await task.run(() => onSave(patch))) dialog.current?.close()
  }
  return (
    <dialog ref={dialog} class="dialog dialog-wide" aria-labelledby="member-editor-title" onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void save(event)}>
        <h2 id="member-editor-title">Change “{member.name}”</h2>
        <Problem task={task} />
        <div class="fields">
          <label>
            Name
            <input
              class="field"
              maxLength={200}
              value={name.value}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value
              }}
            />
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
            {(attributes) => (
              <input
                {...attributes}
                type="email"
                maxLength={254}
                value={email.value}
                onInput={({ currentTarget }) => {
                  email.value = currentTarget.value
                }}
              />
            )}
          </Rule>
          <Rule isWide label="Characters a month" meaning="Texts beyond them are refused until the next month.">
            {(attributes) => (
              <input
                {...attributes}
                type="number"
                min={1}
                step={1}
                placeholder="No limit"
                value={characters.value}
                onInput={({ currentTarget }) => {
                  characters.value = currentTarget.value
                }}
              />
            )}
          </Rule>
        </div>
        <RoleList />
        <div class="actions">
          <button type="submit" class="button button-primary" disabled={name.value.trim() === ''}>
            Save
          </button>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
