import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type Person, people } from '../projects/presence.ts'
import { currentView, toPositions } from './editor-view.ts'
import { isNear } from './near-paragraphs.ts'
import { doc } from './script-state.ts'

/** Who else has the script open. */
export function PeopleHere() {
  if (people.value.length === 0) return null
  return (
    <ul class="people" aria-label="Also in this script">
      {people.value.map((person) => (
        <li key={person.pageId} class="person" title={nameOf(person)}>
          <span aria-hidden="true">{initialsOf(person)}</span>
          <span class="visually-hidden">{nameOf(person)}</span>
        </li>
      ))}
    </ul>
  )
}

function nameOf({ name }: Person): string {
  return name ?? 'Somebody without a name'
}

/** The first letters of the first and the last name. */
function initialsOf({ name }: Person): string {
  const words = (name ?? '').split(/\s+/).filter((word) => word !== '')
  const [first = '?', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last]
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}

/** Thin marks where the cursors of others are, over the text. */
export function OtherCursors() {
  const layer = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    const [shown, script] = [people.value, doc.value]
    const { current } = layer
    if (current === null || (shown.length === 0 && current.childElementCount === 0)) return undefined
    const frame = requestAnimationFrame(() => draw(current, shown))
    void script
    return () => cancelAnimationFrame(frame)
  })
  useEffect(() => {
    const { current } = layer
    if (current === null) return undefined
    // Lines break elsewhere in a page of another width.
    const observer = new ResizeObserver(() => {
      if (people.peek().length > 0) draw(current, people.peek())
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return <div ref={layer} class="other-cursors" aria-hidden="true" />
}

function draw(layer: HTMLElement, shown: readonly Person[]): void {
  const view = currentView()
  const base = layer.getBoundingClientRect()
  const marks = shown.flatMap((person) => {
    const { cursor } = person
    // Far from what is seen, paragraphs are not laid out.
    if (view === undefined || cursor === undefined || !isNear(cursor.paragraphId)) return []
    const place = toPositions({ paragraphId: cursor.paragraphId, start: cursor.offset, end: cursor.offset })
    if (place === undefined) return []
    const { left, top, bottom } = view.coordsAtPos(place[0])
    const mark = document.createElement('span')
    mark.className = 'other-cursor'
    mark.dataset.initials = initialsOf(person)
    mark.style.translate = `${left - base.left}px ${top - base.top}px`
    mark.style.height = `${bottom - top}px`
    return [mark]
  })
  layer.replaceChildren(...marks)
}
