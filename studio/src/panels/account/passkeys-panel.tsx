import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addPasskey, canUsePasskeys, listPasskeys, type Passkey, passkeyOrigin, removePasskey } from '../../passkeys.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { IconAction } from '../../shell/icon-action.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { typed } from './typed.ts'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The passkeys of the member that is signed in. */
export function PasskeysPanel() {
  const passkeys = useSignal<readonly Passkey[] | undefined>(undefined)
  const name = useSignal('')
  const task = useTask()
  const change = (act: () => Promise<unknown>) =>
    task.run(async () => {
      await act()
      passkeys.value = await listPasskeys()
    })
  useEffect(() => void change(async () => {}), [])
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await change(() => addPasskey(name.value.trim()))) name.value = ''
  }
  const remove = async ({ passkey_id, name: removed }: Passkey): Promise<void> => {
    const title = `Remove the passkey “${removed}”?`
    const text = 'It signs nobody in any more. Browsers that are signed in stay so.'
    if (await confirm({ title, text, action: 'Remove' })) await change(() => removePasskey(passkey_id))
  }
  return (
    <Panel title="Passkeys" task={task}>
      <p class="why">
        A passkey signs you in without a link, by your fingerprint, your face or the PIN of your device. The service
        keeps only its public half.
      </p>
      {canUsePasskeys() ? (
        <form class="new-row new-key" onSubmit={(event) => void add(event)}>
          <input
            class="field"
            placeholder="Such as: my laptop"
            aria-label="Name of the new passkey"
            maxLength={200}
            {...typed(name)}
          />
          <button type="submit" class="button" disabled={name.value.trim() === '' || task.isBusy.value}>
            <Icon name="plus" /> Passkey
          </button>
        </form>
      ) : (
        <Elsewhere />
      )}
      {passkeys.value?.length === 0 && <p class="empty">No passkey yet.</p>}
      {(passkeys.value?.length ?? 0) > 0 && (
        <Table label="All passkeys" columns={['Name', 'Added', 'Last used']} hasActions>
          {passkeys.value?.map((passkey) => (
            <tr key={passkey.passkey_id}>
              <td dir="auto">{passkey.name}</td>
              <td class="nowrap" data-label="Added">
                {DATE.format(passkey.created_at)}
              </td>
              <td class="nowrap" data-label="Used">
                {passkey.last_used_at === null ? 'Never' : DATE.format(passkey.last_used_at)}
              </td>
              <td class="row-actions">
                <IconAction
                  icon="trash"
                  label={`Remove the passkey ${passkey.name}`}
                  hint="Remove"
                  onClick={() => void remove(passkey)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** Why there can be no passkeys here, and where. */
function Elsewhere() {
  const origin = passkeyOrigin.value
  if (origin === null || origin === undefined)
    return <p class="empty">This service has no address at which browsers allow passkeys: they need https.</p>
  if (origin === location.origin) return <p class="empty">This browser knows no passkeys.</p>
  return (
    <p class="empty">
      Passkeys work at <a href={origin}>{origin}</a>, and not at this address. Sign in there by a new link.
    </p>
  )
}
