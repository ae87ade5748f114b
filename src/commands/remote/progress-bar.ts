import type { WriteStream } from 'node:tty'
import { formatBar } from '../format-bar.ts'

/** A line on a terminal that is drawn again as work proceeds; nothing on other streams. */
export type ProgressBar = {
  /** `label` says what is counted, such as `12 of 80 clips`. */
  draw(done: number, total: number, label: string): void
  /** Makes room for another line, such as a result on the same terminal. */
  clear(): void
  /** Ends the line. */
  end(): void
}

export function createProgressBar(stream: Pick<WriteStream, 'isTTY' | 'write'>): ProgressBar {
  let drawn = ''
  return {
    draw(done, total, label) {
      const line = `${formatBar(total === 0 ? 1 : done / total)}  ${label}`
      if (!stream.isTTY || line === drawn) return
      drawn = line
      stream.write(`\r${line}\u001b[K`)
    },
    clear() {
      if (drawn !== '') stream.write('\r\u001b[K')
      drawn = ''
    },
    end() {
      if (drawn !== '') stream.write('\n')
      drawn = ''
    },
  }
}
