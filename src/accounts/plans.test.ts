import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { deletePlan, setPlan } from '../storage/records/plans.ts'
import type { Limits } from './limits.ts'
import { checkPlan, createPlanBook, listAllPlans } from './plans.ts'

const LIMITS: Limits = {
  maxTextLength: 1000,
  requestTimeoutMs: 30_000,
  charactersPerMonth: 50_000,
  requestsPerSecond: 5,
  requestBurst: 10,
  readsPerSecond: 50,
  readBurst: 100,
  clipLifetimeMs: 86_400_500,
  socketIdleMs: 1,
  connectionsPerAccount: 1,
  maxStreams: 1,
  maxQueuedClips: 1,
  maxEventLoopDelayMs: 1,
  maxProjects: 1,
  maxLibraries: 1,
  maxReplacements: 1,
}

let db: Database
beforeEach(async () => {
  db = await openDatabase(':memory:')
})
afterEach(() => db.destroy())

const limitsOf = (plan: string) => createPlanBook(db, LIMITS).limitsOf(plan)

describe('the limits of a plan', () => {
  test('are by default those of the service, in whole seconds that are not shorter', async () => {
    expect(await limitsOf('default')).toEqual({
      charactersPerText: 1000,
      charactersPerMonth: 50_000,
      monthEnd: 'hard',
      requestsPerSecond: 5,
      requestBurst: 10,
      readsPerSecond: 50,
      readBurst: 100,
      concurrentStreams: null,
      queuedClips: null,
      fileSeconds: 43_200,
      combinedSecondsPerDay: 86_400,
      storedBytes: 10_000_000_000,
      clipLifetimeSeconds: 86_401,
      webhooks: true,
    })
  })

  test('are those of the default plan as far as it leaves them open, and as it was changed', async () => {
    await setPlan(db, 'small', { charactersPerMonth: 100, concurrentStreams: 1 })
    await setPlan(db, 'default', { requestsPerSecond: 2, concurrentStreams: 7 })
    expect(await limitsOf('small')).toMatchObject({
      charactersPerMonth: 100,
      concurrentStreams: 1,
      requestsPerSecond: 2,
      charactersPerText: 1000,
    })
    expect(await limitsOf('default')).toMatchObject({ charactersPerMonth: 50_000, concurrentStreams: 7 })
  })

  test('of the owner do not follow the default plan, but what is stored for the owner', async () => {
    await setPlan(db, 'default', { requestsPerSecond: 2, charactersPerText: 10 })
    expect(await limitsOf('owner')).toMatchObject({
      requestsPerSecond: null,
      readsPerSecond: null,
      charactersPerText: 100_000,
      fileSeconds: null,
      combinedSecondsPerDay: null,
      storedBytes: null,
    })
    await setPlan(db, 'owner', { requestsPerSecond: 9 })
    expect(await limitsOf('owner')).toMatchObject({ requestsPerSecond: 9, readsPerSecond: null })
  })

  test('of the owner are never below those of others', async () => {
    const generous = { ...LIMITS, maxTextLength: 250_000 }
    expect((await createPlanBook(db, generous).limitsOf('owner')).charactersPerText).toBe(250_000)
  })

  test('that are null in the plan lift those of the default plan', async () => {
    await setPlan(db, 'free', { requestsPerSecond: null })
    expect((await limitsOf('free')).requestsPerSecond).toBeNull()
  })

  test('of a plan that was removed are those of the default plan', async () => {
    await setPlan(db, 'small', { charactersPerMonth: 100 })
    await deletePlan(db, 'small')
    expect(await limitsOf('small')).toEqual(await limitsOf('default'))
  })
})

describe('a book of plans', () => {
  test('answers from memory until it is told to forget', async () => {
    const book = createPlanBook(db, LIMITS)
    await book.limitsOf('small')
    await setPlan(db, 'small', { requestBurst: 3 })
    expect((await book.limitsOf('small')).requestBurst).toBe(10)
    book.forget()
    expect((await book.limitsOf('small')).requestBurst).toBe(3)
  })

  test('does not remember that the storage failed', async () => {
    const book = createPlanBook(db, LIMITS)
    await db.schema.alterTable('plans').renameTo('hidden').execute()
    await expect(book.limitsOf('small')).rejects.toThrow('plans')
    await db.schema.alterTable('hidden').renameTo('plans').execute()
    expect((await book.limitsOf('small')).requestBurst).toBe(10)
  })
})

test('plans are listed with all their limits: the built-in ones, then the others by name', async () => {
  await setPlan(db, 'zoo', { webhooks: false })
  await setPlan(db, 'big', { charactersPerMonth: 9 })
  await setPlan(db, 'default', { monthEnd: 'soft' })
  const plans = await listAllPlans(db, LIMITS)
  expect(plans.map(({ name, isBuiltIn }) => [name, isBuiltIn])).toEqual([
    ['default', true],
    ['owner', true],
    ['big', false],
    ['zoo', false],
  ])
  for (const { name, limits } of plans) expect(limits).toEqual(await limitsOf(name))
  expect(plans.map(({ limits }) => limits.monthEnd)).toEqual(['soft', 'hard', 'soft', 'soft'])
})

test('a plan can be given to accounts if it is built in or stored', async () => {
  await setPlan(db, 'small', {})
  for (const name of ['default', 'owner', 'small']) await checkPlan(db, name)
  await expect(checkPlan(db, 'large')).rejects.toThrow('Cannot use plan "large": there is no such plan')
})
