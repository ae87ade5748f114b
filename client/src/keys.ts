import type { components } from './api-types.ts'
import type { Call, CallOptions, Send } from './send.ts'

type Schemas = components['schemas']
export type Key = Schemas['Key']
export type KeyInput = Schemas['KeyInput']
export type KeyPatch = Schemas['KeyPatch']
export type CreatedKey = Schemas['CreatedKey']

export type RotateOptions = CallOptions & {
  /** How long the old key stays valid, in seconds; a day by default. */
  readonly overlapSeconds?: number | undefined
}

/** The calls about the keys of the caller's own account. */
export function createKeys(send: Send) {
  const json = async <Body>(path: string, call: Call) => (await (await send(path, call)).json()) as Body
  const pathOf = (keyId: string) => `/keys/${encodeURIComponent(keyId)}`

  return {
    async list({ signal }: CallOptions = {}): Promise<readonly Key[]> {
      return (await json<Schemas['KeyList']>('/keys', { signal })).keys
    },
    /** The answer alone has the key itself. */
    create: (input: KeyInput, { signal }: CallOptions = {}) => json<CreatedKey>('/keys', { body: input, signal }),
    /** What is left out stays as it is; null takes a rule away. */
    change: (keyId: string, patch: KeyPatch, { signal }: CallOptions = {}) =>
      json<Key>(pathOf(keyId), { method: 'PATCH', body: patch, signal }),
    revoke: (keyId: string, { signal }: CallOptions = {}) => json<Key>(pathOf(keyId), { method: 'DELETE', signal }),
    /** Makes a key that can do the same; the answer alone has it. */
    rotate: (keyId: string, { overlapSeconds, signal }: RotateOptions = {}) =>
      json<CreatedKey>(`${pathOf(keyId)}/rotate`, {
        body: overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds },
        signal,
      }),
  }
}
