/** What a span says of its work. Never texts, keys or names. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A piece of work in a trace, from its beginning to its end. */
export interface Span {
  /** As W3C Trace Context writes it, for what continues the trace elsewhere; undefined if nothing is traced. */
  readonly traceparent: string | undefined
  set(attributes: Attributes): void
  /** Something that happened now. */
  note(event: string): void
  /** Ends it, with the error that ended the work if there was one. */
  end(error?: unknown): void
  /** Calls a function whose spans, and those of what it starts, belong to this one. */
  within<Result>(work: () => Result): Result
}

export type SpanOptions = {
  /** `server` and `client` are the two sides of a request, and `consumer` is what takes from a queue; `internal` if absent. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer'
  readonly attributes?: Attributes
  /** The traceparent that it continues, from another process or an earlier time; by default, the current span. */
  readonly parent?: string | null | undefined
}

/** Makes spans. */
export interface Tracer {
  begin(name: string, options: SpanOptions): Span
  /** The current span; undefined if there is none. */
  current(): { readonly traceparent: string; readonly traceId: string } | undefined
}

const NO_SPAN: Span = {
  traceparent: undefined,
  set() {},
  note() {},
  end() {},
  within: (work) => work(),
}

/** One for the process, as its log is: spans belong to whatever it does. */
let tracer: Tracer | undefined

/** Traces the process from now on, or no more. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Whether anybody records spans. */
export function isTraced(): boolean {
  return tracer !== undefined
}

/** Begins a span that the caller ends. */
export function beginSpan(name: string, options: SpanOptions = {}): Span {
  return tracer?.begin(name, options) ?? NO_SPAN
}

/** Does a piece of work as a span. */
export async function trace<Result>(
  name: string,
  work: (span: Span) => Promise<Result>,
  options: SpanOptions = {},
): Promise<Result> {
  if (tracer === undefined) return await work(NO_SPAN)
  const span = tracer.begin(name, options)
  try {
    const result = await span.within(() => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** What continues the current trace elsewhere; undefined if there is none. */
export function currentTraceparent(): string | undefined {
  return tracer?.current()?.traceparent
}

/** The id of the current trace; undefined if there is none. */
export function currentTraceId(): string | undefined {
  return tracer?.current()?.traceId
}
