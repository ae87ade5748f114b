import { execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config.ts'
import { defaultRenderThreads } from '../../src/default-render-threads.ts'
import { startTestService } from '../support/test-service.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const inRoot = (path: string): string => join(ROOT, path)

/** The paths of all routes that the service registers. */
async function listRoutes(): Promise<readonly string[]> {
  const routes = new Set<string>()
  const onCreated = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url }) => void routes.add(url))
  }
  subscribe('fastify.initialization', onCreated)
  const service = await startTestService()
  unsubscribe('fastify.initialization', onCreated)
  await service.close()
  return [...routes]
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-deploy-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the Dockerfile', () => {
  let text: string
  /** Instructions of the stage that runs. */
  let last: readonly string[]
  let stageCount: number
  beforeAll(async () => {
    text = await readFile(inRoot('deploy/Dockerfile'), 'utf8')
    const stages = text.replaceAll('\\\n', ' ').split(/^FROM /m)
    last = stages.at(-1)!.split('\n').slice(1)
    stageCount = stages.length
  })

  test('has four stages', () => {
    expect(stageCount).toBe(4)
  })

  test('passes the linter', () => {
    expect(validate(text).map(({ message, range }) => ({ line: range.start.line + 1, message }))).toEqual([])
  })

  test('starts Node itself, as a user without a name or rights', () => {
    expect(last).toContain('ENTRYPOINT ["node", "bin/declaim.mjs"]')
    expect(last).toContain('USER 10001:10001')
    const user = last.indexOf('USER 10001:10001')
    expect(last.slice(user).some((line) => /^(?:RUN|COPY|ADD) /.test(line))).toBe(false)
  })

  test('turns the telemetry of ONNX Runtime off', () => {
    expect(last.find((line) => line.startsWith('ENV '))).toContain(' ORT_DISABLE_TELEMETRY=1')
  })

  test('copies all that the service needs, and nothing that is secret or left over', async () => {
    const copied = last
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(/\s+/).slice(1, -1))
    const ignored = (await readFile(inRoot('deploy/Dockerfile.dockerignore'), 'utf8')).split('\n')
    expect(ignored[0]).toBe('*')
    for (const name of copied) {
      expect(ignored, name).toContain(`!${name}`)
      await cp(inRoot(name), join(folder, 'app', name), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      })
    }
    // What the other stages make.
    await mkdir(join(folder, 'app', 'studio'))
    expect(last).toContain('COPY --from=pages /app/studio/dist studio/dist')
    expect(last).toContain('COPY --from=pages /app/docs/site/dist docs/site/dist')
    await cp(inRoot('studio/dist'), join(folder, 'app', 'studio', 'dist'), { recursive: true })
    await symlink(inRoot('node_modules'), join(folder, 'app', 'node_modules'))
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') }
    const declaim = (...args: string[]) =>
      run(process.execPath, ['bin/declaim.mjs', ...args], { cwd: join(folder, 'app'), env })
    expect((await declaim('version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    // Loads every voice, lexicon and codec.
    const { stdout } = await declaim('doctor', '--json').catch((error: { stdout: string }) => error)
    const findings = JSON.parse(stdout) as { name: string; state?: string; detail: string }[]
    expect(JSON.stringify(findings)).not.toMatch(/ENOENT|Cannot find|MODULE_NOT_FOUND/)
  })
})

describe('the stage of the Dockerfile that builds pages', () => {
  test('has all that the Studio and the documents are built from', async () => {
    const text = await readFile(inRoot('deploy/Dockerfile'), 'utf8')
    const stage = text.split(/^FROM /m).find((one) => / AS pages$/m.test(one))!
    const ignored = (await readFile(inRoot('deploy/Dockerfile.dockerignore'), 'utf8')).split('\n')
    const app = join(folder, 'pages')
    for (const [, names = '', target = ''] of stage.matchAll(/^COPY (.+) (\S+)$/gm)) {
      for (const name of names.split(' ')) {
        expect(
          ignored.some((line) => line === `!${name}` || name.startsWith(`${line.slice(1)}/`)),
          name,
        ).toBe(true)
        const path = join(app, target, target.endsWith('/') ? basename(name) : '')
        const filter = (source: string) => !/node_modules|\/dist(?:\/|$)/.test(source.slice(ROOT.length))
        await cp(inRoot(name), path, { recursive: true, filter })
      }
    }
    await symlink(inRoot('node_modules'), join(app, 'node_modules'))
    for (const [script, says] of [
      ['build-studio.mjs', 'The Studio is built'],
      ['build-site.mjs', 'The documents are built'],
    ]) {
      const { stdout } = await run(process.execPath, [`scripts/${script}`], { cwd: app })
      expect(stdout).toContain(says)
    }
  })
})

