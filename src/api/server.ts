import fastify, { type FastifyServerOptions } from 'fastify'
import { type AllowedOrigins, allowBrowsers } from './allow-browsers.ts'
import { answerError } from './answers/error-response.ts'
import { createNotFoundHandler } from './answers/not-found.ts'
import { protectAnswers } from './answers/protect-answers.ts'
import { API_PREFIX } from './api-prefix.ts'
import type { App } from './app.ts'
import { COMPILE_ONCE } from './compile-schemas.ts'
import type { CreateMcpServer } from './doors/mcp/open-mcp-door.ts'
import { openDoors } from './doors/open-doors.ts'
import { asksForSocket } from './doors/stream-input/accept-sockets.ts'
import { logRequestsSafely } from './log-requests.ts'
import { observeRequests } from './metrics/observe-requests.ts'
import { DOOR_PREFIX } from './openapi/describe-api.ts'
import type { Route } from './openapi/describe-route.ts'
import { collectRoutes, serveDocument } from './openapi/serve-document.ts'
import { createCallerGuard } from './requests/guard-callers.ts'
import { limitBodyTime } from './requests/limit-body-time.ts'
import { readEveryBodyAsJson } from './requests/read-body.ts'
import { MAX_HEADER_BYTES, refuseMalformed, refuseSeveralHosts } from './requests/refuse-malformed.ts'
import { refuseUnstorable } from './requests/refuse-unstorable.ts'
import { takeTurns } from './requests/take-turns.ts'
import { registerAdministration } from './routes/administration/administration.ts'
import { registerAudioRoutes } from './routes/audio.ts'
import { registerAvatarRoutes } from './routes/avatars.ts'
import { registerBulkReplacementRoutes } from './routes/bulk-replacements.ts'
import { registerClipRetryRoute } from './routes/clip-retry.ts'
import { registerClipTimingRoutes } from './routes/clip-timing.ts'
import { registerClipRoutes } from './routes/clips.ts'
import { registerCombineRoute } from './routes/combine-clips.ts'
import { registerEventsRoute } from './routes/events.ts'
import { registerExplainRoute } from './routes/explain.ts'
import { registerExportRoutes } from './routes/exports.ts'
import { registerInputValidatedRoute } from './routes/input-validated.ts'
import { registerProbeRoutes } from './routes/operations.ts'
import { registerProjectExportRoutes } from './routes/projects/project-exports.ts'
import { registerProjectScriptRoutes } from './routes/projects/project-scripts.ts'
import { registerProjectVersionRoutes } from './routes/projects/project-versions.ts'
import { registerProjectRoutes } from './routes/projects/projects.ts'
import { registerLibraryRoutes } from './routes/replacement-libraries.ts'
import { registerReplacementRoutes } from './routes/replacements.ts'
import { registerRespellingRoute } from './routes/respelling-suggestions.ts'
import { registerStreamRoute } from './routes/stream.ts'
import { registerUsageRoute } from './routes/usage.ts'
import { registerWebhookDeliveryRoutes } from './routes/webhook-deliveries.ts'
import { registerWebhookRoutes } from './routes/webhooks.ts'
import { registerWordTimingRoute } from './routes/word-timing.ts'
import type { Services } from './services.ts'
import { serveGuide } from './studio/serve-guide.ts'
import { serveStudio } from './studio/serve-studio.ts'
import { cookieOptionsOf } from './studio/session-cookie.ts'
import { registerSessionRoutes } from './studio/session-routes.ts'

/** How often Node looks for requests that take too long to arrive. */
const TIMEOUT_CHECK_MS = 1000

export type ServerOptions = Pick<FastifyServerOptions, 'loggerInstance'> & {
  readonly allowedOrigins?: AllowedOrigins
  /** IP addresses and CIDR ranges whose `X-Forwarded-For` names the caller. */
  readonly trustedProxies?: readonly string[]
  /** Makes the server of the Model Context Protocol at /mcp. Without it, there is none. */
  readonly createMcpServer?: CreateMcpServer
}

