import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Clip } from '../../../../client/src/declaim.ts'
import { stop } from '../../playback/player.ts'
import { declaim, describeError } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { ClipRow } from './clip-row.tsx'
import { followClips, SHOWN } from './follow-clips.ts'

const STATES = { '': 'All', PROCESSING: 'Rendering', COMPLETE: 'Ready', FAILED: 'Failed' } as const

/** The account's newest clips, as they are rendered. */
export function ClipsPanel() {
  const clips = useSignal<readonly Clip[] | undefined>(undefined)
  const lost = useSignal<string | undefined>(undefined)
  const search = useSignal('')
  const state = useSignal<keyof typeof STATES>('')
  const playing = useSignal<string | undefined>(undefined)
  const audio = useRef<HTMLAudioElement>(null)
  const task = useTask()
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
  const shown = clips.value?.filter((clip) => isFound(clip, search.value, state.value)) ?? []
  const failed = shown.filter(({ status }) => status === 'FAILED')
  const retry = ({ id }: Clip) => change(() => declaim.clips.retry(id), false)
  const play = ({ id, url }: Clip): void => {
    if (audio.current === null) return
    if (playing.value === id) {
      audio.current.pause()
      return
    }
    stop()
    audio.current.src = url
    void audio.current.play().catch(() => {})
    playing.value = id
  }
  const tools = (
    <>
      <input
        type="search"
        class="field"
        placeholder="Search"
        aria-label="Search clips"
        value={search.value}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value
        }}
      />
      <select
        class="field field-short"
        aria-label="State of clips"
        value={state.value}
        onChange={({ currentTarget }) => {
          state.value = currentTarget.value as keyof typeof STATES
        }}
      >
        {Object.entries(STATES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
  return (
    <Panel title="Clips" task={task} tools={tools}>
      {/* biome-ignore lint/a11y/useMediaCaption: the text of a clip is beside it */}
      <audio
        ref={audio}
        onPause={() => {
          playing.value = undefined
        }}
      />
      {lost.value !== undefined && <p class="problem">{lost.value}</p>}
      {clips.value?.length === 0 && <p class="empty">No clips yet. An export makes a clip of each paragraph.</p>}
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
              onPlay={() => play(clip)}
            />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function isFound({ id, label, status, error, metadata }: Clip, search: string, state: string): boolean {
  const text = [id, label, error?.message, metadata?.text].join(' ').toLowerCase()
  return (
    (state === '' || status === state) &&
    search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}
