import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from './create-log.ts'
import { openStandardOutput } from './standard-output.ts'

test('writes each line at once', () => {
  const path = join(tmpdir(), `declaim-lines-${process.pid}`)
  const fd = openSync(path, 'w')
  try {
    const log = createLog('info', openStandardOutput(fd))
    log.info('first')
    log.info({ long: 'x'.repeat(100_000) }, 'second')
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['first', 'second'])
  } finally {
    closeSync(fd)
    rmSync(path)
  }
})

test('drops lines for which the disk has no room', () => {
  const fd = openSync('/dev/full', 'w')
  const log = createLog('info', openStandardOutput(fd))
  expect(() => {
    for (let i = 0; i < 1000; i++) log.info('lost')
  }).not.toThrow()
  closeSync(fd)
})

/** Writes lines for a second, then a file. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs'
  import { createLog } from '${import.meta.dirname}/create-log.ts'
  const log = createLog('info')
  for (let i = 0; i < 40; i++) {
    log.info('line ' + i)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  writeFileSync(process.env.ENDED, 'all lines')
`
const RUN = '"$NODE" --input-type=module -e "$PROGRAM"'

test.each([
  { gone: 'its pipe', command: ['sh', '-c', `exec ${RUN}`] },
  // In a session of its own, a program is not ended with the terminal.
  { gone: 'its terminal', command: ['script', '-qfec', `setsid --fork ${RUN}; sleep 60`, '/dev/null'] },
])('a process goes on when $gone has gone', async ({ gone, command: [file = '', ...args] }) => {
  const ended = join(tmpdir(), `declaim-ended-${process.pid}`)
  const child = spawn(file, args, {
    env: { ...process.env, NODE: process.execPath, PROGRAM, ENDED: ended },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await once(child.stdout!, 'data')
    if (gone === 'its terminal') child.kill('SIGKILL')
    else child.stdout!.destroy()
    await expect.poll(() => existsSync(ended)).toBe(true)
    expect(readFileSync(ended, 'utf8')).toBe('all lines')
  } finally {
    child.kill('SIGKILL')
    rmSync(ended, { force: true })
  }
})
