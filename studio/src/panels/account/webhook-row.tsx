import type { Webhook } from '../../../../client/src/declaim.ts'
import { IconAction } from '../../shell/icon-action.tsx'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

type Props = {
  readonly webhook: Webhook
  readonly onTest: () => void
  readonly onShow: () => void
  readonly onEnable: (enabled: boolean) => void
  readonly onRotate: () => void
  readonly onRemove: () => void
}

/** One address, and what can be done with it. */
export function WebhookRow({ webhook, onTest, onShow, onEnable, onRotate, onRemove }: Props) {
  const { url, enabled, failing_since } = webhook
  return (
    <tr>
      <td class="webhook-url">
        <button type="button" class="text-button" title="Show what was sent" onClick={onShow}>
          {url}
        </button>
      </td>
      <td>
        <label class="switch">
          <input
            type="checkbox"
            aria-label={`${url} is on`}
            checked={enabled}
            onChange={({ currentTarget }) => onEnable(currentTarget.checked)}
          />
          {enabled ? 'On' : 'Off'}
          {failing_since !== null && <span class="problem">failing since {DATE.format(failing_since)}</span>}
        </label>
      </td>
      <td class="row-actions">
        <button type="button" class="text-button" aria-label={`Test ${url}`} disabled={!enabled} onClick={onTest}>
          Test
        </button>
        <IconAction
          icon="retry"
          label={`New secret for ${url}`}
          hint="New secret: the old one signs too for another day"
          onClick={onRotate}
        />
        <IconAction icon="trash" label={`Delete ${url}`} hint="Delete" onClick={onRemove} />
      </td>
    </tr>
  )
}
