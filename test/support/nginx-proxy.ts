import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const CONFIG = new URL('../../deploy/compose/nginx.conf', import.meta.url)

/** nginx with the configuration that is shipped, in front of other servers than those of the containers. */
export type NginxProxy = {
  readonly url: string
  /** What it has logged so far. */
  readonly log: () => string
  close(): Promise<void>
}

/** Servers that a test has not stopped end with it. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts nginx on a port in front of these servers. `port` is free; ask for it first if the servers must know it. With `tlsPort`, another
 * free one, it also serves TLS there, with a certificate that nobody has signed.
 */
export async function startNginx(port: number, servers: readonly string[], tlsPort?: number): Promise<NginxProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-nginx-'))
  await chmod(folder, 0o777)
  const upstream = servers.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=5s;`).join(' ')
  const shipped = await readFile(CONFIG, 'utf8')
  const tls = tlsPort === undefined ? '' : await makeTlsListener(folder, tlsPort)
  const config = shipped
    .replace('server api:8787 max_fails=1 fail_timeout=5s;', upstream)
    .replaceAll('/tmp/', `${folder}/`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};${tls}`)
    .replaceAll(/\/dev\/std(?:out|err)/g, `${folder}/log`)
  if (!config.includes(upstream)) throw new Error('Cannot find the upstream servers in nginx.conf')
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let problems = ''
  child.stderr.on('data', (text) => {
    problems += text
  })
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(`${url}/health`).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${problems}`)
    await sleep(50)
  }
  let log = ''
  return {
    url,
    log: () => log,
    async close() {
      const exited = once(child, 'exit')
      child.kill('SIGQUIT')
      await exited
      log = await readFile(join(folder, 'log'), 'utf8')
      await rm(folder, { recursive: true })
    },
  }
}

/** Makes a certificate and returns the directives of a server that uses it. */
async function makeTlsListener(folder: string, port: number): Promise<string> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const options = ['-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '1', '-subj', '/CN=127.0.0.1']
  await promisify(execFile)('openssl', ['req', ...options, '-keyout', key, '-out', certificate])
  return ` listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};`
}
