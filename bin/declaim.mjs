#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Nothing reports to anybody: ONNX Runtime reads this before any of its threads exists.
process.env.ORT_DISABLE_TELEMETRY = '1'

// Starts the command line. Plain JavaScript that any Node can read: an older one starts the Node that `npm ci` brought.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  // Compiled code is kept beside the packages, where whoever may write it may write the code itself. Threads see it
  // through the environment. Where the folder cannot be written, all is compiled at every start.
  const cache = fileURLToPath(new URL('../node_modules/.cache/declaim', import.meta.url))
  module.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE ??= cache
  await import('../src/main.ts')
} else {
  const { runUnderOwnNode } = await import('./own-node.mjs')
  process.exitCode = await runUnderOwnNode(fileURLToPath(import.meta.url))
}
