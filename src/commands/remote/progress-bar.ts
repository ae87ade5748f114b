import type { WriteStream } from 'node:tty'

const BAR_WIDTH = 30

/** A line on a terminal that is drawn again as work proceeds; nothing on other streams. */
export type ProgressBar = {
  /** `label` says what is counted, such as `12 of 80 clips`. */
  draw(done: number, total: number, label: string): void
  /** Ends the line. */
  end(): void
}

export function createProgressBar(stream: Pick<WriteStream, 'isTTY' | 'write'>): ProgressBar {
  let drawn = ''
  return {
    draw(done, total, label) {
      const part = total === 0 ? 1 : Math.min(1, done / total)
      const bar = '#'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH)
      const line = `[${bar}] ${Math.floor(part * 100)} %  ${label}`
      if (!stream.isTTY || line === drawn) return
      drawn = line
      stream.write(`\r${line}\u001b[K`)
    },
    end() {
      if (drawn !== '') stream.write('\n')
      drawn = ''
    },
  }
}
