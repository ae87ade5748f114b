import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { REFUSAL_REASONS, type RefusalReason } from '../../errors.ts'
import type { ThreadLoad } from '../../speaking/threads/job-pool.ts'
import type { DiskCacheFigures } from '../../storage/files/disk-cache.ts'
import { type CacheMetrics, registerCacheMetrics } from './cache-metrics.ts'
import { registerProcessMetrics } from './process-metrics.ts'
import { registerStorageMetrics, type StorageMetrics } from './storage-metrics.ts'
import { registerWebhookMetrics, type WebhookMetrics } from './webhook-metrics.ts'

/** A request that has been answered, or whose answer broke off. */
export type EndedRequest = {
  /** The pattern of the route, such as `/v1/tts/clips/:clip_id`. */
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

/** Metrics of the service. No method takes a text, an id or a key. */
export interface ServiceMetrics extends CacheMetrics, StorageMetrics, WebhookMetrics {
  requestEnded(request: EndedRequest): void
  /** The stream is under way until the returned function is called. */
  streamBegan(): () => void
  /** How long after its request a stream had its first audio. */
  firstAudio(seconds: number): void
  /** `over` is the number of those that exceed the monthly quota of the account's plan. */
  charactersAccepted(characters: number, over: number): void
  speechMade(seconds: number): void
  clipEnded(outcome: 'complete' | 'failed' | 'removed'): void
  exportEnded(outcome: 'complete' | 'failed' | 'canceled'): void
  /** A request was refused that is not wrong in itself. */
  requestRefused(reason: RefusalReason): void
  /** A listener that had asked in time got its next sound so late that it ran out. */
  deadlineMissed(): void
  /** All of it in the text format of Prometheus. */
  format(): Promise<string>
  /** The media type of that format. */
  readonly contentType: string
  close(): void
}

/** Values that are read when the metrics are requested. */
export type MetricSources = {
  readonly countUnfinishedClips: () => Promise<number>
  /** How long the longest-waiting clip has waited for a worker; 0 if none waits. */
  readonly oldestWaitingSeconds: () => Promise<number>
  readonly countPendingDeliveries: () => Promise<number>
  readonly threadLoad: () => ThreadLoad
  /** Undefined if there is no cache. */
  readonly segmentCache: (() => DiskCacheFigures) | undefined
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const FIRST_AUDIO_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5]

/** The metrics of one service, in a registry of their own. */
export function createServiceMetrics(sources: MetricSources): ServiceMetrics {
  const registry = new Registry()
  const requests = registerRequestMetrics(registry)
  const speech = registerSpeechMetrics(registry, sources)
  const cache = registerCacheMetrics(registry, sources.segmentCache)
  const webhooks = registerWebhookMetrics(registry, sources.countPendingDeliveries)
  const storage = registerStorageMetrics(registry)
  const watch = registerProcessMetrics(registry)
  return {
    ...requests,
    ...speech,
    ...cache,
    ...webhooks,
    ...storage,
    format: () => registry.metrics(),
    contentType: registry.contentType,
    close() {
      watch.stop()
      registry.clear()
    },
  }
}

function registerRequestMetrics(registry: Registry): Pick<ServiceMetrics, 'requestEnded' | 'requestRefused'> {
  const registers = [registry]
  const count = new Counter({
    name: 'declaim_requests_total',
    help: 'Requests by route, method and status; 499 if the caller disconnected or the response was cut off',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'declaim_request_duration_seconds',
    help: 'From the request to the last byte of its answer',
    labelNames: ['route', 'method'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'declaim_refusals_total',
    help: 'Requests and messages refused that were not wrong in themselves, by reason',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of REFUSAL_REASONS) refusals.inc({ reason }, 0)
  return {
    requestRefused: (reason) => refusals.inc({ reason }),
    requestEnded({ route, method, status, seconds }) {
      count.inc({ route, method, status })
      duration.observe({ route, method }, seconds)
    },
  }
}

type SpeechMetrics = Pick<
  ServiceMetrics,
  'streamBegan' | 'firstAudio' | 'deadlineMissed' | 'charactersAccepted' | 'speechMade' | 'clipEnded' | 'exportEnded'
>

function registerSpeechMetrics(registry: Registry, sources: MetricSources): SpeechMetrics {
  const registers = [registry]
  const streams = new Gauge({ name: 'declaim_streams_under_way', help: 'Streams being sent', registers })
  const firstAudio = new Histogram({
    name: 'declaim_stream_first_audio_seconds',
    help: 'From the request of a stream to its first audio',
    buckets: FIRST_AUDIO_SECONDS,
    registers,
  })
  const characters = new Counter({
    name: 'declaim_characters_total',
    help: 'Characters of the texts accepted to be spoken',
    registers,
  })
  const charactersOver = new Counter({
    name: 'declaim_characters_over_quota_total',
    help: 'Characters accepted beyond the month of a plan with a soft end',
    registers,
  })
  const seconds = new Counter({
    name: 'declaim_speech_seconds_total',
    help: 'Seconds of speech, spoken or from the cache',
    registers,
  })
  const clips = new Counter({
    name: 'declaim_clips_ended_total',
    help: 'Clips that ended, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['complete', 'failed', 'removed']) clips.inc({ outcome }, 0)
  const exports = new Counter({
    name: 'declaim_exports_ended_total',
    help: 'Exports that ended, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['complete', 'failed', 'canceled']) exports.inc({ outcome }, 0)
  const missed = new Counter({
    name: 'declaim_stream_deadlines_missed_total',
    help: 'Pieces of streams that came after their listeners had run out of sound',
    registers,
  })
  registerLoadMetrics(registry, sources)
  return {
    streamBegan() {
      streams.inc()
      return () => streams.dec()
    },
    firstAudio: (value) => firstAudio.observe(value),
    charactersAccepted(value, over) {
      characters.inc(value)
      charactersOver.inc(over)
    },
    speechMade: (value) => seconds.inc(value),
    clipEnded: (outcome) => clips.inc({ outcome }),
    exportEnded: (outcome) => exports.inc({ outcome }),
    deadlineMissed: () => missed.inc(),
  }
}

function registerLoadMetrics(
  registry: Registry,
  { countUnfinishedClips, oldestWaitingSeconds, threadLoad }: MetricSources,
): void {
  const registers = [registry]
  new Gauge({
    name: 'declaim_clips_unfinished',
    help: 'Clips that are queued or being rendered',
    registers,
    async collect() {
      this.set(await countUnfinishedClips())
    },
  })
  new Gauge({
    name: 'declaim_clips_oldest_waiting_seconds',
    help: 'How long the longest-waiting clip has waited for a worker',
    registers,
    async collect() {
      this.set(await oldestWaitingSeconds())
    },
  })
  new Gauge({
    name: 'declaim_render_threads',
    help: 'Render threads, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const { threads, busy } = threadLoad()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, threads - busy)
    },
  })
  new Gauge({
    name: 'declaim_segments_waiting',
    help: 'Segments waiting for a thread',
    registers,
    collect() {
      this.set(threadLoad().waiting)
    },
  })
}
