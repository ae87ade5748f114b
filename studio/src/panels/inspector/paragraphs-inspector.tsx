import { useSignal } from '@preact/signals'
import { markParagraphs, moveParagraphs, removeParagraphs, setParagraphs } from '../../script/edit-paragraphs.ts'
import { findMark } from '../../script/edit-words.ts'
import { DELIVERY, DELIVERY_NAMES, type DeliveryName, LONGEST_PAUSE } from '../../script/schema.ts'
import { findParagraph } from '../../script/script-state.ts'
import { offerUndoOfScript } from '../../script/undo-last.ts'
import { openVoicePicker } from '../../script/voice-picker.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Dial, UNITS } from './delivery-dials.tsx'

/** What can be done with several paragraphs at once. Each change is one step, and says how many paragraphs it changed. */
export function ParagraphsInspector({ ids }: { ids: readonly string[] }) {
  const first = ids[0]!
  const pause = findParagraph(first)?.attributes.pause ?? 0
  const seconds = useSignal<number | undefined>(undefined)
  return (
    <section class="dials" aria-label="Selected paragraphs">
      <h2>{ids.length} paragraphs</h2>
      <div class="actions">
        <button type="button" class="button" onClick={({ currentTarget }) => openVoicePicker(first, currentTarget)}>
          <Icon name="voice" /> Voice
        </button>
        <button type="button" class="button" onClick={() => moveParagraphs(ids, -1)} aria-label="Move up">
          <Icon name="up" />
        </button>
        <button type="button" class="button" onClick={() => moveParagraphs(ids, 1)} aria-label="Move down">
          <Icon name="down" />
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            removeParagraphs(ids)
            offerUndoOfScript(`${ids.length} paragraphs are deleted`)
          }}
        >
          <Icon name="trash" /> Delete
        </button>
      </div>
      {DELIVERY_NAMES.map((name) => (
        <ManyDial key={name} name={name} ids={ids} />
      ))}
      <label class="dial">
        <span>Pause after each</span>
        <input
          type="range"
          min={0}
          max={LONGEST_PAUSE}
          step={0.1}
          value={seconds.value ?? pause}
          aria-valuetext={`${(seconds.value ?? pause).toFixed(1)} seconds`}
          onInput={({ currentTarget }) => {
            seconds.value = Number(currentTarget.value)
          }}
          onChange={() => {
            const chosen = seconds.value ?? pause
            const count = setParagraphs(ids, () => ({ pause: chosen }))
            seconds.value = undefined
            if (count > 0) offerUndoOfScript(`${chosen.toFixed(1)} s of silence after ${count} paragraphs`)
          }}
        />
        <output>{(seconds.value ?? pause).toFixed(1)} s</output>
      </label>
    </section>
  )
}

/** A dial for the words of all paragraphs. It takes effect when it is let go. */
function ManyDial({ name, ids }: { name: DeliveryName; ids: readonly string[] }) {
  const { label, neutral } = DELIVERY[name]
  const moved = useSignal<number | undefined>(undefined)
  const known = (findMark({ paragraphId: ids[0]!, start: 0, end: 0 }, name) as number | undefined) ?? neutral
  const finish = (): void => {
    const chosen = moved.value ?? known
    markParagraphs(ids, name, chosen === neutral ? undefined : chosen)
    moved.value = undefined
    offerUndoOfScript(`${label} ${UNITS[name](chosen)} in ${ids.length} paragraphs`)
  }
  const move = (value: number): void => {
    moved.value = value
  }
  return <Dial name={name} value={moved.value ?? known} onMove={move} onDone={finish} />
}
