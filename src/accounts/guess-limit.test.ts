import { beforeEach, describe, expect, test } from 'vitest'
import { createGuessLimit, type GuessLimit } from './guess-limit.ts'

const ADDRESS = '203.0.113.7'
const RIGHT = new Set(['right', 'other right'])

let now: number
let wrong: string[]
let looked: number
let limit: GuessLimit
beforeEach(() => {
  now = 0
  wrong = []
  looked = 0
  limit = createGuessLimit({ clock: () => now, onWrong: ({ address, kind }) => void wrong.push(`${kind} ${address}`) })
})

/** Whether a secret is found, not found, or not looked for. */
async function attempt(secret: string, address = ADDRESS): Promise<'right' | 'wrong' | 'refused'> {
  const find = async (): Promise<string | undefined> => {
    looked++
    await new Promise((resolve) => setImmediate(resolve))
    return RIGHT.has(secret) ? secret : undefined
  }
  return await limit.try({ address, secret, kind: 'key' }, find).then(
    (found) => (found === undefined ? 'wrong' : 'right'),
    (error: { code?: string }) => {
      expect(error).toMatchObject({ code: 'RATE_LIMITED', headers: { 'retry-after': '1' } })
      return 'refused'
    },
  )
}

async function exhaust(address = ADDRESS): Promise<void> {
  for (let i = 0; i < 50; i++) expect(await attempt(`guess ${i}`, address)).toBe('wrong')
}

describe('a network that has sent fifty wrong secrets', () => {
  test('is told of no other, right or wrong, and none is looked up', async () => {
    await exhaust()
    expect([await attempt('another guess'), await attempt('right')]).toEqual(['refused', 'refused'])
    expect(looked).toBe(50)
    expect(wrong).toEqual(Array.from({ length: 52 }, () => `key ${ADDRESS}`))
  })

  test('may try one a second from then on', async () => {
    await exhaust()
    now += 1000
    expect([await attempt('a guess'), await attempt('right')]).toEqual(['wrong', 'refused'])
    now += 1000
    expect(await attempt('right')).toBe('right')
  })

  test('goes on to use what it has used before, as often as it likes', async () => {
    expect(await attempt('right')).toBe('right')
    await exhaust()
    for (let i = 0; i < 100; i++) expect(await attempt('right')).toBe('right')
    expect(await attempt('other right')).toBe('refused')
  })

  test('can no longer use what has become wrong', async () => {
    expect(await attempt('right')).toBe('right')
    await exhaust()
    RIGHT.delete('right')
    const answers = [await attempt('right'), await attempt('right')]
    RIGHT.add('right')
    expect([...answers, await attempt('right')]).toEqual(['wrong', 'refused', 'refused'])
  })

  test('does not stop another network', async () => {
    await exhaust()
    expect(await attempt('right', '203.0.113.8')).toBe('right')
    await exhaust('2001:db8::1')
    expect(await attempt('right', '2001:db8::2')).toBe('refused')
    expect(await attempt('right', '2001:db8:0:1::1')).toBe('right')
  })
})

test('a thousand guesses at once are fifty guesses', async () => {
  const guesses = Array.from({ length: 1000 }, (_, i) => (i === 900 ? 'right' : `guess ${i}`))
  const answers = await Promise.all(guesses.map((guess) => attempt(guess)))
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(50)
  expect(answers[900]).toBe('refused')
  expect(looked).toBe(50)
})

test('many right secrets that are sent at once for the first time are all found', async () => {
  const many = Array.from({ length: 200 }, (_, i) => `right ${i}`)
  for (const one of many) RIGHT.add(one)
  const answers = await Promise.all([...many, ...many].map((one) => attempt(one)))
  for (const one of many) RIGHT.delete(one)
  expect(new Set(answers)).toEqual(new Set(['right']))
})

test('a secret that cannot be looked up is no guess', async () => {
  for (let i = 0; i < 60; i++) {
    const failing = limit.try({ address: ADDRESS, secret: `s ${i}`, kind: 'key' }, async () => {
      throw new Error('down')
    })
    await expect(failing).rejects.toThrow('down')
  }
  expect([await attempt('right'), wrong]).toEqual(['right', []])
})
