import { moveParagraphsTo } from './edit-paragraphs.ts'
import { paragraphs } from './script-state.ts'

/** Pixels that a pointer moves before it drags: less is a click. */
const SLACK = 5

/** Where dragged paragraphs would go: an element before or behind which they come. */
type Target = { readonly element: HTMLElement; readonly isAfter: boolean; readonly index: number }

/** Drags paragraphs to another place in the script, over its paragraphs or over the scenes of the outline. */
export function startDrag(event: PointerEvent, ids: readonly string[]): void {
  if (event.button !== 0) return
  const handle = event.currentTarget as HTMLElement
  const [x, y] = [event.clientX, event.clientY]
  let target: Target | undefined
  let isDragging = false
  const show = (next: Target | undefined): void => {
    target?.element.classList.remove('is-target-before', 'is-target-after')
    next?.element.classList.add(next.isAfter ? 'is-target-after' : 'is-target-before')
    target = next
  }
  const move = (moved: PointerEvent): void => {
    if (!isDragging && Math.hypot(moved.clientX - x, moved.clientY - y) < SLACK) return
    if (!isDragging) handle.setPointerCapture(moved.pointerId)
    isDragging = true
    document.documentElement.classList.add('is-moving')
    show(findTarget(moved, ids))
  }
  const end = (ended: PointerEvent | KeyboardEvent): void => {
    if (ended instanceof KeyboardEvent && ended.key !== 'Escape') return
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', end, true)
    document.documentElement.classList.remove('is-moving')
    const found = target
    show(undefined)
    if (!isDragging) return
    // What ends here was no click.
    const swallow = (click: Event): void => click.stopImmediatePropagation()
    handle.addEventListener('click', swallow, { capture: true })
    setTimeout(() => handle.removeEventListener('click', swallow, { capture: true }))
    if (found !== undefined && ended.type === 'pointerup') moveParagraphsTo(ids, found.index)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
  addEventListener('keydown', end, true)
}

function findTarget({ clientX, clientY }: PointerEvent, ids: readonly string[]): Target | undefined {
  const element = document
    .elementsFromPoint(clientX, clientY)
    .map((one) => one.closest<HTMLElement>('[data-paragraph], [data-scene]'))
    .find((one) => one !== null)
  const id = element?.dataset.paragraph ?? element?.dataset.scene
  if (element == null || id === undefined || ids.includes(id)) return undefined
  const box = element.getBoundingClientRect()
  const index = paragraphs.value.findIndex(({ attributes }) => attributes.id === id)
  // Behind a scene in the outline is before the next one, which is its own target.
  const isAfter = element.dataset.scene === undefined && clientY > box.top + box.height / 2
  return { element, isAfter, index: isAfter ? index + 1 : index }
}
