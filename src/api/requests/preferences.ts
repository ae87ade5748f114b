import type { FastifyReply, FastifyRequest } from 'fastify'

/** The preferences of a request (RFC 7240), by name in lower case; the first of a name counts. */
export function readPreferences({ headers }: Pick<FastifyRequest, 'headers'>): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>()
  for (const preference of [headers.prefer ?? []].flat().join(',').split(',')) {
    const [, name, value = ''] = /^\s*([^\s=;]+)(?:\s*=\s*"?([^\s";]*)"?)?\s*(?:;|$)/.exec(preference) ?? []
    if (name !== undefined && !preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), value)
  }
  return preferences
}

/** How long a caller is ready to wait, in milliseconds: `Prefer: wait=SECONDS`. Undefined if it says nothing of it. */
export function readPatience(
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
): number | undefined {
  const seconds = readPreferences(request).get('wait')
  if (seconds === undefined || !/^\d{1,9}$/.test(seconds)) return undefined
  void reply.header('preference-applied', `wait=${Number(seconds)}`)
  return 1000 * Number(seconds)
}
