import type { App } from '../app.ts'
import type { Operations } from '../services.ts'

/** GET /health (the process lives), /readyz (it can do its work) and /metrics: for operators, without a key and outside of the API. */
export function registerOperationRoutes(app: App, { metrics, checkReadiness }: Operations): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const { ready, checks } = await checkReadiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.format()))
}
