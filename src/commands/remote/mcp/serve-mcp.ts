import { resolve } from 'node:path'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type ConnectOptions, connect } from '../connect.ts'
import { createToolClient, createToolServer } from './create-mcp-server.ts'

export type McpOptions = ConnectOptions & {
  /** The folder that audio is written into. */
  readonly directory: string
}

/** `declaim mcp`: serves tools for language models over standard input and output, until the input ends. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { url, apiKey } = await connect(options)
  const declaim = createToolClient({ baseUrl: url, apiKey })
  const server = createToolServer({ declaim, directory: resolve(options.directory) })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  process.stdin.once('end', end)
  server.server.onclose = end
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}
