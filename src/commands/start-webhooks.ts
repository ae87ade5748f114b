import type { Config } from '../config.ts'
import { createWakeUp, type WakeUp } from '../jobs/wake-up.ts'
import { HostTurns } from '../jobs/webhooks/host-turns.ts'
import type { AddressRules, Resolve } from '../jobs/webhooks/public-address.ts'
import { runWebhookJobs, type WebhookWorker } from '../jobs/webhooks/run-webhook-jobs.ts'

/** Messages that a process sends at the same time. They mostly wait for answers, and an account gets six of them. */
const AT_ONCE = 48
/** Delay after which deliveries of other processes are noticed, at most. */
const POLL_MS = 2000

/** What all parts of the service need to know of webhooks. */
export type Webhooks = AddressRules & { readonly wakeUp: WakeUp; wake(): void }

export function createWebhooks(
  { webhookPrivateAddresses }: Pick<Config, 'webhookPrivateAddresses'>,
  resolve: Resolve,
): Webhooks {
  const wakeUp = createWakeUp(POLL_MS)
  return {
    resolve,
    allowsPrivate: webhookPrivateAddresses === 'allow',
    wakeUp,
    wake: () => wakeUp.call(),
  }
}

/** Delivers webhooks until it is stopped. */
export function startWebhooks(
  worker: Omit<WebhookWorker, 'hosts'>,
  onPaused: (hosts: number) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const sending = { ...worker, hosts: new HostTurns({ onPaused }) }
  const running = Array.from({ length: AT_ONCE }, () => runWebhookJobs(sending, stopping.signal))
  return {
    async stop() {
      stopping.abort(new Error('The service is stopping'))
      await Promise.all(running)
    },
  }
}
