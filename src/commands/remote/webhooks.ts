import type { Webhook, WebhookDelivery, WebhookInput } from '../../../client/src/declaim.ts'
import { formatCount } from '../../api/answers/format-count.ts'
import { type JsonOption, printAnswer } from '../to-json.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { formatTable } from './format-table.ts'

type Print = (line: string) => void

/** `declaim webhooks create`: prints the secret, which is shown only then. */
export async function createWebhook(
  { address, events }: { readonly address: string; readonly events?: readonly string[] | undefined },
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  // The service refuses unknown events by name.
  const types = events as WebhookInput['event_types']
  const created = await declaim.webhooks.create({ url: address, ...(types !== undefined && { event_types: types }) })
  printAnswer(
    created,
    { ...options, text: `${created.secret}\n\nThe secret of webhook ${created.id}. It is shown only now.` },
    print,
  )
}

/** `declaim webhooks list`. */
export async function listWebhooks(options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const webhooks = await (await connect(options)).declaim.webhooks.list()
  if (options.json === true) return print(JSON.stringify(webhooks, null, 2))
  for (const line of formatTable(webhooks.map(toRow))) print(line)
}

function toRow({ id, url, enabled, event_types: types }: Webhook): readonly string[] {
  return [id, enabled ? 'enabled' : 'disabled', types?.join(',') ?? 'all events', url]
}

/** `declaim webhooks delete`. */
export async function deleteWebhook(id: string, options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const deleted = await (await connect(options)).declaim.webhooks.delete(id)
  printAnswer(deleted, { ...options, text: `The webhook to ${deleted.url} is deleted.` }, print)
}

/** `declaim webhooks enable` and `disable`. */
export async function switchWebhook(
  id: string,
  { enabled, ...options }: ConnectOptions & JsonOption & { readonly enabled: boolean },
  print: Print,
): Promise<void> {
  const changed = await (await connect(options)).declaim.webhooks.update(id, { enabled })
  const sentence = `The webhook to ${changed.url} is ${enabled ? 'enabled' : 'disabled'}.`
  printAnswer(changed, { ...options, text: sentence }, print)
}

/** `declaim webhooks rotate`: prints the new secret. The one before stays valid for a day. */
export async function rotateWebhook(id: string, options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const rotated = await (await connect(options)).declaim.webhooks.rotate(id)
  printAnswer(
    rotated,
    {
      ...options,
      text: `${rotated.secret}\n\nThe new secret. It is shown only now; the one before signs too for a day.`,
    },
    print,
  )
}

/** `declaim webhooks test`. */
export async function testWebhook(id: string, options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const delivery = await (await connect(options)).declaim.webhooks.test(id)
  printAnswer(
    delivery,
    { ...options, text: `Delivery ${delivery.id} is on its way: see "declaim webhooks deliveries ${id}".` },
    print,
  )
}

/** `declaim webhooks deliveries`: what was sent, the newest first. */
export async function listDeliveries(id: string, options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const deliveries = await (await connect(options)).declaim.webhooks.deliveries(id)
  if (options.json === true) return print(JSON.stringify(deliveries, null, 2))
  for (const line of formatTable(deliveries.map(describeDelivery))) print(line)
}

function describeDelivery({ id, type, status, attempts }: WebhookDelivery): readonly string[] {
  const last = attempts.at(-1)
  const answer = last === undefined ? 'not sent yet' : (last.error ?? `answered ${last.status}`)
  return [id, type, status, formatCount(attempts.length, 'attempt'), answer]
}

/** `declaim webhooks replay`: sends an event again. */
export async function replayDelivery(
  id: string,
  delivery: string,
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const replayed = await (await connect(options)).declaim.webhooks.replay(id, delivery)
  printAnswer(replayed, { ...options, text: `Delivery ${replayed.id} is on its way.` }, print)
}
