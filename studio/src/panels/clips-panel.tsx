import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Clip } from '../../../client/src/declaim.ts'
import { declaim, describeError } from '../service.ts'
import { Icon } from '../shell/icons.tsx'

const SHOWN = 100
const POLL_MS = 1500
const STATES: Readonly<Record<Clip['status'], string>> = {
  PROCESSING: 'Rendering',
  COMPLETE: 'Ready',
  FAILED: 'Failed',
}

/** The account's newest clips, as they are rendered. */
export function ClipsPanel() {
  const clips = useSignal<readonly Clip[] | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const copied = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (): Promise<void> => {
      try {
        clips.value = await declaim.clips.list({ limit: SHOWN }, { signal: leaving.signal })
        problem.value = undefined
      } catch (error) {
        if (leaving.signal.aborted) return
        problem.value = describeError(error)
      }
      timer = setTimeout(() => void load(), POLL_MS)
    }
    void load()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [])
  const remove = async (id: string): Promise<void> => {
    await declaim.clips.delete(id)
    clips.value = clips.value?.filter((clip) => clip.id !== id)
  }
  const copy = async ({ id, url }: Clip): Promise<void> => {
    await navigator.clipboard.writeText(url)
    copied.value = id
  }
  return (
    <section class="panel" aria-label="Clips">
      <header class="panel-head">
        <h1>Clips</h1>
      </header>
      {problem.value !== undefined && <p class="problem">{problem.value}</p>}
      {clips.value?.length === 0 && <p class="empty">Nothing yet. An export makes a clip of each paragraph.</p>}
      {(clips.value?.length ?? 0) > 0 && (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Clip</th>
              <th scope="col">State</th>
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {clips.value?.map((clip) => (
              <tr key={clip.id}>
                <td class="mono">
                  {clip.status === 'COMPLETE' ? (
                    <a href={clip.url} target="_blank" rel="noreferrer">
                      {clip.id}
                    </a>
                  ) : (
                    clip.id
                  )}
                </td>
                <td title={clip.error?.message}>{clip.error?.message ?? STATES[clip.status]}</td>
                <td class="row-actions">
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={copied.value === clip.id ? 'Link copied' : `Copy the link of clip ${clip.id}`}
                    onClick={() => void copy(clip)}
                  >
                    <Icon name="link" />
                  </button>
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={`Delete clip ${clip.id}`}
                    onClick={() => void remove(clip.id)}
                  >
                    <Icon name="trash" />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
