/** A number with its noun, such as `1 voice` or `2 voices`. The noun is in the singular and takes an "s". */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
