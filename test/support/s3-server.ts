import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { findFreePort } from './find-free-port.ts'
import { WITHOUT_FSYNC } from './without-fsync.ts'

/** An S3 server that this project did not write: OpenStack Swift with its S3 API, on loopback ports. It checks signatures. */
export type S3Server = {
  /** What a process needs to reach it, as environment variables of the AWS SDK. */
  readonly environment: Readonly<Record<string, string>>
  readonly endpoint: string
  createBucket(name: string): Promise<void>
  close(): Promise<void>
}

const ACCESS_KEY = 'test:tester'
const SECRET_KEY = 'testing'

/** Servers that a test has not stopped end with it. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Makes the rings, with one replica on one device each, and starts the four servers of Swift. They are processes of their own, but what they
 * import is loaded once. They end with the process that started them.
 */
const RUN_SWIFT = `
import eventlet
# First, because it takes longer the more modules are loaded.
eventlet.monkey_patch(all=False, socket=True, select=True, thread=True)
import ctypes, os, signal, sys
from swift.account import server as account
from swift.common import wsgi
from swift.common.middleware import bulk, catch_errors, gatekeeper, healthcheck, memcache, slo, tempauth
from swift.common.middleware.s3api import s3api
from swift.common.ring import RingBuilder
from swift.container import server as container
from swift.obj import server as object_server
from swift.proxy import server as proxy

folder = sys.argv[1]
for name, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port),
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'device': 'disk', 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(folder + '/' + name + '.ring.gz')

PR_SET_PDEATHSIG = 1
options = {'object': {'global_conf_callback': object_server.global_conf_callback}}
for name in ('account', 'container', 'object', 'proxy'):
    if os.fork() == 0:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        sys.exit(wsgi.run_wsgi(folder + '/' + name + '-server.conf', name + '-server', **options.get(name, {})))
sys.exit('A server of Swift ended: %s' % (os.wait(),))
`

export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-s3-'))
  await mkdir(join(folder, 'devices', 'disk'), { recursive: true })
  const ports = await Promise.all(Array.from({ length: 5 }, findFreePort))
  const [proxy = 0, memcached = 0, ...backends] = ports
  const swiftConf = '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n'
  await writeFile(join(folder, 'swift.conf'), `${swiftConf}[storage-policy:0]\nname = gold\ndefault = yes\n`)
  const common = `[DEFAULT]\nbind_ip = 127.0.0.1\nuser = ${userInfo().username}\nswift_dir = ${folder}\nworkers = 0\n`
  const children = [
    start('memcached', ['-l', '127.0.0.1', '-p', String(memcached), '-U', '0', '-u', userInfo().username]),
  ]
  for (const [index, name] of ['account', 'container', 'object'].entries()) {
    const own = `bind_port = ${backends[index]}\ndevices = ${folder}/devices\nmount_check = false\n`
    const app = `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`
    await writeFile(join(folder, `${name}-server.conf`), common + own + app)
  }
  await writeFile(join(folder, 'proxy-server.conf'), `${common}bind_port = ${proxy}\n${proxySettings(memcached)}`)
  // Debian's Python, not another one that may come first in the path.
  children.push(start('/usr/bin/python3', ['-c', RUN_SWIFT, folder, ...backends.map(String)]))
  const endpoint = `http://127.0.0.1:${proxy}`
  await untilHealthy(endpoint, children)
  return {
    endpoint,
    environment: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    createBucket: (name) => createBucket(endpoint, name),
    async close() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null) return
          const exited = once(child, 'exit')
          child.kill('SIGKILL')
          await exited
        }),
      )
      await rm(folder, { recursive: true })
    },
  }
}

function start(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin', ...WITHOUT_FSYNC } })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function proxySettings(memcached: number): string {
  return `[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(':', '_')} = ${SECRET_KEY} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`
}

/** The servers behind the proxy may need a moment more than it does. */
export async function createBucket(endpoint: string, name: string): Promise<void> {
  const credentials = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY }
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials, maxAttempts: 20 })
  await client.send(new CreateBucketCommand({ Bucket: name }))
  client.destroy()
}

async function untilHealthy(endpoint: string, children: readonly ChildProcess[]): Promise<void> {
  for (;;) {
    const response = await fetch(`${endpoint}/healthcheck`).catch(() => undefined)
    if (response?.ok) return
    const dead = children.find(({ exitCode }) => exitCode !== null)
    if (dead !== undefined) throw new Error(`Cannot start an S3 server: ${dead.spawnfile} ended`)
    await sleep(100)
  }
}
