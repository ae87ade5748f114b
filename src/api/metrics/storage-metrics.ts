import { Histogram, type Registry } from 'prom-client'
import type { StorageCall } from '../../storage/watch-storage.ts'

/** Metrics of what keeps records and audio. */
export interface StorageMetrics {
  storageAnswered(call: StorageCall): void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export function registerStorageMetrics(registry: Registry): StorageMetrics {
  const duration = new Histogram({
    name: 'declaim_storage_duration_seconds',
    help: 'Until the database answers a query, and until audio is stored, found or removed',
    labelNames: ['store', 'operation'],
    buckets: SECONDS,
    registers: [registry],
  })
  return {
    storageAnswered: ({ store, operation, seconds }) => duration.observe({ store, operation }, seconds),
  }
}
