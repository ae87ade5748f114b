import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../../test/support/server-process.ts'

export const BENCH_KEY = 'key-of-the-benchmarks-that-nobody-guesses'

export type BenchService = ServerProcess & { readonly dataDirectory: string }

/**
 * `declaim serve` in a process of its own, on an empty data directory, without a segment cache and with limits that no
 * benchmark meets. Its log holds errors alone, as what reads a log differs from one machine to the next.
 */
export async function startBenchService(settings: Readonly<Record<string, string>> = {}): Promise<BenchService> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-bench-'))
  const server = await startServerProcess({
    DATA_DIR: dataDirectory,
    DECLAIM_BOOTSTRAP_KEY: BENCH_KEY,
    RENDER_THREADS: '2',
    SEGMENT_CACHE_MB: '0',
    REQUESTS_PER_SECOND: '1000000',
    REQUEST_BURST: '1000000',
    LOG_LEVEL: 'error',
    METRICS_ADDRESS: '127.0.0.1:0',
    // Empty: the default. Tests do without.
    WARM_UP_MS: '',
    ...settings,
  })
  return {
    ...server,
    dataDirectory,
    async stop() {
      const code = await server.stop()
      await rm(dataDirectory, { recursive: true })
      return code
    },
  }
}
