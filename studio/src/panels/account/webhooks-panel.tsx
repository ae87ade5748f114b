import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Webhook, WebhookDelivery } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { NewSecret } from './new-secret.tsx'
import { WebhookRow } from './webhook-row.tsx'

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** Addresses that the service tells when clips end: register one, try it, see what was sent. */
export function WebhooksPanel() {
  const webhooks = useSignal<readonly Webhook[] | undefined>(undefined)
  const secret = useSignal<{ readonly url: string; readonly secret: string } | undefined>(undefined)
  const open = useSignal<{ readonly id: string; readonly deliveries: readonly WebhookDelivery[] } | undefined>(
    undefined,
  )
  const url = useSignal('')
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
  const create = (event: Event): void => {
    event.preventDefault()
    void change(async () => {
      secret.value = await declaim.webhooks.create({ url: url.value })
      url.value = ''
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
          onDone={() => {
            secret.value = undefined
          }}
        />
      )}
      <form class="new-row new-key" onSubmit={create}>
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
              onRemove={() =>
                void change(async () => {
                  await declaim.webhooks.delete(webhook.id)
                  open.value = undefined
                })
              }
            />
          ))}
        </Table>
      )}
      {open.value !== undefined && (
        <Deliveries
          deliveries={open.value.deliveries}
          onReload={() => void task.run(() => show(open.value!.id))}
          onReplay={(id) => void change(() => declaim.webhooks.replay(open.value!.id, id))}
        />
      )}
    </Panel>
  )
}

type DeliveriesProps = {
  readonly deliveries: readonly WebhookDelivery[]
  readonly onReload: () => void
  readonly onReplay: (id: string) => void
}

/** What was sent to a webhook last, and what it answered. */
function Deliveries({ deliveries, onReload, onReplay }: DeliveriesProps) {
  const isPending = deliveries.some(({ status }) => status === 'pending')
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(onReload, 1000)
    return () => clearTimeout(timer)
  })
  if (deliveries.length === 0) return <p class="empty">Nothing was sent yet.</p>
  return (
    <Table label="Messages" columns={['Message', 'Sent', 'Answer']} hasActions>
      {deliveries.map(({ id, type, status, attempts }) => {
        const last = attempts.at(-1)
        return (
          <tr key={id}>
            <td class="mono">{type}</td>
            <td class="nowrap">{last === undefined ? 'Waiting' : TIME.format(last.at)}</td>
            <td>
              {last === undefined ? '' : (last.error ?? last.status)}
              {status === 'pending' && last !== undefined ? ', tried again soon' : ''}
            </td>
            <td class="row-actions">
              <button
                type="button"
                class="icon-button"
                aria-label={`Send ${type} again`}
                title="Send again"
                onClick={() => onReplay(id)}
              >
                <Icon name="retry" />
              </button>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
