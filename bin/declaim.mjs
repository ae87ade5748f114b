#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Nothing reports to anybody: ONNX Runtime reads this before any of its threads exists.
process.env.ORT_DISABLE_TELEMETRY = '1'

// Starts the command line. Plain JavaScript that any Node can read, so that an old one gets a sentence and not a crash.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  // Compiled code is kept beside the packages, where whoever may write it may write the code itself. Threads see it
  // through the environment. Where the folder cannot be written, all is compiled at every start.
  const cache = fileURLToPath(new URL('../node_modules/.cache/declaim', import.meta.url))
  module.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE ??= cache
  await import('../src/main.ts')
} else {
  console.error(
    `Cannot start Declaim: this is Node ${process.versions.node}, and 22.18 or newer is needed.\n` +
      `"npm ci" brings Node 26 on Linux (glibc), macOS and Windows, and "npm start" uses it. ` +
      `On ${process.platform} ${process.arch} none came with it: install Node 22.18 or newer, then run "npm ci" and "npm start" again.`,
  )
  process.exitCode = 1
}
