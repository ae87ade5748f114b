import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const OWN_NODE = new URL('../../bin/own-node.mjs', import.meta.url).href

/** Prints the release and the arguments, then ends as its first argument says. */
const SCRIPT = `
const [how] = process.argv.slice(2)
if (how === 'exit') process.exitCode = 66
if (how === 'die') process.kill(process.pid, 'SIGKILL')
if (how === 'wait') {
  process.on('SIGTERM', () => console.log('SIGTERM'))
  setInterval(() => {}, 1000)
  process.on('SIGHUP', () => process.exit(7))
}
console.log(process.versions.node, process.argv.slice(2).join(' '))
`

const LAUNCHER = `
import { fileURLToPath } from 'node:url'
import { runUnderOwnNode } from ${JSON.stringify(OWN_NODE)}
process.exitCode = await runUnderOwnNode(fileURLToPath(new URL('script.mjs', import.meta.url)))
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-own-node-'))
  await writeFile(join(folder, 'script.mjs'), SCRIPT)
  await writeFile(join(folder, 'launcher.mjs'), LAUNCHER)
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts the script as a Node that is too old starts the command line. */
function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(folder, 'launcher.mjs'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe.runIf(process.platform !== 'win32')('a Node that is too old', () => {
  test('hands over to the Node of the packages, with the arguments and the exit code', async () => {
    const child = start('exit', 'two words', '--option')
    const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(output).toMatch(/^\d+\.\d+\.\d+ exit two words --option\n$/)
    expect(Number.parseInt(output, 10)).toBeGreaterThanOrEqual(26)
    expect(code).toBe(66)
  })

  test('ends by the signal that ended the other', async () => {
    const child = start('die')
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  })

  test('passes each signal on once', async () => {
    const child = start('wait')
    const [first] = (await once(child.stdout!, 'data')) as [Buffer]
    expect(first.toString()).toContain('wait')
    child.kill('SIGTERM')
    const [second] = (await once(child.stdout!, 'data')) as [Buffer]
    child.kill('SIGHUP')
    const [rest, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(second.toString() + rest).toBe('SIGTERM\n')
    expect(code).toBe(7)
  })
})
