/** Preloaded into a server, in all its threads: chunks are made in the order in which they are wanted, whoever runs out of sound first. */
import { registerHooks } from 'node:module'

const RIVAL = new URL('./first-come-order.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    return specifier.endsWith('/earliest-deadline.ts')
      ? { url: RIVAL, shortCircuit: true }
      : nextResolve(specifier, context)
  },
})
