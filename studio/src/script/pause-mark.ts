import type { EditorView } from 'prosemirror-view'
import { limitsOf, type PauseInText, tempoFor } from './pauses.ts'
import { scriptSchema } from './schema.ts'

/** Thickness: a pause of half a second is 2 px. */
const PIXELS_A_SECOND = 4
const THICKEST = 6
const DRAG_PIXELS_A_SECOND = 120

/**
 * The line under the space of a pause, the thicker the longer it is. Drag it to change the pause. The keyboard changes pauses in the inspector,
 * so that the text has no stops between its words.
 */
export function createPauseMark(
  view: EditorView,
  getPosition: () => number | undefined,
  pause: PauseInText,
): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'pause-mark'
  mark.contentEditable = 'false'
  mark.ariaHidden = 'true'
  const show = (seconds: number): void => {
    mark.style.borderBottomWidth = `${Math.min(THICKEST, Math.max(1, Math.round(seconds * PIXELS_A_SECOND)))}px`
    mark.title = `Pause of ${seconds.toFixed(2)} s: drag to change it`
    mark.dataset.seconds = seconds.toFixed(2)
  }
  show(pause.seconds)
  mark.addEventListener('pointerdown', (event) => {
    const end = getPosition()
    if (end === undefined) return
    event.preventDefault()
    const range = { from: end - (pause.end - pause.start), to: end }
    const tempo = tempoAt(view, range.from)
    const { min, max } = limitsOf(pause.seconds, tempo)
    let seconds = pause.seconds
    const move = ({ clientX }: PointerEvent): void => {
      const wanted = pause.seconds + (clientX - event.clientX) / DRAG_PIXELS_A_SECOND
      seconds = Math.min(max, Math.max(min, wanted))
      show(seconds)
    }
    mark.setPointerCapture(event.pointerId)
    mark.classList.add('is-dragged')
    mark.addEventListener('pointermove', move)
    const done = (): void => {
      mark.removeEventListener('pointermove', move)
      mark.classList.remove('is-dragged')
      if (seconds !== pause.seconds) setTempo(view, range, tempoFor(seconds, { seconds: pause.seconds, tempo }))
    }
    mark.addEventListener('pointerup', done, { once: true })
  })
  return mark
}

function tempoAt(view: EditorView, position: number): number {
  const found = view.state.doc.nodeAt(position)?.marks.find(({ type }) => type === scriptSchema.marks.tempo)
  return (found?.attrs.value as number | undefined) ?? 1
}

function setTempo(view: EditorView, { from, to }: { from: number; to: number }, value: number | undefined): void {
  const { tr } = view.state
  const type = scriptSchema.marks.tempo!
  tr.removeMark(from, to, type)
  if (value !== undefined) tr.addMark(from, to, type.create({ value }))
  view.dispatch(tr)
}
