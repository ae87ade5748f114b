import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = {
  readonly stringValue?: string
  readonly intValue?: number
  readonly doubleValue?: number
  readonly boolValue?: boolean
}
type KeyValue = { readonly key: string; readonly value: Value }
type OtlpSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly KeyValue[]
  readonly events?: readonly { readonly name: string }[]
  readonly status?: { readonly code?: number }
}
type OtlpBody = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

export type CollectedSpan = Pick<OtlpSpan, 'traceId' | 'spanId' | 'name' | 'kind'> & {
  /** Undefined for the first span of a trace. */
  readonly parentId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
  readonly events: readonly string[]
  readonly hasFailed: boolean
  readonly milliseconds: number
}

/** A server that takes spans as OTLP over HTTP in JSON. */
export type SpanCollector = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** What the next requests are answered instead of 200. */
  readonly refusals: number[]
  close(): Promise<void>
}

const ERROR = 2

export async function startSpanCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = []
  const refusals: number[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const refusal = refusals.shift()
      if (refusal !== undefined) return response.writeHead(refusal).end()
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      spans.push(...readSpans(body as OtlpBody))
      return response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    refusals,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readSpans({ resourceSpans }: OtlpBody): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, events = [], status, ...times }) => ({
        traceId,
        spanId,
        parentId: parentSpanId === '' ? undefined : parentSpanId,
        name,
        kind,
        attributes: readValues(attributes),
        resource: readValues(resource.attributes),
        events: events.map((event) => event.name),
        hasFailed: status?.code === ERROR,
        milliseconds: Number(BigInt(times.endTimeUnixNano) - BigInt(times.startTimeUnixNano)) / 1e6,
      })),
    ),
  )
}

function readValues(values: readonly KeyValue[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]))
}
