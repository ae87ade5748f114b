/** Tells the service that its own page asks, which other sites cannot. */
export const STUDIO_HEADERS = { 'x-declaim-studio': '1' }

/** A call of the page that the service has refused, in the words of its answer. */
export class StudioCallError extends Error {
  readonly status: number

  constructor(message: string | undefined, status: number) {
    super(message)
    this.status = status
  }
}

/** Calls a route that is the page's alone, below /studio. Throws StudioCallError if it is refused. */
export async function callStudio<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { ...STUDIO_HEADERS, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const content = (await answer.json()) as Answer & { readonly message?: string }
  if (!answer.ok) throw new StudioCallError(content.message, answer.status)
  return content
}
