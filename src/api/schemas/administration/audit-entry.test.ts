import { expect, test } from 'vitest'
import { toAuditBody, toAuditQuery } from './audit-entry.ts'

test('a query is read, with times in epoch milliseconds', () => {
  expect(toAuditQuery({})).toEqual({ limit: 1000 })
  const query = { account_id: 'a', key_id: 'k', action: 'x', from: '2026-03-14', to: '2026-03-14T12:00:00.5Z' }
  expect(toAuditQuery({ ...query, limit: '7', before: '12' })).toEqual({
    accountId: 'a',
    keyId: 'k',
    action: 'x',
    from: Date.UTC(2026, 2, 14),
    to: Date.UTC(2026, 2, 14, 12, 0, 0, 500),
    limit: 7,
    before: 12,
  })
})

test.each(['2026-13-01', '2026-02-30', '2026-03-14T25:00Z'])(
  '%s is refused, and no storage is asked for it',
  (time) => {
    expect(() => toAuditQuery({ from: time })).toThrow(`Cannot use from "${time}": expected`)
    expect(() => toAuditQuery({ to: time })).toThrow(`Cannot use to "${time}": expected`)
  },
)

test('an entry says who it was, as far as that is known', () => {
  const entry = { position: 3, time: 5, action: 'x', details: {}, target: undefined, accountId: undefined }
  const actorOf = (actor: Parameters<typeof toAuditBody>[0]['actor']) => toAuditBody({ ...entry, actor }).actor
  expect(actorOf({ kind: 'operator', name: 'root' })).toEqual({ kind: 'operator', name: 'root' })
  const caller = { accountId: 'a', address: '::1' }
  expect(actorOf({ kind: 'key', keyId: 'k', ...caller })).toEqual({
    kind: 'key',
    account_id: 'a',
    key_id: 'k',
    address: '::1',
  })
  expect(actorOf({ kind: 'session', keyId: undefined, ...caller })).not.toHaveProperty('key_id')
  const body = toAuditBody({ ...entry, actor: { kind: 'operator', name: 'root' } })
  expect(body).not.toHaveProperty('target')
  expect(body).not.toHaveProperty('account_id')
})
