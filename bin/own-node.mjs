import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The exit code of a program that needs a library which the machine lacks. The system has printed its name. */
const LACKS_LIBRARY = 127

/** What a terminal or a supervisor may send to end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * Runs a script and the arguments of this process under the Node that `npm ci` brought, and returns its exit code. Signals reach it
 * once; if it ends by a signal, so does this process. Plain JavaScript that old releases of Node can read.
 */
export async function runUnderOwnNode(script) {
  const node = findOwnNode()
  if (node === undefined) {
    console.error(
      `Cannot start Declaim: this is Node ${process.versions.node}, and 22.18 or newer is needed.\n` +
        `"npm ci" brings Node 26 on Linux (glibc), macOS and Windows. ` +
        `On ${process.platform} ${process.arch} none came with it: install Node 22.18 or newer, then run "npm ci" again.`,
    )
    return 1
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends its signals to both processes. The service counts two within half a second as one.
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward)
      if (signal !== null) process.kill(process.pid, signal)
      if (code === LACKS_LIBRARY)
        console.error(
          'Cannot start Node 26: install the library that is named above, on Debian and Ubuntu by "apt-get install libatomic1"',
        )
      resolve(code ?? 1)
    })
  })
}

/** The path of the Node package of this machine, which npm may have installed above this one; undefined if there is none. */
function findOwnNode() {
  const { resolve } = createRequire(import.meta.url)
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const machine = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  for (const name of [`node-${machine}`, `node-bin-${machine}`]) {
    try {
      const node = join(dirname(resolve(`${name}/package.json`)), file)
      if (existsSync(node)) return node
    } catch {
      // This name is not that of the machine's package.
    }
  }
  return undefined
}
