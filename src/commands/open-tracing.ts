import { hostname } from 'node:os'
import type { SpanContext } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { SettingsError, type TracingSettings } from '../config.ts'
import { setTracer, type Tracer } from '../tracing.ts'
import type { OnClose } from './open-speaking.ts'
import { readRelease } from './read-release.ts'

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
]
/** How long sending spans may take. A service that stops waits for it. */
const SEND_MS = 3000

type TracingOptions = {
  readonly role: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly onClose: OnClose
}

/**
 * Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT from now on. Throws a SettingsError if its
 * packages are not installed.
 */
export async function openTracing(tracing: TracingSettings, { role, log, onClose }: TracingOptions): Promise<void> {
  const [api, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, exporters, resources, sdk] =
    await loadPackages()
  const { context, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  const manager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  const propagator = new W3CTraceContextPropagator()
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': tracing.serviceName,
      'service.version': readRelease(),
      'service.instance.id': `${hostname()}-${process.pid}`,
      'declaim.role': role,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracing.ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporters.OTLPTraceExporter({ url: `${tracing.endpoint}/v1/traces`, timeoutMillis: SEND_MS }),
        scheduledDelayMillis: tracing.delayMs,
      }),
    ],
  })
  const made = provider.getTracer('declaim')
  const tracer: Tracer = {
    begin(name, { kind = 'internal', attributes = {}, parent }) {
      const from =
        parent == null
          ? context.active()
          : propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter)
      const span = made.startSpan(name, { kind: SpanKind[KINDS[kind]], attributes }, from)
      const own = trace.setSpan(from, span)
      return {
        get traceparent() {
          return formatTraceparent(span.spanContext())
        },
        set: (more) => void span.setAttributes(more),
        note: (event) => void span.addEvent(event),
        end(error) {
          if (error !== undefined) {
            if (error instanceof Error) span.recordException(error)
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
        within: (work) => context.with(own, work),
      }
    },
    current() {
      const found = trace.getSpanContext(context.active())
      return found && { traceparent: formatTraceparent(found), traceId: found.traceId }
    },
  }
  setTracer(tracer)
  log.info({ endpoint: tracing.endpoint }, 'Traces are sent to the collector')
  onClose(async () => {
    setTracer(undefined)
    await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'Cannot send the last spans'))
    manager.disable()
    context.disable()
  })
}

const KINDS = {
  internal: 'INTERNAL',
  server: 'SERVER',
  client: 'CLIENT',
  consumer: 'CONSUMER',
} as const

/** The header of W3C Trace Context, version 00. */
function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

async function loadPackages() {
  try {
    return await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ])
  } catch (cause) {
    throw new SettingsError(
      `Cannot send traces to OTEL_EXPORTER_OTLP_ENDPOINT: run "npm install ${PACKAGES.join(' ')}", or unset the variable`,
      { cause },
    )
  }
}
