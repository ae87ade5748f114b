/**
 * A process of its own with a thread that its watchdog gives up in the middle of a model's run. `wait`: ends when that thread has
 * ended. `leave`: ends while it computes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PooledThread } from '../../src/speaking/threads/pool/pooled-thread.ts'
import type { EchoCalls } from './echo-thread.ts'

const entry = new URL('./echo-thread.ts', import.meta.url)
const kind = { name: 'echo', purpose: 'echo', entry, data: { voice: 'ember' }, silenceTimeoutMs: 800 }
const thread = new PooledThread<EchoCalls>(kind, () => process.stdout.write('given up\n'))
await thread.ready
/** Long enough to outlast the watchdog and the grace time. */
const frames = Number(process.argv[3])
await thread.ask('vocode', frames).catch((error: Error) => process.stdout.write(`${error.message}\n`))
const echo = await thread.ask('echo', Uint8Array.of(1))
process.stdout.write(`echo ${echo.join()}\n`)
await thread.close()
if (process.argv[2] === 'leave') process.exit(0)
// The thread that was given up does not keep the process alive.
while (process.listenerCount('exit') > 0) await sleep(20)
