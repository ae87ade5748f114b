import { expect, test } from 'vitest'
import { Gate } from './gate.ts'

const STAYS = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('callers beyond the places wait, and accounts take turns', async () => {
  const gate = new Gate({ places: 1, patienceMs: 60_000 })
  const entered: string[] = []
  const visit = async (account: string, name: string) => {
    const leave = await gate.enter({ account, signal: STAYS })
    entered.push(name)
    return leave
  }
  const first = await visit('a', 'a1')
  const visits = [visit('a', 'a2'), visit('a', 'a3'), visit('b', 'b1')]
  await turn()
  expect(entered).toEqual(['a1'])
  first()
  first()
  await turn()
  expect(entered).toEqual(['a1', 'b1'])
  ;(await visits[2]!)()
  ;(await visits[0]!)()
  ;(await visits[1]!)()
  expect(entered).toEqual(['a1', 'b1', 'a2', 'a3'])
  expect(await gate.enter({ account: 'c', signal: STAYS })).toBeTypeOf('function')
})

test('a caller is refused when its patience is over, and its place in line goes to the next', async () => {
  const gate = new Gate({ places: 1, patienceMs: 60_000 })
  const leave = await gate.enter({ account: 'a', signal: STAYS })
  const hasty = gate.enter({ account: 'a', signal: STAYS, patienceMs: 0 })
  await expect(hasty).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  const leaving = new AbortController()
  const left = gate.enter({ account: 'a', signal: leaving.signal })
  const patient = gate.enter({ account: 'a', signal: STAYS })
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  leave()
  expect(await patient).toBeTypeOf('function')
})
