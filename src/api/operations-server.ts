import fastify from 'fastify'
import { answerError } from './answers/error-response.ts'
import { createNotFoundHandler } from './answers/not-found.ts'
import { protectAnswers } from './answers/protect-answers.ts'
import type { App } from './app.ts'
import { observeRequests } from './metrics/observe-requests.ts'
import { registerOperationRoutes, registerProbeRoutes } from './routes/operations.ts'
import type { ServerOptions } from './server.ts'
import type { Operations } from './services.ts'

type Options = Pick<ServerOptions, 'loggerInstance'>

/** The server of METRICS_ADDRESS: metrics, and the state of each part. */
export function createOperationsServer(operations: Operations, options: Options = {}): App {
  const app = openApp(operations, options)
  registerOperationRoutes(app, operations)
  return app
}

/** The public server of a process that only renders clips: whether it lives and can do its work. */
export function createProbeServer(operations: Operations, options: Options = {}): App {
  const app = openApp(operations, options)
  registerProbeRoutes(app, operations)
  return app
}

function openApp({ metrics }: Operations, options: Options): App {
  const app: App = fastify({ ...options, routerOptions: { ignoreTrailingSlash: true } })
  observeRequests(app, metrics)
  protectAnswers(app, { isSecure: () => false })
  app.setNotFoundHandler(createNotFoundHandler(app))
  app.setErrorHandler(answerError)
  return app
}
