import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CreatedKey, Key } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { KeyEditor } from './key-editor.tsx'
import { KeyOptions, toKeyRules, usualKey } from './key-options.tsx'
import { KeyRow } from './key-row.tsx'
import { NewSecret } from './new-secret.tsx'
import { typed } from './typed.ts'

/** The API keys of the account: make one, change one, replace one, end one. */
export function KeysPanel() {
  const keys = useSignal<readonly Key[] | undefined>(undefined)
  const created = useSignal<CreatedKey | undefined>(undefined)
  const name = useSignal('')
  const choice = useSignal(usualKey())
  const changed = useSignal<Key | undefined>(undefined)
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
      created.value = await declaim.keys.create({ name: name.value, ...toKeyRules(choice.value) })
      name.value = ''
      choice.value = usualKey()
    })
  }
  const rotate = (key: Key): void =>
    void change(async () => {
      created.value = await declaim.keys.rotate(key.key_id)
    })
  const revoke = async ({ key_id, name }: Key): Promise<void> => {
    const title = `Revoke the key “${name}”?`
    const text = 'Programs that use it are refused at once.'
    if (await confirm({ title, text, action: 'Revoke' })) await change(() => declaim.keys.revoke(key_id))
  }
  return (
    <Panel title="API keys" task={task}>
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
      {keys.value !== undefined && (
        <form class="new-key-form" onSubmit={create}>
          <div class="new-row new-key">
            <input
              class="field"
              placeholder="What the key is for"
              aria-label="Name of the new key"
              maxLength={200}
              {...typed(name)}
            />
            <button
              type="submit"
              class="button"
              disabled={name.value.trim() === '' || choice.value.scopes.length === 0}
            >
              <Icon name="plus" /> Key
            </button>
          </div>
          <KeyOptions choice={choice} />
        </form>
      )}
      {keys.value?.length === 0 && <p class="empty">No key yet.</p>}
      {(keys.value?.length ?? 0) > 0 && (
        <Table label="All keys" columns={['Key', 'Created', 'Last used', 'State']} hasActions>
          {keys.value?.map((key) => (
            <KeyRow
              key={key.key_id}
              apiKey={key}
              onChange={() => {
                changed.value = key
              }}
              onRotate={() => rotate(key)}
              onRevoke={() => void revoke(key)}
            />
          ))}
        </Table>
      )}
      {changed.value !== undefined && (
        <KeyEditor
          key={changed.value.key_id}
          apiKey={changed.value}
          onSave={async (patch) => {
            await declaim.keys.change(changed.value!.key_id, patch)
            keys.value = await declaim.keys.list()
          }}
          onClose={() => {
            changed.value = undefined
          }}
        />
      )}
    </Panel>
  )
}
