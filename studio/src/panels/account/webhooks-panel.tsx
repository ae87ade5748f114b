import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Webhook, WebhookDelivery } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { NewSecret } from './new-secret.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookRow } from './webhook-row.tsx'

type ShownSecret = {
  readonly url: string
  readonly secret: string
  /** Epoch milliseconds until which the secret before it signs too; absent for a first secret. */
  readonly previous_secret_until?: number
}

/** Addresses that the service tells when clips end: register one, try it, see what was sent. */
export function WebhooksPanel() {
  const webhooks = useSignal<readonly Webhook[] | undefined>(undefined)
  const secret = useSignal<ShownSecret | undefined>(undefined)
  const open = useSignal<{ readonly id: string; readonly deliveries: readonly WebhookDelivery[] } | undefined>(
    undefined,
  )
  const task = useTask()
  const change = (act: () => Promise<unknown>) =>
    task.run(async () => {
      await act()
      webhooks.value = await declaim.webhooks.list()
      if (open.value !== undefined) await show(open.value.id)
    })
  const show = async (id: string): Promise<void> => {
    open.value = { id, deliveries: await declaim.webhooks.deliveries(id, { limit: 20 }) }
  }
  useEffect(() => void change(async () => {}), [])
  const create = (url: string) =>
    change(async () => {
      secret.value = await declaim.webhooks.create({ url })
    })
  const rotate = ({ id }: Webhook) =>
    change(async () => {
      secret.value = await declaim.webhooks.rotate(id)
    })
  const remove = async ({ id, url }: Webhook): Promise<void> => {
    const title = 'Delete this webhook?'
    if (!(await confirm({ title, text: `${url} gets no more messages.`, action: 'Delete' }))) return
    await change(async () => {
      await declaim.webhooks.delete(id)
      open.value = undefined
    })
  }
  return (
    <Panel title="Webhooks" task={task}>
      <p class="why">The service sends a signed message to these addresses when clips are complete or failed.</p>
      {secret.value !== undefined && (
        <NewSecret
          key={secret.value.secret}
          label={`The secret of ${secret.value.url}`}
          secret={secret.value.secret}
          note={describeOverlap(secret.value)}
          onDone={() => {
            secret.value = undefined
          }}
        />
      )}
      <NewWebhook onCreate={create} />
      {webhooks.value?.length === 0 && <p class="empty">No webhook yet.</p>}
      {(webhooks.value?.length ?? 0) > 0 && (
        <Table label="All webhooks" columns={['Address', 'State']} hasActions>
          {webhooks.value?.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onTest={() => void change(() => declaim.webhooks.test(webhook.id).then(() => show(webhook.id)))}
              onShow={() => void task.run(() => show(webhook.id))}
              onEnable={(enabled) => void change(() => declaim.webhooks.update(webhook.id, { enabled }))}
              onRotate={() => void rotate(webhook)}
              onRemove={() => void remove(webhook)}
            />
          ))}
        </Table>
      )}
      {open.value !== undefined && (
        <WebhookDeliveries
          deliveries={open.value.deliveries}
          onReload={() => void task.run(() => show(open.value!.id))}
          onReplay={(id) => void change(() => declaim.webhooks.replay(open.value!.id, id))}
        />
      )}
    </Panel>
  )
}

/** Takes the address of a webhook; an address that is refused stays in the field. */
function NewWebhook({ onCreate }: { onCreate: (url: string) => Promise<boolean> }) {
  const url = useSignal('')
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await onCreate(url.value)) url.value = ''
  }
  return (
    <form class="new-row new-key" onSubmit={(event) => void submit(event)}>
      <input
        class="field"
        type="url"
        placeholder="https://example.com/declaim"
        aria-label="Address of the new webhook"
        value={url.value}
        onInput={({ currentTarget }) => {
          url.value = currentTarget.value
        }}
      />
      <button type="submit" class="button" disabled={url.value === ''}>
        <Icon name="plus" /> Webhook
      </button>
    </form>
  )
}

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function describeOverlap({ previous_secret_until }: ShownSecret): string {
  if (previous_secret_until === undefined) return ''
  return `The old secret signs messages too until ${TIME.format(previous_secret_until)}.`
}
