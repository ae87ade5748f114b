/** Marks the words of a page that have comments, without a change of its elements. */
export function markCommented(ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete('commented')
  if (ranges.length === 0) return
  const highlight = new Highlight(...ranges)
  // Words that are spoken or inspected are shown as such.
  highlight.priority = -1
  CSS.highlights.set('commented', highlight)
}
