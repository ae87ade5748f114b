import type { Signal } from '@preact/signals'
import type { Clip } from '../../../../client/src/declaim.ts'

const STATES = { '': 'All', PROCESSING: 'Rendering', COMPLETE: 'Ready', FAILED: 'Failed' } as const

/** What a clip has to be; an empty string allows everything. */
export type ClipFilter = { readonly text: string; readonly state: keyof typeof STATES }

export const EVERY_CLIP: ClipFilter = { text: '', state: '' }

/** Whether a clip has all words of the filter in its id, name, text or error. */
export function isFound({ id, label, status, error, metadata }: Clip, filter: ClipFilter): boolean {
  const text = [id, label, error?.message, metadata?.text].join(' ').toLowerCase()
  const words = filter.text.toLowerCase().split(/\s+/)
  return (filter.state === '' || status === filter.state) && words.every((word) => text.includes(word))
}

/** A search field, and a choice of the state. */
export function ClipFilters({ filter }: { filter: Signal<ClipFilter> }) {
  return (
    <>
      <input
        type="search"
        class="field"
        placeholder="Search"
        aria-label="Search clips"
        value={filter.value.text}
        onInput={({ currentTarget }) => {
          filter.value = { ...filter.value, text: currentTarget.value }
        }}
      />
      <select
        class="field field-short"
        aria-label="State of clips"
        value={filter.value.state}
        onChange={({ currentTarget }) => {
          filter.value = { ...filter.value, state: currentTarget.value as ClipFilter['state'] }
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
}
