import type { App } from '../app.ts'
import type { Operations } from '../services.ts'

/**
 * GET /health (the process lives) and /readyz (it can do its work), for load balancers and orchestrators. Anyone may ask, so the
 * answer is one word, and `checkReadiness` checks at most once a second.
 */
export function registerProbeRoutes(app: App, { checkReadiness }: Pick<Operations, 'checkReadiness'>): void {
  registerHealth(app)
  app.get('/readyz', async (_, reply) => {
    const { ready } = await checkReadiness()
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send(ready ? 'ready' : 'unready')
  })
}

/** GET /health, /readyz with the state of each part, and /metrics, for operators: how busy the service is and what fails in it. */
export function registerOperationRoutes(app: App, { metrics, checkReadiness }: Operations): void {
  registerHealth(app)
  app.get('/readyz', async (_, reply) => {
    const { ready, checks } = await checkReadiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.format()))
}

function registerHealth(app: App): void {
  app.get('/health', async () => ({ status: 'ok' }))
}
