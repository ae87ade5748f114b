import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Clip } from '../../../../client/src/declaim.ts'
import { declaim, describeError } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { usePreview } from '../use-preview.tsx'
import { useTask } from '../use-task.ts'
import { type ClipFilter, ClipFilters, EVERY_CLIP, isFound } from './clip-filters.tsx'
import { ClipRow } from './clip-row.tsx'
import { followClips, SHOWN } from './follow-clips.ts'

/** The account's newest clips, as they are rendered. */
export function ClipsPanel() {
  const { clips, lost } = useClips()
  const filter = useSignal<ClipFilter>(EVERY_CLIP)
  const { player, playing, toggle } = usePreview<string>()
  const task = useTask()
  const change = (act: () => Promise<Clip>, isRemoval: boolean) => (): void => {
    void task.run(async () => {
      const changed = await act()
      const others = clips.value?.map((clip) => (clip.id === changed.id ? changed : clip)) ?? []
      clips.value = isRemoval ? others.filter(({ id }) => id !== changed.id) : others
    })
  }
  const remove = async (clip: Clip): Promise<void> => {
    const title = `Delete “${clip.label ?? clip.id}”?`
    const text = 'Its audio and captions are deleted, and its link ends.'
    if (await confirm({ title, text, action: 'Delete' })) change(() => declaim.clips.delete(clip.id), true)()
  }
  const shown = clips.value?.filter((clip) => isFound(clip, filter.value)) ?? []
  const failed = shown.filter(({ status }) => status === 'FAILED')
  const retry = ({ id }: Clip) => change(() => declaim.clips.retry(id), false)
  return (
    <Panel title="Clips" task={task} tools={<ClipFilters filter={filter} />}>
      {player}
      {lost.value !== undefined && <p class="problem">{lost.value}</p>}
      {clips.value?.length === 0 && <p class="empty">No clips yet. Programs make them by the API.</p>}
      {(clips.value?.length ?? 0) > 0 && shown.length === 0 && <p class="empty">No clip is like that.</p>}
      {clips.value?.length === SHOWN && <p class="why">These are the newest {SHOWN} clips.</p>}
      {failed.length > 1 && (
        <button type="button" class="button" onClick={() => failed.map((clip) => retry(clip)())}>
          <Icon name="retry" /> Render {failed.length} failed clips again
        </button>
      )}
      {shown.length > 0 && (
        <Table label="All clips" columns={['Clip', 'Created', 'Length', 'State']} hasActions>
          {shown.map((clip) => (
            <ClipRow
              key={clip.id}
              clip={clip}
              onRetry={retry(clip)}
              onRemove={() => void remove(clip)}
              isPlaying={playing.value === clip.id}
              onPlay={() => toggle(clip.id, clip.url)}
            />
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** The newest clips as they change, and why there are none: `lost` is in words for people. */
function useClips() {
  const clips = useSignal<readonly Clip[] | undefined>(undefined)
  const lost = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const leaving = new AbortController()
    const onClips = (found: readonly Clip[]): void => {
      clips.value = found
      lost.value = undefined
    }
    const onProblem = (error: unknown): void => {
      lost.value = describeError(error)
    }
    void followClips({ onClips, onProblem }, leaving.signal)
    return () => leaving.abort()
  }, [])
  return { clips, lost }
}
