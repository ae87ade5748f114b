/**
 * Faults while clips are accepted and rendered, round after round: what became of every clip that was accepted. Two API nodes, two
 * workers, PostgreSQL and an S3 server behind a proxy that fails; the clock of an API node and of a worker is 5 minutes ahead. A
 * full disk and a killed process are tried on one process with SQLite and files. Every clip is compared with what a service with a
 * storage of its own speaks.
 *   npm run bench -- faults [rounds] [clips a round] [part of the name of the faults to try]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLUSTER_FAULTS } from '../test/support/cluster-faults.ts'
import { clockAhead, openFaultLab } from '../test/support/fault-lab.ts'
import type { Verdict } from '../test/support/judge-clips.ts'
import { openSingleLab, SINGLE_FAULTS } from '../test/support/single-faults.ts'
import { mountSmallDisk, noSmallDisk } from '../test/support/small-disk.ts'
import { startTestService } from '../test/support/test-service.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 1)
const CLIPS = Number(process.argv[3] ?? 40)
const WANTED = process.argv[4] ?? ''
/** Room for the clips of a round, with some to spare. */
const DISK_MB_A_ROUND = 48

const rows: TableRow[] = []
let isClean = true

async function repeat(fault: string, round: () => Promise<Verdict>): Promise<void> {
  const sum = { accepted: 0, lost: 0, doubled: 0, failed: 0, wrong: 0 }
  const began = performance.now()
  for (let index = 0; index < ROUNDS; index++) {
    const verdict = await round()
    for (const name of Object.keys(sum) as (keyof Verdict)[]) sum[name] += verdict[name]
  }
  const { accepted: clips, ...wrongs } = sum
  isClean &&= Object.values(wrongs).every((count) => count === 0)
  console.error(`${fault}: ${JSON.stringify(sum)}`)
  const seconds = ((performance.now() - began) / 1000 / ROUNDS).toFixed(1)
  rows.push({ fault, rounds: ROUNDS, clips, ...wrongs, 's a round': seconds })
}

const isWanted = ([name]: readonly [string, unknown]): boolean => name.includes(WANTED)

const reference = await startTestService()
const lab = await openFaultLab({ reference, otherSettings: clockAhead('+5m') ?? {} })
try {
  for (const [name, fault] of Object.entries(CLUSTER_FAULTS).filter(isWanted)) {
    await repeat(name, async () => {
      await fault(lab, CLIPS)
      return await lab.judge()
    })
  }
} finally {
  await lab.close()
}

for (const [name, fault] of Object.entries(SINGLE_FAULTS).filter(isWanted)) {
  if (fault.needsSmallDisk && noSmallDisk !== undefined) {
    console.log(`Not tried: ${name}, because ${noSmallDisk}`)
    continue
  }
  const disk = fault.needsSmallDisk ? await mountSmallDisk(DISK_MB_A_ROUND * ROUNDS) : undefined
  const folder = disk?.folder ?? (await mkdtemp(join(tmpdir(), 'declaim-faults-')))
  const single = await openSingleLab(join(folder, 'data'), reference)
  try {
    await repeat(name, () => fault.run(single, { clips: CLIPS, disk }))
  } finally {
    await single.close()
    await (disk === undefined ? rm(folder, { recursive: true }) : disk.remove())
  }
}

await reference.close()

printTable(rows)
printGoal('no clip that was accepted is lost, doubled, FAILED or wrong', isClean)
