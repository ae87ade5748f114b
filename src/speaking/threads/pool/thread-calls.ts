/** What a thread can be called for: functions of one input, which the thread may answer later. */
export type ThreadCalls = { readonly [name: string]: (input: never) => unknown }

export type InputOf<Calls extends ThreadCalls, Name extends keyof Calls> = Parameters<Calls[Name]>[0]
export type OutputOf<Calls extends ThreadCalls, Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>

/** From the owner of a thread. A request with a `call` is answered, in any order. */
export type ThreadRequest =
  | { readonly name: string; readonly input: unknown; readonly call?: number }
  | { readonly name: typeof PING; readonly call: number }
  /** The thread frees what it holds and ends. */
  | { readonly name: typeof CLOSE }

/** From a thread: once that it can be called, then the answers. */
export type ThreadResponse =
  | { readonly ready: unknown }
  | { readonly call: number; readonly output: unknown }
  | { readonly call: number; readonly error: unknown }

/** Calls of every thread; no kind of thread may use these names. */
export const PING = '.ping'
export const CLOSE = '.close'
