/**
 * How late the event loop is while requests name large replacement libraries: at their first use, when they are compiled,
 * and afterwards. Other callers wait that long. The engine is the tone engine.
 *   npm run bench -- library-load
 */
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { startWatchedBenchService } from './support/event-loop-delay.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs } from './support/percentile.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'

const REPLACEMENTS = 10_000
const LIBRARIES = 12
const GOAL_MS = 20

const service = await startWatchedBenchService({ AVATARS_FILE: TONE_AVATARS })
const callers = Array.from({ length: 5 }, () => openHttpCaller(service.url))
const [caller] = callers

async function addLibrary(number: number): Promise<string> {
  const { library_id } = JSON.parse(
    successOf(await caller!.call('/replacement_libraries', { name: `Library ${number}` })).toString(),
  )
  const rows = Array.from({ length: REPLACEMENTS }, (_, row) => ({
    original: row % 10 === 0 ? `product${row} of line ${number}` : `product${row}x${number}`,
    replacement_text: row % 2 === 0 ? 'TUH-puhl' : 'the thing',
    is_phonetic_respelling: row % 2 === 0,
  }))
  successOf(await caller!.call(`/replacement_libraries/${library_id}/replacements/bulk`, rows))
  return library_id
}

const rows: TableRow[] = []
let worst = 0

async function measure(name: string, expected: number, libraryIds: readonly string[], count = 1): Promise<void> {
  await service.readEventLoopDelay()
  const body = { speaker_id: 3, text: 'Ask for product12x3 today.', library_ids: libraryIds }
  const answers = await Promise.all(callers.slice(0, count).map((one) => one.call('/input_validated', body)))
  const { p50, p99, max } = await service.readEventLoopDelay()
  for (const { status } of answers) if (status !== expected) throw new Error(`${name} answered ${status}`)
  worst = Math.max(worst, p99)
  const answerMs = Math.max(...answers.map(({ totalMs }) => totalMs))
  rows.push({
    requests: name,
    'answer ms': formatMs(answerMs),
    'loop p50 ms': p50.toFixed(1),
    'loop p99 ms': p99.toFixed(1),
    'loop max ms': max.toFixed(1),
  })
}

const ids: string[] = []
for (let number = 0; number < LIBRARIES; number++) ids.push(await addLibrary(number))
await measure('none', 200, [])
await measure('5 libraries, first use', 200, ids.slice(0, 5))
await measure('the same 5 libraries again', 200, ids.slice(0, 5))
await measure('5 other libraries, first use by 5 callers at once', 200, ids.slice(5, 10), 5)
await measure(`${LIBRARIES} libraries, more than a request may use`, 400, ids)
printTable(rows)
printGoal(`the event loop is at most ${GOAL_MS} ms late (p99)`, worst <= GOAL_MS)
for (const one of callers) one.close()
await service.stop()
process.exitCode = worst <= GOAL_MS ? 0 : 1
