import type { Command } from '@commander-js/extra-typings'
import { urlOption } from '../remote-options.ts'

/** Adds `declaim mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve tools for language models (Model Context Protocol) on standard input and output')
    .option('-d, --directory <folder>', 'where tools may write audio', '.')
    .addOption(urlOption())
    .action(async (options) => {
      const { serveMcp } = await import('./serve-mcp.ts')
      await serveMcp(options)
    })
}
