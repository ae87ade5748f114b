import { findMark, markWords } from '../../script/edit-words.ts'
import { explanationOf } from '../../script/explanations.ts'
import { limitsOf, type PauseInText, tempoFor } from '../../script/pauses.ts'
import { selectedParagraph, selection } from '../../script/script-state.ts'

/** The pause at the punctuation that the cursor is at or behind, or that the selection has alone. */
export function findSelectedPause(): PauseInText | undefined {
  const [chosen, paragraph] = [selection.value, selectedParagraph.value]
  if (chosen === undefined || paragraph === undefined) return undefined
  const explanation = explanationOf(chosen.paragraphId).value
  if (explanation?.text !== paragraph.node.textContent) return undefined
  return explanation.pauses.find(({ start, end }) => chosen.start >= start && chosen.end <= end)
}

/** How long the service is silent at the punctuation beside the cursor. */
export function PauseDial({ pause, onDone }: { pause: PauseInText; onDone: (pause: PauseInText) => void }) {
  const paragraphId = selection.value?.paragraphId
  if (paragraphId === undefined) return null
  const place = { paragraphId, start: pause.start, end: pause.end }
  const tempo = (findMark(place, 'tempo') as number | undefined) ?? 1
  const { min, max } = limitsOf(pause.seconds, tempo)
  const mark = selectedParagraph.value?.node.textContent.slice(pause.start, pause.end)
  return (
    <section class="dials" aria-label="Pause">
      <h2>Pause</h2>
      <label class="dial">
        <span>After “{mark}”</span>
        <input
          type="range"
          min={Math.floor(min * 100) / 100}
          max={Math.ceil(max * 100) / 100}
          step={0.01}
          value={pause.seconds}
          aria-valuetext={`${pause.seconds.toFixed(2)} seconds`}
          onChange={({ currentTarget }) => {
            markWords(place, 'tempo', tempoFor(Number(currentTarget.value), { seconds: pause.seconds, tempo }))
            onDone(pause)
          }}
        />
        <output>{pause.seconds.toFixed(2)} s</output>
      </label>
    </section>
  )
}
