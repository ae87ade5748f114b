/**
 * Resident memory of the service after more and more /stream requests of four callers with the tone engine, beside a
 * bare node:http server that answers the same bytes.
 *   npm run bench -- memory [requests]
 */
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { startBareRival } from './support/bare-rival.ts'
import { startBenchService } from './support/bench-service.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatRatio } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'
import { readProcessFigures } from './support/process-figures.ts'

const REQUESTS = Number(process.argv[2] ?? 10_000)
const CALLERS = 4
const GOAL = 1.05
const BODY = { speaker_id: 3, text: 'Good morning, and thank you for calling.' }

async function callTimes(url: string, count: number): Promise<void> {
  let left = count
  const work = Array.from({ length: CALLERS }, async () => {
    const caller = openHttpCaller(url)
    while (left-- > 0) successOf(await caller.call('/stream', BODY))
    caller.close()
  })
  await Promise.all(work)
}

const service = await startBenchService({ AVATARS_FILE: TONE_AVATARS })
const caller = openHttpCaller(service.url)
const rival = await startBareRival(successOf(await caller.call('/stream', BODY)))
caller.close()

const measured: { readonly requests: number; readonly ours: number; readonly bare: number }[] = []
let made = 0
for (const part of [0, 0.01, 0.1, 0.25, 0.5, 0.75, 1]) {
  const requests = Math.round(part * REQUESTS)
  await callTimes(service.url, requests - made)
  await callTimes(rival.url, requests - made)
  made = requests
  measured.push({
    requests,
    ours: readProcessFigures(service.child.pid!).megabytes,
    bare: readProcessFigures(rival.pid).megabytes,
  })
}
await rival.stop()
await service.stop()

const early = measured[2]!
printTable(
  measured.map(({ requests, ours, bare }) => ({
    requests,
    'service MB': ours.toFixed(0),
    [`against ${early.requests}`]: formatRatio(ours, early.ours),
    'bare server MB': bare.toFixed(0),
    'bare against the same': formatRatio(bare, early.bare),
  })),
)
const growth = measured.at(-1)!.ours / early.ours
printGoal(`at most ${GOAL}x from request ${early.requests} to ${REQUESTS}`, growth <= GOAL)
