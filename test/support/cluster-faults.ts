import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultLab } from './fault-lab.ts'
import type { Fault } from './fault-proxy.ts'
import type { ServerProcess } from './server-process.ts'
import { TEST_KEY } from './test-service.ts'

/** Lets a fault happen while clips are accepted and rendered, and repairs it. */
export type ClusterFault = (lab: FaultLab, clips: number) => Promise<void>

/** How long S3 fails, and PostgreSQL is away. */
const OUTAGE_MS = 1000

export const CLUSTER_FAULTS: Readonly<Record<string, ClusterFault>> = {
  'SIGKILL of a worker during bulk': async (lab, clips) => {
    await lab.accept(clips)
    // Workers have several clips in hand at any time until none waits.
    const victim = lab.workers.shift()!
    await victim.kill()
    lab.workers.push(await lab.cluster.start('worker'))
  },
  'SIGKILL of an API node right after its answers': async (lab, clips) => {
    await lab.accept(Math.ceil(clips / 2))
    const rest = lab.accept(Math.floor(clips / 2))
    await lab.apis.shift()!.kill()
    lab.apis.push(await lab.cluster.start('api'))
    await rest
  },
  'crash and restart of PostgreSQL during bulk': async (lab, clips) => {
    await lab.accept(Math.ceil(clips / 2))
    const rest = lab.accept(Math.floor(clips / 2))
    await lab.cluster.postgres.crash()
    await expectRefusal(lab)
    await sleep(OUTAGE_MS)
    await lab.cluster.postgres.start()
    await rest
  },
  'S3 answers 503': failS3('unavailable'),
  'S3 is slow': failS3('slow'),
  'a worker is stopped during bulk': async (lab, clips) => {
    await lab.accept(clips)
    const code = await lab.workers.shift()!.stop()
    if (code !== 0) throw new Error(`The worker that was stopped ended with ${code}`)
    lab.workers.push(await lab.cluster.start('worker'))
  },
  'S3 resets connections': failS3('reset'),
  'S3 reads and never answers': failS3('silent'),
  'S3 answers the headers and stops': failS3('half'),
  'S3 refuses connections': cutOffS3('refusing'),
  'S3 accepts no connection': cutOffS3('deaf'),
}

/** Without its database, a node answers that it is unavailable. */
async function expectRefusal({ apis }: FaultLab): Promise<void> {
  const body = JSON.stringify({ speaker_id: 3, text: 'Nobody keeps this.' })
  const answer = await fetch(`${apis[0]!.url}/v1/tts/clips`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
    body,
  })
  if (answer.status !== 503) throw new Error(`A node without its database answered ${answer.status}`)
}

/** Until requests have met the fault, and for a while. */
function failS3(fault: Fault): ClusterFault {
  return async (lab, clips) => {
    const { proxy } = lab.cluster
    const before = proxy.faults()
    await proxy.set(fault)
    await lab.accept(clips)
    while (proxy.faults() === before) await sleep(10)
    await sleep(OUTAGE_MS)
    await proxy.set('none')
  }
}

/** Until clips of every worker wait for it. */
function cutOffS3(fault: 'refusing' | 'deaf'): ClusterFault {
  return async (lab, clips) => {
    const { proxy } = lab.cluster
    await proxy.set(fault)
    await lab.accept(clips)
    for (const worker of lab.workers) while ((await readChecks(worker)).clips === 'ok') await sleep(100)
    await proxy.set('none')
  }
}

async function readChecks({ operationsUrl }: ServerProcess): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${operationsUrl}/readyz`)
  return ((await answer.json()) as { checks: Record<string, string> }).checks
}
