import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Member, MemberLink } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { MemberEditor } from './member-editor.tsx'
import { MemberRow } from './member-row.tsx'
import { NewSecret } from './new-secret.tsx'
import { type Role, RoleList, RoleSelect } from './roles.tsx'
import { typed } from './typed.ts'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** The people of the account: invite one by a link, give one a role and a limit, remove one. */
export function MembersPanel() {
  const members = useSignal<readonly Member[] | undefined>(undefined)
  const link = useSignal<MemberLink | undefined>(undefined)
  const changed = useSignal<Member | undefined>(undefined)
  const task = useTask()
  const change = (act: () => Promise<unknown>) =>
    task.run(async () => {
      await act()
      members.value = await declaim.members.list()
    })
  useEffect(() => void change(async () => {}), [])
  const remove = async ({ member_id, name }: Member): Promise<void> => {
    const title = `Remove “${name}”?`
    const text = 'They are signed out everywhere at once, and their links end. What they made stays.'
    if (await confirm({ title, text, action: 'Remove' })) await change(() => declaim.members.remove(member_id))
  }
  const createLink = ({ member_id }: Member) =>
    change(async () => {
      link.value = await declaim.members.createLink(member_id)
    })
  return (
    <Panel title="Members" task={task}>
      <p class="why">Each person signs in by a link of their own, which works once. A role says what they may do:</p>
      <RoleList />
      {link.value !== undefined && (
        <NewSecret
          key={link.value.sign_in_url}
          label={`The sign-in link of “${link.value.name}”`}
          secret={link.value.sign_in_url}
          note={`It signs one browser in, until ${DATE.format(link.value.sign_in_expires_at)}. Send it to nobody else.`}
          onDone={() => {
            link.value = undefined
          }}
        />
      )}
      {members.value !== undefined && (
        <NewMember
          onInvite={async (input) => {
            link.value = undefined
            return await change(async () => {
              link.value = await declaim.members.invite(input)
            })
          }}
        />
      )}
      {members.value?.length === 0 && <p class="empty">Nobody is invited yet.</p>}
      {(members.value?.length ?? 0) > 0 && (
        <Table label="All members" columns={['Name', 'Role', 'Signed in']} hasActions>
          {members.value?.map((member) => (
            <MemberRow
              key={member.member_id}
              member={member}
              onChange={() => {
                changed.value = member
              }}
              onLink={() => void createLink(member)}
              onRemove={() => void remove(member)}
            />
          ))}
        </Table>
      )}
      {changed.value !== undefined && (
        <MemberEditor
          key={changed.value.member_id}
          member={changed.value}
          onSave={async (patch) => {
            await declaim.members.change(changed.value!.member_id, patch)
            members.value = await declaim.members.list()
          }}
          onClose={() => {
            changed.value = undefined
          }}
        />
      )}
    </Panel>
  )
}

type NewMemberProps = {
  /** Resolves with its success. */
  readonly onInvite: (input: Parameters<typeof declaim.members.invite>[0]) => Promise<boolean>
}

function NewMember({ onInvite }: NewMemberProps) {
  const name = useSignal('')
  const role = useSignal<Role>('editor')
  const email = useSignal('')
  const characters = useSignal('')
  const invite = async (event: Event): Promise<void> => {
    event.preventDefault()
    const limit = characters.value === '' ? {} : { characters_per_month: Number(characters.value) }
    if (!(await onInvite({ name: name.value.trim(), role: role.value, email: email.value.trim() || null, ...limit })))
      return
    name.value = ''
    email.value = ''
    characters.value = ''
  }
  return (
    <form class="new-member" onSubmit={(event) => void invite(event)}>
      <label>
        Name of the new member
        <input class="field" maxLength={200} autocomplete="off" {...typed(name)} />
      </label>
      <RoleSelect
        role={role.value}
        onChange={(next) => {
          role.value = next
        }}
      />
      <label>
        Email (optional)
        <input
          class="field"
          type="email"
          maxLength={254}
          autocomplete="off"
          title="To sign in by your organisation's identity provider"
          {...typed(email)}
        />
      </label>
      <label>
        Characters a month
        <input class="field" type="number" min={1} step={1} placeholder="No limit" {...typed(characters)} />
      </label>
      <button type="submit" class="button" disabled={name.value.trim() === ''}>
        <Icon name="plus" /> Invite
      </button>
    </form>
  )
}
