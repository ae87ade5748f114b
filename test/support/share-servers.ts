import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type S3Server, startS3 } from './s3-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for what they share: see `shared-servers.ts`. */
    readonly sharedServers: string
  }
}

/** Global set-up: starts PostgreSQL and an S3 server once, when the first test file asks for one, and ends them with the run. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined
  let s3: Promise<S3Server> | undefined
  const answers: Readonly<Record<string, () => Promise<unknown>>> = {
    '/database': async () => {
      postgres ??= startPostgres()
      return (await postgres).createDatabase()
    },
    '/s3': async () => {
      s3 ??= startS3()
      const { endpoint, environment } = await s3
      return { endpoint, environment }
    },
  }
  const desk = createServer((request, response) => {
    answers[request.url!]!().then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  provide('sharedServers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.close()
    await Promise.all([postgres, s3].map(async (server) => (await server)?.close()))
  }
}
