import { useEffect } from 'preact/hooks'
import type { WebhookDelivery } from '../../../../client/src/declaim.ts'
import { Icon } from '../../shell/icons.tsx'
import { Table } from '../panel.tsx'

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

type Props = {
  readonly deliveries: readonly WebhookDelivery[]
  readonly onReload: () => void
  readonly onReplay: (id: string) => void
}

/** What was sent to a webhook last, and what it answered. */
export function WebhookDeliveries({ deliveries, onReload, onReplay }: Props) {
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