/** The HTTP side of the service, ready to listen. */
export function createServer(
  services: Services,
  { allowedOrigins = '*', createMcpServer, ...options }: ServerOptions = {},
): App {
  const app = openApp(services.limits.requestTimeoutMs, options)
  takeTurns(app)
  logRequestsSafely(app)
  readEveryBodyAsJson(app, services)
  limitBodyTime(app)
  refuseSeveralHosts(app)
  refuseUnstorable(app)
  observeRequests(app, services.metrics)
  protectAnswers(app, { isSecure: () => cookieOptionsOf(services.links).isOverTls })
  const answerNotFound = createNotFoundHandler(app)
  app.setNotFoundHandler(answerNotFound)
  app.setErrorHandler(answerError)
  void app.register(async (audio: App) => {
    allowBrowsers(audio, allowedOrigins)
    registerAudioRoutes(audio, services)
  })
  registerProbeRoutes(app, services)
  registerSessionRoutes(app, services)
  serveStudio(app, services.links)
  serveGuide(app)
  const callers = createCallerGuard(services, { allowedOrigins })
  const routes: Route[] = []
  openDoors(app, services, {
    callers,
    answerNotFound,
    createMcpServer,
    collect: (scope, door) => collectRoutes(scope, routes, { prefix: DOOR_PREFIX, door }),
  })
  serveDocument(app, { routes, prefix: API_PREFIX, allowedOrigins })
  void app.register(
    async (api: App) => {
      collectRoutes(api, routes, { prefix: API_PREFIX })
      callers.guard(api, { prefix: API_PREFIX })
      api.setNotFoundHandler(answerNotFound)
      registerApiRoutes(api, services)
    },
    { prefix: API_PREFIX },
  )
  return app
}

/** Fastify with the limits of the service. `requestTimeout` is in milliseconds. */
function openApp(
  requestTimeout: number,
  { trustedProxies = [], ...options }: Omit<ServerOptions, 'allowedOrigins'>,
): App {
  return fastify({
    ...options,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestTimeout,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node bounds the headers by the smaller of this and its own limit, and ignores it if it is set later.
      requestTimeout,
      // What is sent waits until the system has taken what was sent before, so that audio does not fill buffers here.
      highWaterMark: 1,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      shouldUpgradeCallback: asksForSocket,
    },
    // Unknown fields are ignored, whatever their names.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 500 },
    // With `verbose`, an error can show the value that does not fit. The schemas are constants, which the tests validate: to compile the schema
    // of schemas would delay each start.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, verbose: true, validateSchema: false } },
    schemaController: { compilersFactory: COMPILE_ONCE },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: refuseMalformed,
  })
}

/** The routes below `API_PREFIX`. */
function registerApiRoutes(api: App, services: Services): void {
  registerAvatarRoutes(api, services)
  registerUsageRoute(api, services)
  registerAdministration(api, services)
  registerLibraryRoutes(api, services)
  registerReplacementRoutes(api, services)
  registerBulkReplacementRoutes(api, services)
  registerRespellingRoute(api, services)
  registerStreamRoute(api, services)
  registerExplainRoute(api, services)
  registerInputValidatedRoute(api, services)
  registerClipRoutes(api, services)
  registerClipRetryRoute(api, services)
  registerClipTimingRoutes(api, services)
  registerCombineRoute(api, services)
  registerExportRoutes(api, services)
  registerProjectRoutes(api, services)
  registerProjectScriptRoutes(api, services)
  registerProjectVersionRoutes(api, services)
  registerProjectExportRoutes(api, services)
  registerEventsRoute(api, services)
  registerWebhookRoutes(api, services)
  registerWebhookDeliveryRoutes(api, services)
  registerWordTimingRoute(api, services)
}
