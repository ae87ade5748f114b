import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalSignals } from '../../storage/signals.ts'
import { createProjectPresence, type PresentPage, type ProjectPresence } from './project-presence.ts'

const PROJECT = 7
const page = (pageId: string, offset: number | null = null): PresentPage => ({
  pageId,
  memberId: 'mem_ann',
  name: 'Ann Ölçü',
  paragraphId: offset === null ? null : 'p1',
  offset,
})

let time: number
let presence: ProjectPresence
const signals = createLocalSignals()
beforeEach(() => {
  vi.useFakeTimers()
  time = 0
  presence = createProjectPresence(signals, { now: () => time })
})
afterEach(() => {
  presence.close()
  vi.useRealTimers()
})

const wait = async (ms: number) => {
  time += ms
  await vi.advanceTimersByTimeAsync(ms)
}
const idsOf = (project = PROJECT) => presence.list(project).map(({ pageId }) => pageId)

test('a page is there until it closes, or has said nothing for some seconds', async () => {
  presence.note(PROJECT, 'ann', page('a', 3), true)
  presence.note(PROJECT, 'ben', page('b'), true)
  expect(presence.list(PROJECT)).toEqual([page('a', 3), page('b')])
  expect(idsOf(8)).toEqual([])
  presence.note(PROJECT, 'ben', page('b'), false)
  expect(idsOf()).toEqual(['a'])
  for (let turn = 0; turn < 5; turn++) {
    await wait(5000)
    presence.note(PROJECT, 'ann', page('a', turn), true)
  }
  expect(idsOf()).toEqual(['a'])
  await wait(13_000)
  expect(idsOf()).toEqual([])
})

test('a follower hears of every change, and of nothing that stays as it is', async () => {
  const followed = presence.follow(PROJECT)
  const changes = () => followed.changes
  presence.note(PROJECT, 'ann', page('a', 1), true)
  expect(changes()).toBe(1)
  presence.note(PROJECT, 'ann', page('a', 1), true)
  expect(changes()).toBe(1)
  const heard = followed.after(1, new AbortController().signal)
  // Those of a moment are one piece of news.
  for (const offset of [2, 3, 4]) presence.note(PROJECT, 'ann', page('a', offset), true)
  await wait(300)
  await heard
  expect(changes()).toBe(4)
  const gone = followed.after(4, new AbortController().signal)
  await wait(14_000)
  await gone
  expect([changes(), idsOf()]).toEqual([5, []])
  const leaving = new AbortController()
  const nothing = followed.after(5, leaving.signal)
  leaving.abort()
  await nothing
  followed.close()
})

test('nobody moves or closes the page of somebody else, and one caller fills no room', () => {
  presence.note(PROJECT, 'ann', page('a', 1), true)
  presence.note(PROJECT, 'ben', page('a', 9), true)
  presence.note(PROJECT, 'ben', page('a'), false)
  expect(presence.list(PROJECT)).toEqual([page('a', 1)])
  for (let one = 0; one < 50; one++) presence.note(PROJECT, 'ben', page(`b${one}`), true)
  expect(idsOf()).toHaveLength(21)
  for (let one = 0; one < 200; one++) presence.note(PROJECT, `caller ${one}`, page(`c${one}`), true)
  expect(idsOf()).toHaveLength(100)
  // Those that are there stay so.
  presence.note(PROJECT, 'ann', page('a', 5), true)
  expect(presence.list(PROJECT)[0]).toEqual(page('a', 5))
})

test('what a later release says in another way is left alone', () => {
  for (const detail of ['', 'e30', 'not-json', Buffer.from('{"project":7}').toString('base64url')])
    signals.emit('presence', detail)
  signals.emit('presence')
  expect(idsOf()).toEqual([])
})
