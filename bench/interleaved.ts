/**
 * Eight callers ask for different texts at once: streams in several formats, timing and explanations. Every answer must equal the
 * answer to the same request alone, byte by byte. Exits with 1 if one does not.
 *   npm run bench -- interleaved [requests]
 */
import { interleave } from '../test/fuzz/interleave.ts'
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { printTable } from './support/print-table.ts'

const REQUESTS = Number(process.argv[2] ?? 10_000)
const CALLERS = 8

const service = await startBenchService({ AVATARS_FILE: TONE_AVATARS, SEGMENT_CACHE_MB: '64' })
const began = performance.now()
const keys = Array.from({ length: CALLERS }, () => BENCH_KEY)
const { requests, wrong } = await interleave({ url: service.url, keys, requests: REQUESTS })
const seconds = (performance.now() - began) / 1000
await service.stop()

printTable([
  {
    callers: CALLERS,
    requests,
    'answers that differ from those alone': wrong.length,
    'requests a second': (requests / seconds).toFixed(0),
  },
])
for (const line of wrong.slice(0, 10)) console.error(line)
if (wrong.length > 0) process.exitCode = 1
