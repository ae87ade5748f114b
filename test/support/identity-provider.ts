import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type IdentityProvider = {
  readonly issuer: string
  /** Who signs in at the next visit, without being asked. */
  login: { readonly subject: string; readonly email?: string; readonly isVerified?: boolean }
  close(): Promise<void>
}

export const CLIENT = { clientId: 'declaim', clientSecret: 'a-secret-of-tests-that-is-long-enough' }

/** A real OpenID Connect provider on a free port, which signs everybody in as `login` says and asks no consent. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, IdentityProvider['login']>()
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a-key-of-tests'] },
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: () => {
        const { email, isVerified = true } = people.get(subject) ?? {}
        return { sub: subject, ...(email !== undefined && { email, email_verified: isVerified }) }
      },
    }),
  })
  const started: IdentityProvider = {
    issuer,
    login: { subject: 'nobody' },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  async function answerPrompt(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      people.set(started.login.subject, started.login)
      const login = { accountId: started.login.subject, remember: false }
      await provider.interactionFinished(request, response, { login })
      return
    }
    const grant = new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  const callback = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') === true)
      answerPrompt(request, response).catch(() => response.writeHead(500).end())
    else void callback(request, response)
  }
  return started
}
