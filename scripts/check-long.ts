/** Runs the tests that make many random edits with many more of them than `npm run check` does. */
import { spawn } from 'node:child_process'

const LONG = { PROJECT_EDITS: '500' }
const TESTS = ['test/api/projects-at-once.test.ts']

// npm scripts put node_modules/.bin first in the path.
const tests = spawn('vitest', ['run', ...TESTS], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, ...LONG },
})
tests.once('close', (status) => {
  process.exitCode = status ?? 1
})
