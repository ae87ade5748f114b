/** Returns the promise, which may reject before anyone awaits it: Node would end the process over a rejection that nobody handles by then. */
export function deferRejection<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}
