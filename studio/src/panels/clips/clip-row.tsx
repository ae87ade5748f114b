import { useSignal } from '@preact/signals'
import type { Clip } from '../../../../client/src/declaim.ts'
import { may } from '../../service.ts'
import { copyText } from '../../shell/copy-text.ts'
import { formatClock } from '../../shell/format-clock.ts'
import { IconAction } from '../../shell/icon-action.tsx'

type Props = {
  readonly clip: Clip
  readonly isPlaying: boolean
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onPlay: () => void
  readonly onRetry: () => void
  readonly onRemove: () => void
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** One clip: what it is called, how far it is, and what can be done with it. */
export function ClipRow({ clip, isPlaying, isChosen, onChoose, onPlay, onRetry, onRemove }: Props) {
  const { id, url, status, label, metadata, created_at, audio_seconds } = clip
  const isCopied = useSignal(false)
  const name = label ?? id
  const copy = async (): Promise<void> => {
    await copyText(url)
    isCopied.value = true
  }
  return (
    <tr>
      <td>
        <div class="clip-name">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
          <span>
            {status === 'COMPLETE' ? (
              <a dir="auto" href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            ) : (
              name
            )}
            {typeof metadata?.text === 'string' && <span class="excerpt">{metadata.text}</span>}
          </span>
        </div>
      </td>
      <td class="nowrap">{DATE.format(created_at)}</td>
      <td class="number-cell" data-label={audio_seconds === null ? undefined : 'Length'}>
        {audio_seconds === null ? '' : formatClock(audio_seconds)}
      </td>
      <td>
        <State clip={clip} />
      </td>
      <td class="row-actions">
        {may('clips:write') && status === 'FAILED' && (
          <IconAction icon="retry" label={`Render ${name} again`} onClick={onRetry} />
        )}
        {status === 'COMPLETE' && (
          <IconAction
            icon={isPlaying ? 'pause' : 'play'}
            label={isPlaying ? `Stop ${name}` : `Play ${name}`}
            onClick={onPlay}
          />
        )}
        {status === 'COMPLETE' && (
          <IconAction
            icon={isCopied.value ? 'check' : 'link'}
            label={isCopied.value ? `Link of ${name} copied` : `Copy the link of ${name}`}
            onClick={() => void copy()}
          />
        )}
        {may('clips:write') && <IconAction icon="trash" label={`Delete ${name}`} onClick={onRemove} />}
      </td>
    </tr>
  )
}

function State({ clip: { status, progress, error } }: { clip: Clip }) {
  if (status === 'COMPLETE') return <>Ready</>
  if (status === 'FAILED') return <span class="problem">{error?.message ?? 'Failed'}</span>
  return <>{progress > 0 ? `Rendering, ${Math.floor(progress * 100)} %` : 'Waiting'}</>
}
