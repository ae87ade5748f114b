import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { createPlanBook, listAllPlans } from '../../src/accounts/plans.ts'
import { createLocalAdministration } from '../../src/commands/administration/local-administration.ts'
import { listPlansCommand, removePlanCommand, setPlanCommand } from '../../src/commands/administration/plans.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { setAccountPlan } from '../../src/storage/records/accounts.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let dataDirectory: string
let config: Config
let service: TestService
const logged: string[] = []

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-plans-'))
  const settings = { DATA_DIR: dataDirectory, MAX_TEXT_LENGTH: '1000', CLIP_LIFETIME_SECONDS: '604800' }
  const log = new Writable({
    write(line: Buffer, _, done) {
      logged.push(line.toString())
      done()
    },
  })
  service = await startTestService({ ...settings, METRICS_ADDRESS: '127.0.0.1:0', LOG_LEVEL: 'info' }, undefined, log)
  config = { ...readConfig(settings), databaseUrl: service.config.databaseUrl }
})
afterAll(async () => {
  await service.close()
  await rm(dataDirectory, { recursive: true })
})

/** What `declaim plans` prints. */
async function declaimPlans(
  action: 'list' | 'set' | 'remove',
  name = '',
  ...settings: readonly string[]
): Promise<readonly string[]> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const administration = createLocalAdministration(config)
  if (action === 'list') await listPlansCommand({}, administration, print)
  else if (action === 'set') await setPlanCommand({ name, settings }, administration, print)
  else await removePlanCommand({ name }, administration, print)
  return lines
}

const linesOf = async (name: string) => (await declaimPlans('list')).filter((line) => line.startsWith(`${name}  `))

describe('declaim plans', () => {
  test('lists the built-in plans with all their limits', async () => {
    const shared = 'clipLifetimeSeconds=604800  webhooks=yes'
    const free = 'concurrentStreams=none  queuedClips=none'
    const [byDefault] = await linesOf('default')
    for (const setting of [
      'charactersPerText=1000',
      'requestsPerSecond=3',
      'readsPerSecond=50',
      'monthEnd=hard',
      `${free}  fileSeconds=43200  combinedSecondsPerDay=86400  storedBytes=10000000000  ${shared}`,
    ])
      expect(byDefault).toContain(setting)
    const [owner] = await linesOf('owner')
    for (const setting of [
      'charactersPerText=100000',
      'requestsPerSecond=none',
      'readsPerSecond=none',
      'monthEnd=hard',
      `${free}  fileSeconds=none  combinedSecondsPerDay=none  storedBytes=none  ${shared}`,
    ])
      expect(owner).toContain(setting)
  })

  test('sets limits one after another, and the others come from the default plan', async () => {
    expect(await declaimPlans('set', 'small', 'monthEnd=soft', 'webhooks=no')).toEqual(['Plan small is stored.'])
    await declaimPlans('set', 'small', 'concurrentStreams=2', 'clipLifetimeSeconds=3600')
    await declaimPlans('set', 'default', 'queuedClips=7')
    const [small] = await linesOf('small')
    for (const setting of ['monthEnd=soft', 'webhooks=no', 'concurrentStreams=2', 'clipLifetimeSeconds=3600'])
      expect(small).toContain(setting)
    expect(small).toContain('queuedClips=7')
    const book = createPlanBook(service.db, config)
    expect(await book.limitsOf('small')).toMatchObject({ queuedClips: 7, concurrentStreams: 2, webhooks: false })
    expect(await book.limitsOf('owner')).toMatchObject({ queuedClips: null, requestsPerSecond: null })
    for (const { name, limits } of await listAllPlans(service.db, config))
      expect(await book.limitsOf(name)).toEqual(limits)
    await declaimPlans('remove', 'default')
    expect((await linesOf('default'))[0]).toContain('queuedClips=none')
  })

  test.each<[Parameters<typeof declaimPlans>, string]>([
    [['set', 'x', 'speed=3'], 'Cannot use limit speed: expected charactersPerText, '],
    [['set', 'x', 'webhooks=maybe'], 'Cannot use limit webhooks "maybe": expected yes or no'],
    [['set', 'a b', 'webhooks=no'], 'Cannot use plan name "a b"'],
    [['set', 'x'.repeat(65), 'webhooks=no'], 'Cannot use plan name'],
    [['remove', 'x'], 'Cannot remove plan "x": no such plan is stored'],
  ])('%j is refused', async (args, message) => {
    await expect(declaimPlans(...args)).rejects.toThrow(message)
    expect(await linesOf('x')).toEqual([])
  })

  test('does not remove a plan that an account has', async () => {
    await declaimPlans('set', 'team', 'requestBurst=5')
    const { record } = await createApiKey(service.db, { name: 'x', account: 'team', now: 1 })
    await setAccountPlan(service.db, record.accountId, 'team')
    await expect(declaimPlans('remove', 'team')).rejects.toThrow('accounts that have it: 1')
    await setAccountPlan(service.db, record.accountId, 'default')
    expect(await declaimPlans('remove', 'team')).toEqual(['Plan team is removed.'])
  })
})

describe('the end of the month', () => {
  async function accountWith(name: string, ...limits: readonly string[]) {
    await declaimPlans('set', name, 'charactersPerMonth=10', ...limits)
    const { key, record } = await createApiKey(service.db, { name, account: name, now: 1 })
    await setAccountPlan(service.db, record.accountId, name)
    const speak = async (length: number) => {
      const body = { speaker_id: 3, text: 'a'.repeat(length) }
      const answer = await service.call('/stream', { body, headers: { 'x-api-key': key } })
      await answer.arrayBuffer()
      return answer
    }
    return { id: record.accountId, speak }
  }

  test('refuses what is beyond it if it is hard', async () => {
    const { speak } = await accountWith('hard')
    expect((await speak(9)).status).toBe(200)
    const refused = await speak(2)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('x-quota-over')).toBeNull()
    expect((await speak(1)).status).toBe(200)
  })

  test('goes on if it is soft, and headers, metrics and the log report the excess', async () => {
    const { id, speak } = await accountWith('soft', 'monthEnd=soft')
    const within = await speak(8)
    expect([within.status, within.headers.get('x-quota-over')]).toEqual([200, null])
    const before = await readMetrics(service)
    const beyond = await speak(7)
    expect([beyond.status, beyond.headers.get('x-quota-over')]).toEqual([200, '5'])
    expect(beyond.headers.get('x-quota-remaining')).toBe('0')
    expect((await speak(3)).headers.get('x-quota-over')).toBe('8')
    const after = await readMetrics(service)
    const grown = (name: string) => after.get(name)! - (before.get(name) ?? 0)
    expect(grown('declaim_characters_over_quota_total')).toBe(8)
    const notes = logged.filter((line) => line.includes('exceeds')).map((line) => JSON.parse(line))
    expect(notes).toMatchObject([
      { accountId: id, characters: 5 },
      { accountId: id, characters: 3 },
    ])
  })
})
