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
 * Watches the element of a paragraph, which is not drawn as near yet, in a script with so many of them. The listener is told when it comes near
 * and goes, until the returned function is called.
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
  listeners.set(element, { id, listen })
  openObserver().observe(element)
  return () => {
    observer?.unobserve(element)
    waiting.delete(element)
    listeners.delete(element)
    near.delete(id())
  }
}

function openObserver(): IntersectionObserver {
  if (observer !== undefined) return observer
  const root = document.querySelector('.main')
  root?.addEventListener('scroll', noteScroll, { passive: true })
  observer = new IntersectionObserver(notice, { root, rootMargin: `${MARGIN}px 0px` })
  return observer
}

/** Milliseconds of each frame in which paragraphs are made ready. The rest of the frame is for scrolling and typing. */
const SLICE_MS = 4
/** Milliseconds for which a paragraph waits while the page scrolls: one that flies past costs nothing. */
const PASSING_MS = 150

type Change = { readonly isNear: boolean; readonly since: number }

/** Paragraphs that came near or went, and are not drawn so yet. */
const waiting = new Map<Element, Change>()
let isSliceDue = false
let lastScroll = -Infinity

function notice(entries: readonly IntersectionObserverEntry[]): void {
  const since = performance.now()
  for (const { target, isIntersecting } of entries) {
    const known = listeners.get(target)
    if (known === undefined) continue
    waiting.delete(target)
    if (near.has(known.id()) !== isIntersecting) waiting.set(target, { isNear: isIntersecting, since })
  }
  planSlice(0)
}

function noteScroll(): void {
  lastScroll = performance.now()
}

function planSlice(delayMs: number): void {
  if (isSliceDue || waiting.size === 0) return
  isSliceDue = true
  setTimeout(() => requestAnimationFrame(cutSlice), delayMs)
}

/** Draws some of the paragraphs that wait, as many as a frame has time for. */
function cutSlice(): void {
  isSliceDue = false
  const begun = performance.now()
  const isScrolling = begun - lastScroll < PASSING_MS
  const ready = [...waiting].filter(([, { since }]) => !isScrolling || begun - since >= PASSING_MS)
  // First what came last, which is seen now.
  const ordered = ready.toReversed().toSorted(([, one], [, other]) => Number(other.isNear) - Number(one.isNear))
  const changed: string[] = []
  for (const [element, { isNear: comes }] of ordered) {
    waiting.delete(element)
    const known = listeners.get(element)
    if (known === undefined) continue
    const id = known.id()
    if (comes) near.add(id)
    else near.delete(id)
    known.listen(comes)
    changed.push(id)
    if (performance.now() - begun > SLICE_MS) break
  }
  if (changed.length > 0) onChange(changed)
  planSlice(ready.length > changed.length ? 0 : PASSING_MS)
}

/** Notes that a paragraph has another id now, as pasted ones get. */
export function renameNear(before: string, after: string): void {
  if (before !== after && near.delete(before)) near.add(after)
}

/** Forgets all paragraphs, and the place in which they were watched. */
export function forgetNear(): void {
  observer?.disconnect()
  observer?.root?.removeEventListener('scroll', noteScroll)
  observer = undefined
  waiting.clear()
  near.clear()
}
