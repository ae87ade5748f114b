import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import ajvCompiler from '@fastify/ajv-compiler'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { startTestService } from '../support/test-service.ts'

const PARTS = ['body', 'querystring', 'params', 'headers'] as const

/** The service does not check its schemas, which are constants, at each start. */
test('the schemas of all requests are valid', async () => {
  const schemas = new Map<string, object>()
  const onCreated = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, schema = {} }: RouteOptions) => {
      for (const part of PARTS) {
        const found = schema[part]
        if (found !== undefined) schemas.set(`${String(method)} ${url} ${part}`, found as object)
      }
    })
  }
  subscribe('fastify.initialization', onCreated)
  const service = await startTestService()
  unsubscribe('fastify.initialization', onCreated)
  await service.close()
  expect(schemas.size).toBeGreaterThan(50)
  const compile = ajvCompiler()({}, { customOptions: { validateSchema: true } })
  const faults: string[] = []
  for (const [name, schema] of schemas) {
    try {
      compile({ schema } as never)
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`)
    }
  }
  expect(faults).toEqual([])
  expect(() => compile({ schema: { type: 'thing' } } as never)).toThrow('schema is invalid')
})
