import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLUSTER_FAULTS } from '../support/cluster-faults.ts'
import { clockAhead, type FaultLab, openFaultLab } from '../support/fault-lab.ts'
import { openSingleLab, SINGLE_FAULTS } from '../support/single-faults.ts'

const FINE = { lost: 0, doubled: 0, failed: 0, wrong: 0 }
const CLIPS = 25

let lab: FaultLab
beforeAll(async () => {
  // An API node and a worker are 5 minutes ahead of the others.
  lab = await openFaultLab({ otherSettings: clockAhead('+5m') ?? {} })
})
afterAll(() => lab.close())

test.skipIf(clockAhead('+5m') === undefined)('the clocks of the nodes differ by 5 minutes', async () => {
  const times = await Promise.all(
    lab.apis.map(async ({ url }) => Date.parse((await fetch(`${url}/health`)).headers.get('date')!)),
  )
  expect(Math.abs(times[1]! - times[0]! - 300_000)).toBeLessThan(10_000)
})

test('100 mixed clips sent to two API nodes are each rendered once, with the audio of their text', async () => {
  await lab.accept(100)
  expect(await lab.judge()).toEqual({ ...FINE, accepted: 100 })
}, 300_000)

test.each(Object.entries(CLUSTER_FAULTS))(
  'no clip is lost, doubled or wrong: %s',
  async (_, fault) => {
    await fault(lab, CLIPS)
    expect(await lab.judge()).toEqual({ ...FINE, accepted: CLIPS })
  },
  300_000,
)

test('no clip is lost, doubled or wrong: SIGKILL of the only process with SQLite and files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-single-'))
  const single = await openSingleLab(folder)
  const { run } = SINGLE_FAULTS['SIGKILL of the only process right after its answers']!
  expect(await run(single, { clips: CLIPS, disk: undefined })).toEqual({ ...FINE, accepted: CLIPS })
  await single.close()
  await rm(folder, { recursive: true })
}, 300_000)
