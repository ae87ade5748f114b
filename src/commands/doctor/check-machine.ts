import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const GIBIBYTE = 2 ** 30
/** Less free space than this stops the service from accepting clips. */
const LEAST_FREE_BYTES = 0.1 * GIBIBYTE
const FOREIGN_BITS = 0o077
const STUDIO_PAGE = fileURLToPath(new URL('../../../studio/dist/index.html', import.meta.url))

/** The version of Node that the service is made for; bin/declaim.mjs refuses those that cannot run it. */
export function checkNode(version: string): Finding {
  const major = Number(version.split('.')[0])
  if (major >= 26) return ok('Node', version)
  return warning('Node', `${version}; the service is tested on 26`, 'Run "npm ci" and use node_modules/.bin/node')
}

/** The folder of the database and the audio: there, private, writable, with space. */
export async function checkDataDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): Promise<Finding> {
  const name = 'Data directory'
  const isThere = existsSync(dataDirectory)
  const place = isThere ? dataDirectory : nearestFolder(dataDirectory)
  try {
    await access(place, constants.W_OK)
  } catch {
    return fault(name, `${place} cannot be written`, `Run "chown $(id -u) ${place}", or set DATA_DIR to another folder`)
  }
  const { bavail, bsize } = await statfs(place)
  const free = bavail * bsize
  const space = `${(free / GIBIBYTE).toFixed(1)} GiB free`
  if (free < LEAST_FREE_BYTES)
    return fault(name, `${place}: ${space}`, 'Free some space: clips are not accepted without it')
  if (!isThere) return ok(name, `${dataDirectory} is made at the first start; ${space}`)
  if (process.platform !== 'win32' && ((await stat(dataDirectory)).mode & FOREIGN_BITS) !== 0)
    return warning(name, `other users can open ${dataDirectory}`, `Run "chmod 700 ${dataDirectory}"`)
  if (free < GIBIBYTE) return warning(name, `${dataDirectory}: ${space}`, 'Free some space')
  return ok(name, `${dataDirectory}; ${space}`)
}

function nearestFolder(path: string): string {
  const parent = dirname(path)
  return existsSync(parent) || parent === path ? parent : nearestFolder(parent)
}

export function checkUser(): Finding {
  if (process.getuid?.() !== 0) return ok('User', 'not root')
  return warning('User', 'root', 'Run the service as a user of its own')
}

/** Whether the service runs, or could listen. */
export async function checkAddress({
  host,
  port,
  metricsAddress,
}: Pick<Config, 'host' | 'port' | 'metricsAddress'>): Promise<Finding> {
  const name = 'Address'
  const url = urlOf({ host, port })
  const word = await ask(`${url}/readyz`)
  if (word === 'ready') return ok(name, `a service at ${url} is ready`)
  if (word === 'unready') {
    const details = metricsAddress === undefined ? undefined : await ask(`${urlOf(metricsAddress)}/readyz`)
    return fault(name, `the service at ${url} is not ready: ${details ?? word}`, 'Read its log for the reason')
  }
  const problem = await tryToListen(host, port)
  if (problem === undefined) return ok(name, `${host}:${port} is free`)
  return fault(name, `${host}:${port} cannot be used: ${problem}`, 'Set PORT or HOST, or end the program that uses it')
}

/** Whether the service has metrics, or could have them. */
export async function checkMetrics({ metricsAddress }: Pick<Config, 'metricsAddress'>): Promise<Finding> {
  const name = 'Metrics'
  if (metricsAddress === undefined) return ok(name, 'off')
  const { host, port, isDefault } = metricsAddress
  const url = urlOf({ host, port })
  if ((await ask(`${url}/metrics`))?.includes('declaim_')) return ok(name, `a service has them at ${url}/metrics`)
  const problem = await tryToListen(host, port)
  if (problem === undefined) return ok(name, `${host}:${port} is free`)
  const remedy = 'Set METRICS_ADDRESS to a free address, or to "off"'
  const detail = `${host}:${port} cannot be used: ${problem}`
  return isDefault ? warning(name, detail, remedy) : fault(name, detail, remedy)
}

function urlOf({ host, port }: { readonly host: string; readonly port: number }): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The body of an answer; undefined if there is none. */
async function ask(url: string): Promise<string | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  return await answer?.text().catch(() => undefined)
}

async function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  return await new Promise((resolve) => {
    server.once('error', (error) => resolve(error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

export function checkStudio(): Finding {
  if (existsSync(STUDIO_PAGE)) return ok('Studio', 'built')
  return warning(
    'Studio',
    'not built: the service has no page',
    'Run "npm ci" with development dependencies, then "npm run build"',
  )
}
