import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { findFreePort } from '../support/find-free-port.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const FOLDER = fileURLToPath(new URL('../../deploy/monitoring', import.meta.url))
const promtool = (...args: readonly string[]) => execFileSync('promtool', args, { cwd: FOLDER }).toString()

type Rule = { readonly alert: string; readonly expr: string; readonly annotations: Readonly<Record<string, string>> }
type Panel = { readonly title: string; readonly type: string; readonly targets?: readonly { readonly expr: string }[] }

const { groups } = parse(await readFile(join(FOLDER, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(await readFile(join(FOLDER, 'grafana-dashboard.json'), 'utf8')) as { panels: Panel[] }
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))

describe('alerts', () => {
  test('and the configuration are what Prometheus takes, and fire when they should', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain(`${rules.length} rules found`)
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  })

  test('have a test each, and a section that says what to do', async () => {
    const tests = await readFile(join(FOLDER, 'alerts.test.yml'), 'utf8')
    const page = await readFile(new URL('../../docs/alerts.md', import.meta.url), 'utf8')
    const sections = Array.from(page.matchAll(/^## (Declaim\w+)$/gm), ([, name]) => name)
    expect(sections).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, annotations } of rules) {
      expect(tests).toContain(`alertname="${alert}"`)
      expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
    }
  })
})

describe('the dashboard', () => {
  let service: TestService
  let receiver: WebhookReceiver
  let prometheus: ReturnType<typeof spawn>
  let folder: string
  let url: string
  beforeAll(async () => {
    service = await startTestService({
      METRICS_ADDRESS: '127.0.0.1:0',
      SEGMENT_CACHE_MB: '16',
      WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    })
    receiver = await startWebhookReceiver()
    folder = await mkdtemp(join(tmpdir(), 'declaim-prometheus-'))
    const target = service.operationsUrl!.replace('http://', '')
    const config = (await readFile(join(FOLDER, 'prometheus.yml'), 'utf8'))
      .replace('scrape_interval: 15s', 'scrape_interval: 500ms')
      .replace('127.0.0.1:9464', target)
      .replace('alerts.yml', join(FOLDER, 'alerts.yml'))
    await writeFile(join(folder, 'prometheus.yml'), config)
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    const options = [`--web.listen-address=127.0.0.1:${port}`, `--storage.tsdb.path=${join(folder, 'data')}`]
    prometheus = spawn('prometheus', [`--config.file=${join(folder, 'prometheus.yml')}`, ...options], {
      stdio: 'ignore',
    })
    await service.call('/webhooks', { body: { url: `${receiver.url}/hook` } })
    await vi.waitFor(() => query('up == 1'), { timeout: 20_000, interval: 200 })
    await beBusy()
  }, 60_000)
  afterAll(async () => {
    prometheus.kill()
    await once(prometheus, 'exit')
    await receiver.close()
    await service.close()
    await rm(folder, { recursive: true })
  })

  /** Requests of every kind that a panel shows, over several scrapes. */
  async function beBusy(): Promise<void> {
    const speech = (text: string) => ({ body: { speaker_id: 3, text } })
    for (let round = 0; round < 6; round++) {
      const streams = [1, 2, 3].map((i) =>
        service.call('/stream', speech(`Stream ${i}.`)).then((one) => one.arrayBuffer()),
      )
      const { clip_id } = await service.json<{ clip_id: string }>('/clips', speech(`Clip ${round}.`))
      await Promise.all([...streams, service.finished(clip_id), service.call('/stream', speech(''))])
      await new Promise((resolve) => setTimeout(resolve, 600))
    }
  }

  /** The series that a query gives. Throws if there are none, or Prometheus does not take it. */
  async function query(expression: string): Promise<readonly { readonly value: readonly [number, string] }[]> {
    const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)
    const { status, data, error } = (await response.json()) as {
      status: string
      error?: string
      data: { result: readonly { readonly value: readonly [number, string] }[] }
    }
    if (status !== 'success') throw new Error(error)
    if (data.result.length === 0) throw new Error(`No series: ${expression}`)
    return data.result
  }

  test('has panels of every metric of ours', async () => {
    const metrics = await (await fetch(`${service.operationsUrl}/metrics`)).text()
    const names = Array.from(metrics.matchAll(/^# TYPE (declaim_\w+) /gm), ([, name]) => name!)
    const shown = queries.map(([, expression]) => expression).join(' ')
    const missing = names.filter((name) => !shown.includes(name))
    // How long requests take depends on what they ask for, and details of the cache are for those who look into it.
    expect(missing.toSorted()).toEqual([
      'declaim_request_duration_seconds',
      'declaim_segment_cache_corrupt_total',
      'declaim_segment_cache_dropped_total',
      'declaim_segment_cache_entries',
      'declaim_segment_cache_evictions_total',
      'declaim_segment_cache_failed_writes_total',
    ])
  })

  test.each(queries)('%s shows what a busy service did: %s', async (_title, expression) => {
    const asked = expression.replaceAll('$job', '.*').replaceAll('$__rate_interval', '10s')
    const series = await vi.waitFor(() => query(asked), { timeout: 5000, interval: 250 })
    expect(series.some(({ value }) => Number.isFinite(Number(value[1])))).toBe(true)
  })

  test('would not wake anybody: no alert fires', async () => {
    const response = await fetch(`${url}/api/v1/alerts`)
    const { data } = (await response.json()) as { data: { alerts: { state: string }[] } }
    expect(data.alerts.filter(({ state }) => state === 'firing')).toEqual([])
  })
})