describe('the compose file', () => {
  type Service = Record<string, unknown> & { readonly environment?: Readonly<Record<string, string>> }
  const secrets = {
    POSTGRES_PASSWORD: 'p',
    S3_SECRET_KEY: 's',
    DECLAIM_BOOTSTRAP_KEY: 'bootstrap-key-that-nobody-guesses',
    PUBLIC_URL: 'https://a.example',
  }
  const file = inRoot('deploy/compose/docker-compose.yml')
  const check = (env: Record<string, string>) =>
    run('docker-compose', ['-f', file, 'config'], { env: { PATH: process.env.PATH, ...env } })

  test('is valid, and has the nodes of the topology', async () => {
    const { stdout, stderr } = await check(secrets)
    expect(stderr).toBe('')
    const { services } = parse(stdout) as { services: Record<string, Service> }
    expect(Object.keys(services).toSorted()).toEqual([
      'api',
      'bucket',
      'postgres',
      'proxy',
      's3',
      's3-volume',
      'worker',
    ])
    for (const name of ['api', 'worker']) {
      expect(services[name]).toMatchObject({
        command: [name],
        deploy: { replicas: 2, resources: { limits: { memory: expect.anything() } } },
        read_only: true,
        user: '10001:10001',
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        environment: { ORT_DISABLE_TELEMETRY: '1' },
      })
    }
    expect(services.proxy).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    // The settings are those that the service reads.
    const { databaseUrl, audioStore, trustedProxies } = readConfig(services.api!.environment!)
    expect({ databaseUrl, audioStore, trustedProxies }).toEqual({
      databaseUrl: 'postgres://declaim:p@postgres/declaim',
      audioStore: { bucket: 'declaim', prefix: 'audio/' },
      trustedProxies: ['172.31.240.250'],
    })
    expect(services.proxy).toMatchObject({ networks: { default: { ipv4_address: '172.31.240.250' } } })
  })

  test('runs every container within limits, on a read-only root file system, without capabilities and new privileges', async () => {
    const { services } = parse((await check(secrets)).stdout) as { services: Record<string, Service> }
    for (const [name, service] of Object.entries(services)) {
      expect([name, service]).toMatchObject([
        name,
        {
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          pids_limit: expect.any(Number),
          deploy: { resources: { limits: { memory: expect.stringMatching(/^\d+[MG]$/) } } },
        },
      ])
      for (const key of ['privileged', 'pid', 'ipc', 'devices', 'userns_mode']) expect(service).not.toHaveProperty(key)
    }
  })

  test('runs nothing as root but what gives a volume to another user, without a network', async () => {
    const { services } = parse((await check(secrets)).stdout) as { services: Record<string, Service> }
    const asRoot = Object.entries(services).filter(([, { user }]) => !/^[1-9]\d*:[1-9]\d*$/.test(String(user)))
    expect(asRoot.map(([name]) => name)).toEqual(['s3-volume'])
    expect(services['s3-volume']).toMatchObject({
      network_mode: 'none',
      entrypoint: ['chown', '-R', '1000:1000', '/data'],
    })
    const withMore = Object.entries(services).filter(([, { cap_add }]) => cap_add !== undefined)
    expect(withMore.map(([name, { cap_add }]) => [name, cap_add])).toEqual([
      ['s3-volume', ['CHOWN', 'DAC_READ_SEARCH']],
    ])
  })

  test('has no secret of its own, and no default for one', async () => {
    const text = await readFile(file, 'utf8')
    const secretNames = /PASSWORD|SECRET|_KEY\b/
    for (const [, name = '', rest = ''] of text.matchAll(/\$\{(\w+)([^}]*)\}/g))
      expect([name, secretNames.test(name) && !rest.startsWith(':?')]).toEqual([name, false])
    // A value of such a variable is one that the operator gives.
    for (const [line, name = ''] of text.matchAll(/^ +(\w+): .*$/gm))
      expect([line, secretNames.test(name) && !line.includes('${') && name !== 'AWS_ACCESS_KEY_ID']).toEqual([
        line,
        false,
      ])
    for (const [line] of (await readFile(inRoot('deploy/compose/.env.example'), 'utf8')).matchAll(/^\w+=.*$/gm))
      expect([line, secretNames.test(line) && !line.endsWith('=')]).toEqual([line, false])
  })

  test('publishes no port but that of the proxy, and takes images by digest', async () => {
    const digest = `@sha256:${'a'.repeat(64)}`
    const images = ['PROXY_IMAGE', 'POSTGRES_IMAGE', 'S3_IMAGE', 'AWS_CLI_IMAGE', 'DECLAIM_IMAGE']
    const pinned = Object.fromEntries(images.map((name) => [name, `${name.toLowerCase()}${digest}`]))
    const { services } = parse((await check({ ...secrets, ...pinned })).stdout) as { services: Record<string, Service> }
    for (const [name, { image, ports }] of Object.entries(services)) {
      expect([name, image]).toEqual([name, expect.stringMatching(/_image@sha256:a{64}$/)])
      expect([name, ports !== undefined]).toEqual([name, name === 'proxy'])
    }
  })

  test.each(Object.keys(secrets))('does not start without %s', async (name) => {
    const { [name]: _, ...others } = secrets as Record<string, string>
    await expect(check(others)).rejects.toMatchObject({ stderr: expect.stringContaining('set it in .env') })
    expect(await readFile(inRoot('deploy/compose/.env.example'), 'utf8')).toMatch(new RegExp(`^${name}=`, 'm'))
  })
})

