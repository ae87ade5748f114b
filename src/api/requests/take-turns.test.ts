import fastify from 'fastify'
import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

test('requests that come together begin one after another, in order, with a turn of the event loop between them', async () => {
  const app = fastify()
  takeTurns(app)
  let turn = 0
  const begun: { readonly at: number; readonly name: unknown }[] = []
  app.get('/:name', async ({ params }) => {
    begun.push({ at: turn, name: (params as { name: string }).name })
    return 'here'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  let isCounting = true
  const count = (): void => {
    turn++
    if (isCounting) setImmediate(count)
  }
  count()
  const names = Array.from({ length: 40 }, (_, i) => `${i}`)
  const answers = await Promise.all(names.map(async (name) => await (await fetch(`${url}/${name}`)).text()))
  isCounting = false
  await app.close()
  expect(answers).toEqual(names.map(() => 'here'))
  expect(new Set(begun.map(({ at }) => at)).size).toBe(names.length)
  expect(new Set(begun.map(({ name }) => name))).toEqual(new Set(names))
})
