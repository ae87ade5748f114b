import fc from 'fast-check'
import type { ApiDocument, ApiOperation, Parameter } from './api-document.ts'
import { anyJson, hostileString, mutated, rawBody, speechText } from './hostile-values.ts'
import { placeholderOf } from './known-ids.ts'
import { type KnownFields, someOf, valuesOf } from './schema-values.ts'

export type FuzzRequest = {
  readonly operation: ApiOperation
  /** With unknown ids, escaped. */
  readonly path: string
  /** Whether the path is to lead to something that exists. */
  readonly isKnown: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether a valid key is sent. */
  readonly key: 'valid' | 'wrong' | 'none'
}

const UNKNOWN_ID = fc.oneof(
  fc.uuid(),
  hostileString.filter((one) => one !== ''),
)
/** Values of paths that are not made by requests. */
const PATH_VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  voice_id: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('3', 'tone') }, { weight: 1, arbitrary: UNKNOWN_ID }),
  model: fc.oneof(fc.constantFrom('tts-1', 'declaim'), UNKNOWN_ID),
  version_id: fc.oneof(fc.constant('latest'), UNKNOWN_ID),
}
const SPEAKERS = [3, '3', 3, 7, 99_999]
const ACCEPT = [
  '*/*',
  'audio/wav',
  'audio/flac',
  'multipart/mixed',
  'text/csv',
  'application/json',
  ';;',
  'audio/*;q=0',
]

/** Requests to any operation of the document: most can be used, some are wrong in one place, a few are rubbish. */
export function fuzzRequests(document: ApiDocument, operations: readonly ApiOperation[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: requestsOf(operation, document) })),
  )
}

/** More is made than deleted, so that requests find what they name. */
function weightOf({ method, name }: ApiOperation): number {
  if (method === 'DELETE') return 1
  return method === 'POST' && !name.endsWith('}') ? 5 : 3
}

function requestsOf(operation: ApiOperation, document: ApiDocument): fc.Arbitrary<FuzzRequest> {
  const { parameters, body } = operation
  const known = knownFields()
  const context = { document, known }
  const inPath = parameters.filter((one) => one.in === 'path')
  const segments = fc.record(Object.fromEntries(inPath.map(({ name }) => [name, PATH_VALUES[name] ?? UNKNOWN_ID])))
  const query = fieldsOf(
    parameters.filter((one) => one.in === 'query'),
    context,
  )
  const ownHeaders = fieldsOf(
    parameters.filter((one) => one.in === 'header'),
    context,
  )
  const json = body?.['application/json']
  const examples = Object.values(json?.examples ?? {}).map(({ value }) => value)
  const values = fc.oneof(
    { weight: 3, arbitrary: json === undefined ? anyJson : valuesOf(json.schema, context) },
    ...(examples.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...examples) }] : []),
  )
  const bodies =
    body === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 10, arbitrary: values.map((value) => JSON.stringify(value)) },
          { weight: 6, arbitrary: mutated(values).map((value) => JSON.stringify(value) ?? '') },
          { weight: 2, arbitrary: anyJson.map((value) => JSON.stringify(value) ?? '') },
          { weight: 1, arbitrary: rawBody },
        )
  const types = fc.constantFrom(
    'application/json',
    'application/json',
    'text/plain',
    'text/csv',
    'application/xml',
    ';',
  )
  return fc
    .record({
      segments,
      query,
      ownHeaders,
      body: bodies,
      type: types,
      accept: fc.constantFrom(...ACCEPT),
      isKnown: fc.constantFrom(true, true, true, true, false),
      key: fc.constantFrom(...Array<'valid'>(18).fill('valid'), 'wrong' as const, 'none' as const),
    })
    .map(({ segments: ids, query: fields, ownHeaders: own, type, accept, ...rest }) => {
      const search = new URLSearchParams(
        Object.entries(fields).map(([name, value]) => [name, String(value).toWellFormed()]),
      )
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(String(ids[name])))
      return {
        ...rest,
        operation,
        path: search.size === 0 ? path : `${path}?${search.toString()}`,
        headers: { ...toHeaders(own), accept, ...(rest.body !== undefined && { 'content-type': type }) },
      }
    })
}

function knownFields(): KnownFields {
  type Kind = Parameters<typeof placeholderOf>[0]
  const ids = (kind: Kind): fc.Arbitrary<unknown> => fc.constant(placeholderOf(kind))
  const someIds = (kind: Kind): fc.Arbitrary<unknown> => fc.oneof(ids(kind), fc.array(ids(kind), { maxLength: 3 }))
  return {
    text: speechText,
    input: speechText,
    model: fc.constantFrom('tts-1', 'gpt-4o-mini-tts-2025-12-15', 'declaim', 'whisper-1'),
    voice: fc.constantFrom('alloy', 'nova', 3, { id: 'shimmer' }, 'nobody'),
    output_format: fc.constantFrom('mp3_44100_128', 'pcm_16000', 'ulaw_8000', 'opus_48000_32', 'aac_44100'),
    speaker_id: fc.constantFrom(...SPEAKERS),
    title: fc.oneof(speechText, hostileString),
    library_ids: someIds('library_id'),
    library_id: someIds('library_id'),
    clip_ids: fc.array(ids('clip_id'), { minLength: 1, maxLength: 3 }),
    before: ids('clip_id'),
    created_after: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
      fc.nat(),
    ),
    created_before: fc.constant('2030-01-01'),
    url: fc.constant('http://127.0.0.1:9/webhook'),
    name: fc.oneof({ weight: 5, arbitrary: fc.uuid() }, { weight: 1, arbitrary: hostileString }),
    scopes: fc.constant(['synthesize']),
    from: fc.constant('2026-01-01'),
    to: fc.constant('2026-12-31'),
    original: fc.oneof({ weight: 5, arbitrary: fc.uuid() }, { weight: 1, arbitrary: hostileString }),
    replacement_text: fc.constantFrom('tomato', 'a b', 'TOH-may', '1'),
    string_to_replace: fc.oneof({ weight: 5, arbitrary: fc.uuid() }, { weight: 1, arbitrary: hostileString }),
    alias: fc.constantFrom('tomato', 'a b', '1'),
    phoneme: fc.constantFrom('W IH1 N', 'wˈɪn', 'x'),
  }
}

function fieldsOf(
  parameters: readonly Parameter[],
  context: Parameters<typeof valuesOf>[1],
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = parameters.map(({ name, schema }) => {
    const known = context.known[name]
    const usual = fc.oneof(valuesOf(schema, context), ...(known === undefined ? [] : [known]))
    return [name, fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: hostileString })] as const
  })
  return someOf(fields) as fc.Arbitrary<Readonly<Record<string, unknown>>>
}

/** HTTP clients send no other characters in headers. */
function toHeaders(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    String(value)
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .trim(),
  ])
  return Object.fromEntries(entries)
}

/** A path segment. `.` and `..` would be removed by clients. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '-')
}