describe('the Helm chart', () => {
  type Manifest = {
    readonly apiVersion: string
    readonly kind: string
    readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
    // biome-ignore lint/suspicious/noExplicitAny: each kind has another form, which its schema checks.
    readonly spec: any
    readonly data?: Readonly<Record<string, string>>
  }
  const PUBLIC = { publicUrl: 'https://speech.example.com' }
  let binary: string
  beforeAll(async () => {
    binary = join(folder, 'render-chart')
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'go') }
    await run('go', ['build', '-o', binary, inRoot('test/operations/render-chart/main.go')], { env })
  }, 120_000)

  async function render(values: object): Promise<readonly Manifest[]> {
    const { stdout } = await run(binary, [inRoot('deploy/helm/declaim'), JSON.stringify(values)])
    const documents = parseAllDocuments(stdout)
    expect(documents.flatMap(({ errors }) => errors)).toEqual([])
    return documents.map((document) => document.toJS() as Manifest | null).filter((one) => one !== null)
  }

  const ALL = {
    ...PUBLIC,
    trustedProxies: '10.1.0.0/16',
    image: { digest: `sha256:${'b'.repeat(64)}` },
    networkPolicy: {
      enabled: true,
      callers: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    },
    settings: { MAX_TEXT_LENGTH: 5000, LOG_LEVEL: 'warn' },
    imagePullSecrets: [{ name: 'registry' }],
    serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/declaim' } },
    backup: { enabled: true, existingClaim: 'backups' },
    api: { autoscaling: { enabled: true } },
    worker: { autoscaling: { enabled: true } },
    ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls', annotations: { a: 'b' } },
  }

  test.each([
    ['its own values', PUBLIC, ['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Service', 'ServiceAccount']],
    [
      'everything switched on',
      ALL,
      [
        'ConfigMap',
        'CronJob',
        'Deployment',
        'HorizontalPodAutoscaler',
        'Ingress',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'ScaledObject',
        'Service',
        'ServiceAccount',
      ],
    ],
  ])('makes objects that fit the schemas of Kubernetes, with %s', async (_, values, kinds) => {
    const manifests = await render(values)
    expect([...new Set(manifests.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
    for (const manifest of manifests.filter(({ kind }) => kind !== 'ScaledObject')) {
      const { [manifest.kind]: Model } = await import(
        /* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`
      )
      expect(() => new Model(manifest).validate(), manifest.metadata.name).not.toThrow()
    }
  })

  /** The pods of all objects that have some, such as deployments and cron jobs. */
  const podsOf = (manifests: readonly Manifest[]) =>
    manifests.flatMap(({ kind, metadata, spec }) => {
      const template = spec?.template ?? spec?.jobTemplate?.spec.template
      return template === undefined
        ? []
        : [{ name: `${kind} ${metadata.name}`, pod: template.spec, labels: template.metadata.labels }]
    })

  test.each([
    ['its own values', PUBLIC],
    ['everything switched on', ALL],
  ])('runs pods within limits and without rights, on a read-only root file system, with %s', async (_, values) => {
    const pods = podsOf(await render(values))
    expect(pods.length).toBeGreaterThanOrEqual(2)
    for (const { name, pod } of pods) {
      expect([name, pod]).toMatchObject([
        name,
        {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
        },
      ])
      for (const key of ['hostNetwork', 'hostPID', 'hostIPC', 'initContainers']) expect(pod).not.toHaveProperty(key)
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { cpu: expect.anything(), memory: expect.anything() },
        })
        // Secrets come from the operator's own, never from a value.
        expect(container).not.toHaveProperty('env')
        expect(container.envFrom).toEqual([
          { configMapRef: { name: 'test-declaim' } },
          { secretRef: { name: 'declaim' } },
        ])
        const mounted = container.volumeMounts.map((one: { name: string }) => one.name).toSorted()
        expect(pod.volumes.map((one: { name: string }) => one.name).toSorted()).toEqual(mounted)
      }
      for (const { emptyDir, persistentVolumeClaim } of pod.volumes)
        expect(emptyDir?.sizeLimit ?? persistentVolumeClaim?.claimName).toEqual(expect.any(String))
    }
  })

  test('starts the roles, each deployment with pods of its own', async () => {
    const deployments = (await render(PUBLIC)).filter(({ kind }) => kind === 'Deployment')
    expect(deployments.map(({ spec }) => spec.template.spec.containers[0].args)).toEqual([['api'], ['worker']])
    for (const { spec, metadata } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
      expect(metadata.name).toContain(spec.selector.matchLabels['app.kubernetes.io/component'])
    }
  })

  test('includes the pods of backups in its network policy, and in no service or deployment', async () => {
    const manifests = await render(ALL)
    const { labels } = podsOf(manifests).find(({ name }) => name.startsWith('CronJob'))!
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy')!
    expect(labels).toMatchObject(policy.spec.podSelector.matchLabels)
    for (const { kind, spec } of manifests.filter((one) => ['Service', 'Deployment'].includes(one.kind)))
      expect([kind, labels]).not.toMatchObject([kind, spec.selector.matchLabels ?? spec.selector])
    await expect(render({ ...PUBLIC, backup: { enabled: true } })).rejects.toMatchObject({
      stderr: expect.stringContaining('backup.existingClaim is missing'),
    })
  })

  test('limits the memory to what the render threads of its CPU limit need, on nodes of any size', async () => {
    for (const { spec } of (await render(PUBLIC)).filter(({ kind }) => kind === 'Deployment')) {
      const { cpu, memory } = spec.template.spec.containers[0].resources.limits as Record<string, string>
      const memoryBytes = Number(/^(\d+)Gi$/.exec(memory!)![1]) * 2 ** 30
      // The memory would carry more threads than the CPU limit gives.
      expect(defaultRenderThreads({ cores: 64, memoryBytes })).toBeGreaterThanOrEqual(Number(cpu))
      expect(defaultRenderThreads({ cores: Number(cpu), memoryBytes })).toBe(Number(cpu))
    }
  })

  test('has every route of the service in its ingress, but those of the operator', async () => {
    const { spec } = (await render(ALL)).find(({ kind }) => kind === 'Ingress')!
    const paths = spec.rules[0].http.paths as { readonly path: string; readonly pathType: string }[]
    const isPublic = (route: string): boolean =>
      paths.some(({ path, pathType }) => route === path || (pathType === 'Prefix' && route.startsWith(`${path}/`)))
    const routes = await listRoutes()
    expect(routes).toEqual(expect.arrayContaining(['/v1/tts/stream', '/mcp', '/docs']))
    expect(routes.filter((route) => !isPublic(route)).toSorted()).toEqual(['/readyz'])
  })

  test('gives settings that the service reads', async () => {
    const { data } = (await render(ALL)).find(({ kind }) => kind === 'ConfigMap')!
    expect(data).toMatchObject({ ORT_DISABLE_TELEMETRY: '1' })
    const { maxTextLength, logLevel, publicUrl, audioStore, trustedProxies, metricsAddress } = readConfig(data!)
    expect({ maxTextLength, logLevel, publicUrl, audioStore, trustedProxies, metricsAddress }).toEqual({
      maxTextLength: 5000,
      logLevel: 'warn',
      publicUrl: 'https://speech.example.com',
      audioStore: { bucket: 'declaim', prefix: 'audio/' },
      trustedProxies: ['10.1.0.0/16'],
      metricsAddress: { host: '0.0.0.0', port: 9464, isDefault: false },
    })
    expect((await render(PUBLIC)).find(({ kind }) => kind === 'ConfigMap')!.data).not.toHaveProperty('TRUSTED_PROXIES')
  })

  test('bounds the scratch space of a pod, and takes its image by digest', async () => {
    for (const { spec } of (await render(ALL)).filter(({ kind }) => kind === 'Deployment')) {
      const { volumes, containers } = spec.template.spec
      for (const { emptyDir } of volumes) expect(emptyDir.sizeLimit).toMatch(/^\d+[MG]i$/)
      expect(containers[0].image).toBe(`declaim@sha256:${'b'.repeat(64)}`)
      expect(containers[0].ports.map(({ name }: { name: string }) => name)).toEqual(['http', 'metrics'])
    }
  })

  test('lets pods call names, their database and public addresses, and be called by what the values name', async () => {
    expect((await render(PUBLIC)).filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([])
    const { spec } = (await render(ALL)).find(({ kind }) => kind === 'NetworkPolicy')!
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(spec.ingress).toEqual([
      {
        ports: [{ protocol: 'TCP', port: 'http' }],
        from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
      },
      { ports: [{ protocol: 'TCP', port: 'metrics' }], from: [{ podSelector: {} }] },
    ])
    const [names, database, webhooks] = spec.egress
    expect(names.ports.map(({ port }: { port: number }) => port)).toEqual([53, 53])
    expect(database).toEqual({ ports: [{ protocol: 'TCP', port: 5432 }] })
    expect(webhooks.ports.map(({ port }: { port: number }) => port)).toEqual([80, 443])
    const { except } = webhooks.to[0].ipBlock
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'])
      expect(except).toContain(range)
  })

  test('scales workers by the clips that wait, and leaves their number to the scaler', async () => {
    const manifests = await render(ALL)
    const { spec } = manifests.find(({ kind }) => kind === 'ScaledObject')!
    expect(spec).toMatchObject({
      scaleTargetRef: { name: 'test-declaim-worker' },
      minReplicaCount: 1,
      maxReplicaCount: 20,
      triggers: [{ type: 'postgresql', metadata: { connectionFromEnv: 'DATABASE_URL', targetQueryValue: '20' } }],
    })
    for (const { spec: deployment } of manifests.filter(({ kind }) => kind === 'Deployment'))
      expect(deployment.replicas).toBeUndefined()
    // The query is one that the service's own database answers.
    expect(spec.triggers[0].metadata.query).toBe("select count(*) from clips where status = 'PROCESSING'")
  })

  test('says what is missing', async () => {
    await expect(render({})).rejects.toMatchObject({ stderr: expect.stringContaining('publicUrl is missing') })
    await expect(render({ ...PUBLIC, existingSecret: '' })).rejects.toMatchObject({
      stderr: expect.stringContaining('existingSecret is missing'),
    })
  })

  test('has the release of the service', async () => {
    const chart = parse(await readFile(inRoot('deploy/helm/declaim/Chart.yaml'), 'utf8'))
    const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'))
    expect([chart.version, chart.appVersion]).toEqual([version, version])
  })
})
