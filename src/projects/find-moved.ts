/**
 * The fewest items by whose moves one order becomes another: those outside of the longest part that keeps its order. Both lists have the
 * same items, each once.
 */
export function findMoved<Item>(before: readonly Item[], after: readonly Item[]): ReadonlySet<Item> {
  const places = new Map(before.map((item, index) => [item, index]))
  /** Of each length, the end of the part of that length whose last place is lowest. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  const place = (index: number): number => places.get(after[index]!)!
  for (let index = 0; index < after.length; index += 1) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (place(ends[middle]!) < place(index)) low = middle + 1
      else high = middle
    }
    previous.push(ends[low - 1])
    ends[low] = index
  }
  const moved = new Set(after)
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) moved.delete(after[index]!)
  return moved
}
