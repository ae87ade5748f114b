/** Paragraphs of a script that are all shown whole: fewer cost nothing. */
const FEW = 60
/** Pixels around what is seen in which paragraphs are ready. */
const MARGIN = 1200

type Listener = (isNear: boolean) => void

/** Ids of the paragraphs that have their controls and underlines. */
const near = new Set<string>()
const listeners = new WeakMap<Element, { readonly id: () => string; readonly listen: Listener }>()
let observer: IntersectionObserver | undefined
let onChange: (ids: readonly string[]) => void = () => {}

/** Whether a paragraph is seen, or soon may be. Others have no controls and underlines, which would be most of a long page. */
export function isNear(paragraphId: string): boolean {
  return near.has(paragraphId)
}

/** Calls the function with the ids of the paragraphs that come near or go. */
export function listenToNear(listener: (ids: readonly string[]) => void): void {
  onChange = listener
}

/**
 * Watches the element of a paragraph of a script with so many of them, until the returned function is called. The listener is told whether it is
 * near, first at once.
 */
export function watchParagraph(
  element: Element,
  { id, count, listen }: { readonly id: () => string; readonly count: number; readonly listen: Listener },
): () => void {
  if (count <= FEW) {
    near.add(id())
    listen(true)
    return () => void near.delete(id())
  }
  listen(false)
  listeners.set(element, { id, listen })
  openObserver().observe(element)
  return () => {
    observer?.unobserve(element)
    near.delete(id())
  }
}

function openObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(notice, {
    root: document.querySelector('.main'),
    rootMargin: `${MARGIN}px 0px`,
  })
  return observer
}

function notice(entries: readonly IntersectionObserverEntry[]): void {
  const changed: string[] = []
  for (const { target, isIntersecting } of entries) {
    const known = listeners.get(target)
    if (known === undefined) continue
    const id = known.id()
    if (near.has(id) === isIntersecting) continue
    if (isIntersecting) near.add(id)
    else near.delete(id)
    known.listen(isIntersecting)
    changed.push(id)
  }
  if (changed.length > 0) onChange(changed)
}

/** Notes that a paragraph has another id now, as pasted ones get. */
export function renameNear(before: string, after: string): void {
  if (before !== after && near.delete(before)) near.add(after)
}

/** Forgets all paragraphs, and the place in which they were watched. */
export function forgetNear(): void {
  observer?.disconnect()
  observer = undefined
  near.clear()
}
