import type { Command } from '@commander-js/extra-typings'
import { parseList } from '../parse-options.ts'
import { printLine } from '../print-line.ts'
import { jsonOption, urlOption } from './remote-options.ts'

/** Adds `declaim webhooks ...`. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('send events to a URL when clips end')
  addEndpoints(webhooks)
  addDeliveries(webhooks)
}

function addEndpoints(webhooks: Command): void {
  webhooks
    .command('create <address>')
    .description('register a URL and print its secret; it is shown only then')
    .option('--events <list>', 'events to send, such as clip.completed,clip.failed; by default all of them', parseList)
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (address, { events, ...options }) => {
      const { createWebhook } = await import('./webhooks.ts')
      await createWebhook({ address, events }, options, printLine)
    })
  webhooks
    .command('list')
    .description('list the webhooks')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (options) => {
      const { listWebhooks } = await import('./webhooks.ts')
      await listWebhooks(options, printLine)
    })
  for (const [name, description] of [
    ['enable', 'send events to a webhook again'],
    ['disable', 'send no events to a webhook'],
  ] as const) {
    webhooks
      .command(`${name} <id>`)
      .description(description)
      .addOption(jsonOption())
      .addOption(urlOption())
      .action(async (id, options) => {
        const { switchWebhook } = await import('./webhooks.ts')
        await switchWebhook(id, { ...options, enabled: name === 'enable' }, printLine)
      })
  }
  webhooks
    .command('rotate <id>')
    .description('create a new secret and print it')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (id, options) => {
      const { rotateWebhook } = await import('./webhooks.ts')
      await rotateWebhook(id, options, printLine)
    })
  webhooks
    .command('delete <id>')
    .description('delete a webhook')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (id, options) => {
      const { deleteWebhook } = await import('./webhooks.ts')
      await deleteWebhook(id, options, printLine)
    })
}

function addDeliveries(webhooks: Command): void {
  webhooks
    .command('test <id>')
    .description('send a test event')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (id, options) => {
      const { testWebhook } = await import('./webhooks.ts')
      await testWebhook(id, options, printLine)
    })
  webhooks
    .command('deliveries <id>')
    .description('list what was sent')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (id, options) => {
      const { listDeliveries } = await import('./webhooks.ts')
      await listDeliveries(id, options, printLine)
    })
  webhooks
    .command('replay <id> <delivery>')
    .description('send an event again')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (id, delivery, options) => {
      const { replayDelivery } = await import('./webhooks.ts')
      await replayDelivery(id, delivery, options, printLine)
    })
}
