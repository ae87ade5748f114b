/**
 * Preloaded into a server, in all its threads: chunks are made in the order of the requests, regardless of deadlines, and every listener is
 * accepted.
 */
import { registerHooks } from 'node:module'

const RIVALS: readonly (readonly [ending: string, rival: string])[] = [
  ['/earliest-deadline.ts', new URL('./first-come-order.ts', import.meta.url).href],
  ['/forecast.ts', new URL('./accept-all.ts', import.meta.url).href],
]

registerHooks({
  resolve(specifier, context, nextResolve) {
    const [, url] = RIVALS.find(([ending]) => specifier.endsWith(ending)) ?? []
    return url === undefined ? nextResolve(specifier, context) : { url, shortCircuit: true }
  },
})
