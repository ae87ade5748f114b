import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Metrics of webhooks. */
export interface WebhookMetrics {
  /** `refused`: answered with another status than 2xx. `delayMs`: from when the attempt was due to when it began. */
  webhookAttempted(outcome: 'delivered' | 'refused' | 'unanswered', delayMs: number): void
  webhookHostsPaused(hosts: number): void
}

const DELAY_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Registers what this process sends. */
export function registerWebhookMetrics(registry: Registry, countPending: () => Promise<number>): WebhookMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'declaim_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['delivered', 'refused', 'unanswered']) attempts.inc({ outcome }, 0)
  const delay = new Histogram({
    name: 'declaim_webhook_delay_seconds',
    help: 'From when an attempt was due to when it began',
    buckets: DELAY_SECONDS,
    registers,
  })
  new Gauge({
    name: 'declaim_webhook_deliveries_pending',
    help: 'Deliveries of webhooks that are not done, of all processes',
    registers,
    async collect() {
      this.set(await countPending())
    },
  })
  const paused = new Gauge({
    name: 'declaim_webhook_hosts_paused',
    help: 'Hosts that do not answer webhooks and are tried less often',
    registers,
  })
  return {
    webhookAttempted(outcome, delayMs) {
      attempts.inc({ outcome })
      delay.observe(Math.max(0, delayMs) / 1000)
    },
    webhookHostsPaused: (hosts) => paused.set(hosts),
  }
}
