import fastify from 'fastify'
import { protectAnswers } from './answers/protect-answers.ts'
import type { App } from './app.ts'
import { observeRequests } from './metrics/observe-requests.ts'
import { registerOperationRoutes } from './routes/operations.ts'
import type { ServerOptions } from './server.ts'
import type { Operations } from './services.ts'

/** The HTTP side of a process that only renders clips: what operators ask for. */
export function createOperationsServer(
  operations: Operations,
  options: Pick<ServerOptions, 'loggerInstance'> = {},
): App {
  const app: App = fastify(options)
  observeRequests(app, operations.metrics)
  protectAnswers(app, { isSecure: () => false })
  registerOperationRoutes(app, operations)
  return app
}
