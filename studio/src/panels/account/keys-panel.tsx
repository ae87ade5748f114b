import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CreatedKey, Key } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { NewSecret } from './new-secret.tsx'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const STATES: Readonly<Record<Key['status'], string>> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' }

/** The API keys of the account: make one, replace one, end one. */
export function KeysPanel() {
  const keys = useSignal<readonly Key[] | undefined>(undefined)
  const created = useSignal<CreatedKey | undefined>(undefined)
  const name = useSignal('')
  const task = useTask()
  const change = (act: () => Promise<unknown>) =>
    task.run(async () => {
      await act()
      keys.value = await declaim.keys.list()
    })
  useEffect(() => void change(async () => {}), [])
  const create = (event: Event): void => {
    event.preventDefault()
    void change(async () => {
      created.value = await declaim.keys.create({ name: name.value })
      name.value = ''
    })
  }
  const rotate = (key: Key): void =>
    void change(async () => {
      created.value = await declaim.keys.rotate(key.key_id)
    })
  return (
    <Panel title="Keys" task={task}>
      <p class="why">
        Programs call the <a href="/docs">API</a> with a key in the header <code>X-Api-Key</code>.
      </p>
      {created.value !== undefined && (
        <NewSecret
          key={created.value.key_id}
          label={`The key “${created.value.name}”`}
          secret={created.value.key}
          onDone={() => {
            created.value = undefined
          }}
        />
      )}
      <form class="new-row new-key" onSubmit={create}>
        <input
          class="field"
          placeholder="What the key is for"
          aria-label="Name of the new key"
          maxLength={200}
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <button type="submit" class="button" disabled={name.value.trim() === ''}>
          <Icon name="plus" /> Key
        </button>
      </form>
      {keys.value?.length === 0 && <p class="empty">No key yet.</p>}
      {(keys.value?.length ?? 0) > 0 && (
        <Table label="All keys" columns={['Key', 'Created', 'Last used', 'State']} hasActions>
          {keys.value?.map((key) => (
            <KeyRow
              key={key.key_id}
              apiKey={key}
              onRotate={() => rotate(key)}
              onRevoke={() => void change(() => declaim.keys.revoke(key.key_id))}
            />
          ))}
        </Table>
      )}
    </Panel>
  )
}

type RowProps = { readonly apiKey: Key; readonly onRotate: () => void; readonly onRevoke: () => void }

function KeyRow({ apiKey, onRotate, onRevoke }: RowProps) {
  const { name, hint, status, created_at, last_used_at, expires_at, scopes } = apiKey
  const isActive = status === 'active'
  return (
    <tr>
      <td title={scopes.join(', ')}>
        {name} <span class="mono quiet-text">…{hint}</span>
      </td>
      <td class="nowrap">{DATE.format(created_at)}</td>
      <td class="nowrap">{last_used_at ? DATE.format(last_used_at) : 'Never'}</td>
      <td>
        {STATES[status]}
        {isActive && expires_at ? ` until ${DATE.format(expires_at)}` : ''}
      </td>
      <td class="row-actions">
        {isActive && (
          <>
            <button
              type="button"
              class="icon-button"
              aria-label={`Replace the key ${name}`}
              title="Replace: the old key works for another day"
              onClick={onRotate}
            >
              <Icon name="retry" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={`Revoke the key ${name}`}
              title="Revoke: it stops working at once"
              onClick={onRevoke}
            >
              <Icon name="trash" />
            </button>
          </>
        )}
      </td>
    </tr>
  )
}
