import type { App } from '../app.ts'
import type { Services } from '../services.ts'

/** What operators ask, outside of the public API and without a key: GET /health and GET /metrics. */
export function registerOperationRoutes(app: App, { metrics }: Services): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.format()))
}
