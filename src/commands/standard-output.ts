import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Milliseconds between two attempts to write to a reader that is slow, and how many there are. */
const WAIT_MS = 5
const MOST_WAITS = 200

const waiting = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes lines to standard output or another file descriptor, at once and in order. A line that cannot be written is dropped, and the next one is
 * tried again: no terminal that has gone, closed pipe or full disk may stop the service. Pino's own destination throws, and then never ends.
 */
export function openStandardOutput(fd = 1): DestinationStream {
  return {
    write(line) {
      let rest = Buffer.from(line)
      for (let waits = 0; rest.length > 0; ) {
        try {
          rest = rest.subarray(writeSync(fd, rest))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waits === MOST_WAITS) return
          waits += 1
          Atomics.wait(waiting, 0, 0, WAIT_MS)
        }
      }
    },
  }
}
