import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { appendUpdate, readUpdates } from '../../src/storage/records/project-scripts.ts'
import { findProject } from '../../src/storage/records/projects.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function openProject(id: string) {
  await service.json('/projects', { body: { project_id: id, text: 'Hello.' } })
  const { account_id: accountId } = await service.db
    .selectFrom('projects')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { accountId, id }
}

/** The database, which has done something else by the time that it is asked a second time. */
function afterFirstQuery(db: Database, between: () => Promise<void>): Database {
  let asked = 0
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'selectFrom' || typeof value !== 'function') return value
      return (...tables: readonly unknown[]) => {
        asked += 1
        const query = value.apply(target, tables) as object
        return asked === 1 ? runFirst(query, between) : query
      }
    },
  })
}

/** A query after whose execution something else is done, before its answer arrives. */
function runFirst(query: object, between: () => Promise<void>): object {
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...values: readonly unknown[]) => {
        const result: unknown = value.apply(target, values)
        if (!String(name).startsWith('execute')) return runFirst(result as object, between)
        return (result as Promise<unknown>).then(async (answer) => {
          await between()
          return answer
        })
      }
    },
  })
}

test('a script is read whole while its updates are merged', async () => {
  const key = await openProject('merged-meanwhile')
  const before = await findProject(service.db, key)
  const merged = {
    name: '',
    paragraphs: 0,
    characters: 0,
    now: 1,
    update: Buffer.from('two'),
    state: Buffer.from('one and two'),
  }
  const db = afterFirstQuery(service.db, () => appendUpdate(service.db, before, merged))
  const during = await readUpdates(db, before)
  const after = await readUpdates(service.db, before)
  expect(during.revision).toBe(before.revision)
  expect(during.updates.length).toBe(1)
  expect(Buffer.from(during.updates[0]!).toString()).not.toBe('')
  expect(after).toEqual({ revision: before.revision + 1, updates: [Buffer.from('one and two')] })
})

test('the revision of a script is that of its last update', async () => {
  const key = await openProject('revisions')
  for (let edit = 0; edit < 70; edit++) {
    await service.json('/projects/revisions/script', { method: 'PUT', body: { name: `Edit ${edit}` } })
    const project = await findProject(service.db, key)
    expect((await readUpdates(service.db, project)).revision).toBe(project.revision)
  }
})
