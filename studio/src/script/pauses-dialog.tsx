import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { setParagraphs } from './edit-paragraphs.ts'
import { HEADING_PAUSES } from './import/blocks.ts'
import { LONGEST_PAUSE } from './schema.ts'
import { paragraphs } from './script-state.ts'
import { offerUndoOfScript } from './undo-last.ts'

const isOpen = signal(false)

/** Opens the pauses of the whole script. */
export function openPauses(): void {
  isOpen.value = true
}

/** Seconds between paragraphs, and around headings by their level. */
type Pauses = { readonly between: number; readonly before: readonly number[]; readonly after: readonly number[] }

const USUAL: Pauses = { between: 0.6, ...HEADING_PAUSES }
const LEVELS = [1, 2, 3] as const

/** Sets the pauses of the whole script by level, in one step. */
export function PausesDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const pauses = useSignal<Pauses>(USUAL)
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal()
  }, [isOpen.value])
  if (!isOpen.value) return null
  const set = (side: 'before' | 'after', level: number) => (seconds: number) => {
    pauses.value = { ...pauses.value, [side]: pauses.value[side].with(level - 1, seconds) }
  }
  const used = LEVELS.filter((level) => paragraphs.value.some(({ attributes }) => attributes.level === level))
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="pauses-title"
      onClose={() => {
        isOpen.value = false
      }}
    >
      <h2 id="pauses-title">Pauses, in seconds</h2>
      <div class="fields">
        <Seconds
          label="Between paragraphs"
          value={pauses.value.between}
          onChange={(between) => {
            pauses.value = { ...pauses.value, between }
          }}
        />
        <span />
        {used.map((level) => (
          <>
            <Seconds
              label={`Before a heading ${level}`}
              value={pauses.value.before[level - 1]!}
              onChange={set('before', level)}
            />
            <Seconds
              label={`After a heading ${level}`}
              value={pauses.value.after[level - 1]!}
              onChange={set('after', level)}
            />
          </>
        ))}
      </div>
      <div class="actions">
        <button
          type="button"
          class="button button-primary"
          onClick={() => {
            const count = applyPauses(pauses.value)
            dialog.current?.close()
            offerUndoOfScript(`${count} ${count === 1 ? 'pause has' : 'pauses have'} changed`)
          }}
        >
          Set for the whole script
        </button>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  )
}

type SecondsProps = { readonly label: string; readonly value: number; readonly onChange: (seconds: number) => void }

function Seconds({ label, value, onChange }: SecondsProps) {
  return (
    <label>
      {label}
      <input
        class="field"
        type="number"
        min={0}
        max={LONGEST_PAUSE}
        step={0.1}
        value={value}
        onChange={({ currentTarget }) => {
          const seconds = currentTarget.valueAsNumber
          if (Number.isFinite(seconds)) onChange(Math.min(LONGEST_PAUSE, Math.max(0, seconds)))
        }}
      />
    </label>
  )
}

/** Returns how many pauses have changed. The pause before a heading is that of the paragraph before it. */
function applyPauses({ between, before, after }: Pauses): number {
  const all = paragraphs.value
  const pauseOf = new Map(
    all.map(({ attributes }, index) => {
      const next = all[index + 1]?.attributes.level ?? 0
      const own = attributes.level > 0 ? after[attributes.level - 1]! : between
      return [attributes.id, next > 0 && attributes.level === 0 ? before[next - 1]! : own]
    }),
  )
  return setParagraphs([...pauseOf.keys()], ({ attributes }) => ({ pause: pauseOf.get(attributes.id)! }))
}
