/**
 * Sends random requests to every route of the API, made from its own document, and checks that each answer is documented: status,
 * content type, body and headers. Also watches the memory. Exits with 1 if an answer is wrong.
 *   npm run bench -- api-fuzz [requests] [seed]
 */
import { fuzzApi } from '../test/fuzz/fuzz-api.ts'
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { printGoal, printTable } from './support/print-table.ts'

const REQUESTS = Number(process.argv[2] ?? 100_000)
const SEED = Number(process.argv[3] ?? 1)
/** Memory may grow that much from the second quarter of the run to the last. */
const FLAT = 1.15

const service = await startBenchService({
  AVATARS_FILE: TONE_AVATARS,
  MAX_LIBRARIES: '1000000',
  WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  // What is asked here is whether answers are right. On a busy machine, some would be refused.
  MAX_EVENT_LOOP_DELAY_MS: '60000',
  READS_PER_SECOND: '1000000',
  READ_BURST: '1000000',
})
const memory: { readonly sent: number; readonly megabytes: number }[] = []
const began = performance.now()
const { answers, problems } = await fuzzApi({
  url: service.url,
  key: BENCH_KEY,
  requests: REQUESTS,
  seed: SEED,
  async onBatch(sent) {
    memory.push({ sent, megabytes: await readMemory() })
  },
})
const seconds = (performance.now() - began) / 1000
await service.stop()
for (const line of service.lines.filter((one) => /"level":[56]0/.test(one)).slice(0, 5)) console.error(line)

const statuses = [...new Set([...answers.values()].flatMap((counts) => [...counts.keys()]))].toSorted((a, b) => a - b)
printTable(
  [...answers].map(([operation, counts]) => ({
    [`${REQUESTS} requests, seed ${SEED}`]: operation,
    ...Object.fromEntries(statuses.map((status) => [`status ${status}`, counts.get(status) ?? 0])),
  })),
)

const meanBetween = (start: number, end: number): number => {
  const part = memory.filter(({ sent }) => sent > start * REQUESTS && sent <= end * REQUESTS)
  return part.reduce((sum, { megabytes }) => sum + megabytes, 0) / part.length
}
console.log('')
printTable(
  [0, 0.25, 0.5, 0.75].map((start) => ({
    'part of the run': `${start * 100} to ${(start + 0.25) * 100} %`,
    'memory of the process, MB': meanBetween(start, start + 0.25).toFixed(0),
  })),
)
console.log(`\n${(REQUESTS / seconds).toFixed(0)} requests a second; ${problems.length} kinds of wrong answers`)
for (const problem of problems) console.error(problem)
const growth = meanBetween(0.75, 1) / meanBetween(0.25, 0.5)
printGoal(`memory of the last quarter at most ${FLAT} times that of the second (${growth.toFixed(2)})`, growth <= FLAT)
if (problems.length > 0 || growth > FLAT) process.exitCode = 1

async function readMemory(): Promise<number> {
  const text = await (await fetch(`${service.operationsUrl}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]) / 1e6
}
