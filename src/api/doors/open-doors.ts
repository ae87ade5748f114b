import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Door } from '../openapi/operation.ts'
import type { CallerGuard } from '../requests/guard-callers.ts'
import type { Services } from '../services.ts'
import { openElevenLabsDoor } from './elevenlabs/open-elevenlabs-door.ts'
import { openJambonzDoor } from './jambonz/open-jambonz-door.ts'
import { type CreateMcpServer, openMcpDoor } from './mcp/open-mcp-door.ts'
import { openOpenAiDoor } from './openai/open-openai-door.ts'
import { acceptSockets } from './stream-input/accept-sockets.ts'
import { openStreamInputDoor } from './stream-input/open-stream-input-door.ts'
import { openWyomingDoor } from './wyoming/open-wyoming-door.ts'

/** What the doors share with the rest of the API. */
export type DoorContext = {
  readonly callers: CallerGuard
  readonly answerNotFound: (request: FastifyRequest, reply: FastifyReply) => void
  /** Puts the routes that a scope gets afterwards into the API document. */
  readonly collect: (scope: App, door: Door) => void
  /** Makes the server of the Model Context Protocol; undefined to leave the door closed. */
  readonly createMcpServer: CreateMcpServer | undefined
}

/** Registers the APIs of other tools. Each translates its requests to the calls that our own routes make. */
export function openDoors(app: App, services: Services, context: DoorContext): void {
  openOpenAiDoor(app, services, context)
  acceptSockets(app, (scope) => {
    openStreamInputDoor(scope, services, context)
    openElevenLabsDoor(scope, services, context)
    openJambonzDoor(scope, services, context)
  })
  openWyomingDoor(app, services, context)
  if (context.createMcpServer !== undefined) openMcpDoor(app, context.createMcpServer, context)
}
