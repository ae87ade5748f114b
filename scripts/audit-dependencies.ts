/**
 * Asks the npm registry whether what the service needs to run has known weaknesses. Exits with 1 if one is high or critical. A
 * registry that cannot be asked fails nothing: it says nothing about the code, and a mirror may not answer at all.
 */
import { spawnSync } from 'node:child_process'
import { judgeAudit } from './judge-audit.ts'

const ARGUMENTS = ['audit', '--omit=dev', '--json', '--fetch-retries=1', '--fetch-timeout=20000']
const LIMIT_MS = 60_000

const { stdout } = spawnSync('npm', ARGUMENTS, {
  encoding: 'utf8',
  timeout: LIMIT_MS,
  shell: process.platform === 'win32',
})
const { isSafe, message } = judgeAudit(stdout ?? '')
console.log(message)
process.exitCode = isSafe ? 0 : 1
