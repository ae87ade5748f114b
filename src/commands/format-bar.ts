const BAR_WIDTH = 30

/** How far work has come, from 0 to 1, such as `[#####     ] 50 %`. */
export function formatBar(part: number): string {
  const done = Math.min(1, part)
  return `[${'#'.repeat(Math.round(done * BAR_WIDTH)).padEnd(BAR_WIDTH)}] ${Math.floor(done * 100)} %`
}
