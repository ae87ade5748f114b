/** Formats whole milliseconds as `01:02:03.004`. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`
}
