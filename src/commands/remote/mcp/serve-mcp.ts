import { resolve } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type ConnectOptions, connect } from '../connect.ts'
import { registerTools } from './tools.ts'

export type McpOptions = ConnectOptions & {
  /** The folder that audio is written into. */
  readonly directory: string
  readonly version: string
}

const INSTRUCTIONS =
  'Speaks text with the voices of a Declaim service. If a word is said wrong, find it with explain and fix it with fix_pronunciation.'

/** `declaim mcp`: serves tools for language models over standard input and output, until the input ends. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { declaim } = await connect(options)
  const server = new McpServer({ name: 'declaim', version: options.version }, { instructions: INSTRUCTIONS })
  registerTools(server, { declaim, directory: resolve(options.directory) })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  process.stdin.once('end', end)
  server.server.onclose = end
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}
