import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Milliseconds between two attempts to write to a slow reader, and the most waits for one line. */
const WAIT_MS = 5
const MOST_WAITS = 200

const waiting = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes lines to standard output or another file descriptor, synchronously and in order. Drops lines that cannot be written: a closed terminal, a closed
 * pipe or a full disk must not stop the service. Pino's own destination retries them for ever. A reader that has stopped is waited for once, not for every line.
 */
export function openStandardOutput(fd = 1): DestinationStream {
  let waitsLeft = MOST_WAITS
  return {
    write(line) {
      for (let rest = Buffer.from(line); rest.length > 0; ) {
        try {
          rest = rest.subarray(writeSync(fd, rest))
          waitsLeft = MOST_WAITS
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waitsLeft === 0) return
          waitsLeft -= 1
          Atomics.wait(waiting, 0, 0, WAIT_MS)
        }
      }
    },
  }
}
