import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { createDeclaim, type Declaim, type DeclaimOptions } from '../../../../client/src/declaim.ts'
import type { McpCaller } from '../../../api/doors/mcp/open-mcp-door.ts'
import { readRelease } from '../../read-release.ts'
import { registerTools, type ToolContext } from './tools.ts'

const INSTRUCTIONS =
  'Speaks text with the voices of a Declaim service. If a word is said wrong, find it with explain and fix it with fix_pronunciation.'

/** A server of the Model Context Protocol with the tools, not connected yet. */
export function createToolServer(context: ToolContext): McpServer {
  const server = new McpServer({ name: 'declaim', version: readRelease() }, { instructions: INSTRUCTIONS })
  registerTools(server, context)
  return server
}

/** A client for tools: tags of SSML act in every text, because language models write them unasked. */
export function createToolClient({ fetch: send = fetch, ...options }: DeclaimOptions): Declaim {
  const sendWithTags: typeof fetch = async (target, init) => {
    const headers = new Headers(init?.headers)
    if (!headers.has('x-enable-ssml')) headers.set('x-enable-ssml', 'tags')
    return await send(target, { ...init, headers })
  }
  return createDeclaim({ ...options, fetch: sendWithTags })
}

/** The server for one caller of /mcp. Its tools answer audio and links, because the files of this machine are not the caller's. */
export function createMcpServer({ fetch, apiKey }: McpCaller): McpServer {
  const declaim = createToolClient({ baseUrl: 'http://localhost', apiKey, fetch })
  return createToolServer({ declaim, directory: undefined })
}
