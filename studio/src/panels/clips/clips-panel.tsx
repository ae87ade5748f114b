import { useSignal } from '@preact/signals'
import type { Clip } from '../../../../client/src/declaim.ts'
import { declaim, may } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { usePreview } from '../use-preview.tsx'
import { useTask } from '../use-task.ts'
import { type ClipFilter, ClipFilters, EVERY_CLIP, isFound } from './clip-filters.tsx'
import { ClipRow } from './clip-row.tsx'
import { saveClips } from './save-clips.ts'
import { useClips } from './use-clips.ts'

/** The account's clips, the newest as they are rendered. */
export function ClipsPanel() {
  const { clips, lost, hasMore, loadOlder, replace, remove } = useClips()
  const filter = useSignal<ClipFilter>(EVERY_CLIP)
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const { player, playing, toggle } = usePreview<string>()
  const task = useTask()
  const retry = (those: readonly Clip[]): void => {
    for (const { id } of those) void task.run(async () => replace(await declaim.clips.retry(id)))
  }
  /** Deletes clips one after the other, up to the first that is refused. */
  const removeAll = async (those: readonly Clip[]): Promise<void> => {
    if (!(await confirm(askAbout(those)))) return
    await task.run(async () => {
      for (const { id } of those) {
        await declaim.clips.delete(id)
        remove(id)
      }
    })
  }
  const shown = clips.value?.filter((clip) => isFound(clip, filter.value)) ?? []
  const selected = shown.filter(({ id }) => chosen.value.has(id))
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosen.value)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    chosen.value = next
  }
  return (
    <Panel title="Clips" task={task} tools={<ClipFilters filter={filter} />}>
      {player}
      {lost.value !== undefined && <p class="problem">{lost.value}</p>}
      {clips.value?.length === 0 && <p class="empty">No clips yet. Programs make them by the API.</p>}
      {(clips.value?.length ?? 0) > 0 && shown.length === 0 && (
        <p class="empty">{hasMore.value ? 'None of these clips is like that.' : 'No clip is like that.'}</p>
      )}
      {shown.length > 0 && (
        <Bulk
          shown={shown}
          selected={selected}
          isBusy={task.isBusy.value}
          onChoose={(isChosen) =>
            choose(
              shown.map(({ id }) => id),
              isChosen,
            )
          }
          onSave={(those) => void task.run((signal) => saveClips(those, signal))}
          onRetry={retry}
          onRemove={(those) => void removeAll(those)}
        />
      )}
      {shown.length > 0 && (
        <Table label="All clips" columns={['Clip', 'Created', 'Length', 'State']} hasActions>
          {shown.map((clip) => (
            <ClipRow
              key={clip.id}
              clip={clip}
              isChosen={chosen.value.has(clip.id)}
              onChoose={(isChosen) => choose([clip.id], isChosen)}
              onRetry={() => retry([clip])}
              onRemove={() => void removeAll([clip])}
              isPlaying={playing.value === clip.id}
              onPlay={() => toggle(clip.id, clip.url)}
            />
          ))}
        </Table>
      )}
      {hasMore.value && (
        <p class="more">
          <button
            type="button"
            class="button"
            aria-disabled={task.isBusy.value}
            onClick={() => !task.isBusy.value && void task.run(loadOlder)}
          >
            Show older clips
          </button>
          <span class="why">These are the newest {clips.value?.length.toLocaleString('en')}.</span>
        </p>
      )}
    </Panel>
  )
}

function askAbout([first, ...others]: readonly Clip[]) {
  const many = others.length > 0
  return {
    title: many ? `Delete ${others.length + 1} clips?` : `Delete “${first?.label ?? first?.id}”?`,
    text: many
      ? 'Their audio and captions are deleted, and their links end.'
      : 'Its audio and captions are deleted, and its link ends.',
    action: 'Delete',
  }
}

type BulkProps = {
  readonly shown: readonly Clip[]
  readonly selected: readonly Clip[]
  readonly isBusy: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onSave: (clips: readonly Clip[]) => void
  readonly onRetry: (clips: readonly Clip[]) => void
  readonly onRemove: (clips: readonly Clip[]) => void
}

/** What can be done with several clips at once. */
function Bulk({ shown, selected, isBusy, onChoose, onSave, onRetry, onRemove }: BulkProps) {
  const ready = selected.filter(({ status }) => status === 'COMPLETE')
  const failed = (selected.length > 0 ? selected : shown).filter(({ status }) => status === 'FAILED')
  const isAll = selected.length === shown.length
  return (
    <div class="bulk">
      <label class="choice">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = selected.length > 0 && !isAll
          }}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span aria-live="polite">{selected.length === 0 ? 'Select all' : `${selected.length} selected`}</span>
      </label>
      {ready.length > 0 && (
        <button type="button" class="button" aria-disabled={isBusy} onClick={() => !isBusy && onSave(ready)}>
          <Icon name="export" /> Save {ready.length === 1 ? 'the clip' : `${ready.length} clips`} as ZIP
        </button>
      )}
      {may('clips:write') && failed.length > 1 && (
        <button type="button" class="button" onClick={() => onRetry(failed)}>
          <Icon name="retry" /> Render {failed.length} failed clips again
        </button>
      )}
      {may('clips:write') && selected.length > 0 && (
        <button type="button" class="button" aria-disabled={isBusy} onClick={() => !isBusy && onRemove(selected)}>
          <Icon name="trash" /> Delete {selected.length === 1 ? 'the clip' : `${selected.length} clips`}
        </button>
      )}
    </div>
  )
}
