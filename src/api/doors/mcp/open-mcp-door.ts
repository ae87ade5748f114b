import { Readable } from 'node:stream'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceError } from '../../../errors.ts'
import { abortWhenCallerLeaves, whenClosed } from '../../answers/caller-left.ts'
import { createErrorHandler } from '../../answers/error-response.ts'
import { methodNotAllowed } from '../../answers/not-found.ts'
import { sendStream } from '../../answers/send-stream.ts'
import type { App } from '../../app.ts'
import { BEARER } from '../bearer.ts'
import type { DoorContext } from '../open-doors.ts'
import { createInProcessFetch } from './call-in-process.ts'

/** How tools call the service: by `fetch`, with the key of their caller. */
export type McpCaller = { readonly fetch: typeof fetch; readonly apiKey: string }

/** Makes a server with the tools. */
export type CreateMcpServer = (caller: McpCaller) => Promise<McpServer>

const MCP_PATH = '/mcp'
/** Codes of JSON-RPC 2.0: a message that is not JSON, a wrong request, and the first of those that servers may define. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const REFUSED = -32_000

/**
 * Model Context Protocol over HTTP (its "Streamable HTTP" transport) at /mcp. There are no sessions: each message is answered by a
 * server of its own, so that any process of a cluster can answer it. GET and DELETE, which belong to sessions, are answered 405.
 */
export function openMcpDoor(
  app: App,
  createMcpServer: CreateMcpServer,
  { callers, answerNotFound }: DoorContext,
): void {
  void app.register(
    async (scope: App) => {
      scope.setErrorHandler(createErrorHandler(toJsonRpcError))
      callers.guard(scope, { prefix: MCP_PATH, keyHeader: BEARER })
      scope.setNotFoundHandler(answerNotFound)
      scope.post(
        '/',
        { config: { passesBodyOn: true, bodyKind: 'texts' } },
        async (call, reply) => await answer(call, reply, { app, createMcpServer }),
      )
      scope.route({
        method: ['GET', 'DELETE'],
        url: '/',
        handler: async (call) => {
          throw methodNotAllowed(call, ['POST'])
        },
      })
    },
    { prefix: MCP_PATH },
  )
}

type Context = { readonly app: App; readonly createMcpServer: CreateMcpServer }

async function answer(
  call: FastifyRequest,
  reply: FastifyReply,
  { app, createMcpServer }: Context,
): Promise<FastifyReply> {
  const signal = abortWhenCallerLeaves(reply)
  const fetch = createInProcessFetch(app, { address: call.ip, signal })
  const server = await createMcpServer({ fetch, apiKey: BEARER.read(call.headers)! })
  // The first message loads it, because most services never get one.
  const { WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  const transport = new WebStandardStreamableHTTPServerTransport()
  await server.connect(transport)
  whenClosed(reply.raw, () => {
    server.close().catch((error: unknown) => call.log.warn({ err: error }, 'Cannot close an MCP server'))
  })
  const headers = Object.entries(call.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const request = new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers })
  const { status, headers: own, body } = await transport.handleRequest(request, { parsedBody: call.body })
  void reply.code(status)
  for (const [name, value] of own) void reply.header(name, value)
  if (body === null) return await reply.send()
  return await sendStream(reply, Readable.fromWeb(body as never))
}

/** An error as a JSON-RPC message that answers no request in particular. */
function toJsonRpcError({ code, message, cause }: ServiceError): object {
  const wrong = cause instanceof SyntaxError ? PARSE_ERROR : INVALID_REQUEST
  const number = code === 'MISSING_ARGUMENT' ? wrong : REFUSED
  return { jsonrpc: '2.0', error: { code: number, message, data: { code } }, id: null }
}
