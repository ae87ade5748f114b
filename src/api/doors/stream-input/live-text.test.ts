import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sampleEverydaySentences } from '../../../../test/support/everyday-tables.ts'
import { NORA, PLANNING } from '../../../../test/support/planning-data.ts'
import type { SpeechPart } from '../../../delivery/planning/growing-speech.ts'
import { prepareSpeech } from '../../../delivery/planning/plan-speech.ts'
import { type LiveRequest, LiveText } from './live-text.ts'

const REQUEST: LiveRequest = {
  request: { voice: NORA, libraries: [], ssml: false, startAt: 'sentence' },
  output: { format: 'pcm' },
  framing: undefined,
  leadMs: undefined,
  checkText: async () => {},
  account: 'account',
  openAllotment: () => Promise.reject(new Error('Nothing is spoken here')),
}

/** More than is planned at a time. */
const MESSAGE = sampleEverydaySentences(34)
  .map(({ written }) => written)
  .join('\n')
  .repeat(3)

/** Number of turns that the event loop makes until `work` is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  for (; !isDone; turns++) await setImmediate()
  return turns
}

async function takeTurns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await setImmediate()
}

describe('a message that takes long to plan', () => {
  test('lets others have their turn', async () => {
    const text = new LiveText(1, async () => REQUEST, PLANNING)
    await text.opened
    text.write(MESSAGE)
    text.end()
    const parts = text.parts.toArray() as Promise<SpeechPart[]>
    expect(await countTurns(parts)).toBeGreaterThan(10)
    const { plan } = prepareSpeech({ ...REQUEST.request, text: MESSAGE }, PLANNING)
    expect((await parts).flatMap(({ segments }) => segments)).toEqual(plan.segments)
  })

  test('is spoken before all of it is planned', async () => {
    const text = new LiveText(1, async () => REQUEST, PLANNING)
    text.write(MESSAGE)
    const [first] = (await once(text.parts, 'data')) as [SpeechPart]
    expect(first.textEnd).toBeLessThan(5000)
    text.cancelled.abort()
  })

  test('is planned no further when it is cancelled', async () => {
    let looks = 0
    const has = (word: string): boolean => {
      looks++
      return PLANNING.lexicon.has(word)
    }
    const lexicon = Object.create(PLANNING.lexicon, { has: { value: has } })
    const text = new LiveText(1, async () => REQUEST, { ...PLANNING, lexicon })
    await text.opened
    text.write(MESSAGE)
    while (looks === 0) await takeTurns(1)
    text.cancelled.abort()
    await takeTurns(2)
    const before = looks
    await takeTurns(50)
    expect(looks).toBe(before)
  })
})
