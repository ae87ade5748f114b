import { expect, test } from 'vitest'
import type { Charge } from '../../accounts/usage-ledger.ts'
import { settleStream } from './settle-stream.ts'

/** A charge that notes how it ended. */
function noteEnds() {
  const ends: string[] = []
  const charge: Charge = {
    refund: () => void ends.push('refunded'),
    settle: async (spoken) => void ends.push(`settled ${spoken?.audioMs}`),
    store: async () => {},
    keep: () => {},
  }
  return { charge, ends }
}

async function* audioOf(pieces: number, { failsAt }: { failsAt?: number } = {}): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < pieces; i++) {
    if (i === failsAt) throw new Error('engine failed')
    yield new Uint8Array([i])
  }
}

const spoken = () => ({ audioMs: 7, cacheHits: 0 })

test('a stream that comes to its end is settled before it ends', async () => {
  const { charge, ends } = noteEnds()
  const stream = settleStream(audioOf(3), { charge, spoken, signal: new AbortController().signal })
  for (let i = 0; i < 3; i++) {
    expect((await stream.next()).value).toEqual(new Uint8Array([i]))
    expect(ends).toEqual([])
  }
  expect((await stream.next()).done).toBe(true)
  expect(ends).toEqual(['settled 7'])
})

test.each([0, 2])('a stream that fails at piece %i is refunded', async (failsAt) => {
  const { charge, ends } = noteEnds()
  const stream = settleStream(audioOf(3, { failsAt }), { charge, spoken, signal: new AbortController().signal })
  const read = async () => {
    for await (const piece of stream) expect(piece).toHaveLength(1)
  }
  await expect(read()).rejects.toThrow('engine failed')
  expect(ends).toEqual(['refunded'])
})

test('a caller that leaves after the first piece pays', async () => {
  const { charge, ends } = noteEnds()
  const stream = settleStream(audioOf(3), { charge, spoken, signal: new AbortController().signal })
  await stream.next()
  await stream.return(undefined)
  expect(ends).toEqual(['settled 7'])
})

test('a caller whose leaving makes the audio fail pays, unless nothing was sent', async () => {
  const left = AbortSignal.abort(new Error('left'))
  for (const [failsAt, end] of [
    [1, 'settled 7'],
    [0, 'refunded'],
  ] as const) {
    const { charge, ends } = noteEnds()
    const stream = settleStream(audioOf(3, { failsAt }), { charge, spoken, signal: left })
    const read = async () => {
      for await (const piece of stream) expect(piece).toHaveLength(1)
    }
    await expect(read()).rejects.toThrow('engine failed')
    expect(ends).toEqual([end])
  }
})
