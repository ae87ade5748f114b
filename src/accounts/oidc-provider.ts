import type { Configuration } from 'openid-client'

/** What a sign-in at the provider begins with. */
export type OidcRequest = {
  /** Where the browser goes. */
  readonly url: string
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly codeVerifier: string
}

/** The person that a provider vouches for. */
export type OidcPerson = {
  readonly issuer: string
  readonly subject: string
  /** In lower case; undefined unless the provider has verified it. */
  readonly email: string | undefined
}

type Answer = Pick<OidcRequest, 'state' | 'nonce' | 'codeVerifier'> & {
  /** The address to which the provider has sent the browser back. */
  readonly url: URL
}

/** An OpenID Connect provider, asked by the authorization code flow with PKCE. */
export type OidcProvider = {
  /** Rejects if the provider cannot be reached. */
  begin(redirectUri: string): Promise<OidcRequest>
  /** Rejects for an answer that does not fit its request. */
  finish(answer: Answer): Promise<OidcPerson>
}

type Settings = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string | undefined }

const SCOPE = 'openid email'
const TIMEOUT_SECONDS = 10

/** Creates a client of a provider. The provider is asked for its configuration at the first sign-in, and again after a failure. */
export function createOidcProvider({ issuer, clientId, clientSecret }: Settings): OidcProvider {
  let discovered: Promise<Configuration> | undefined

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, None } = await import('openid-client')
    // Settings allow http on this machine only.
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
    const authentication = clientSecret === undefined ? None() : undefined
    return await discovery(new URL(issuer), clientId, clientSecret, authentication, {
      timeout: TIMEOUT_SECONDS,
      execute,
    })
  }

  function configure(): Promise<Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    async begin(redirectUri) {
      const client = await import('openid-client')
      const [state, nonce, codeVerifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
      const url = client.buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, state, nonce, codeVerifier }
    },
    async finish({ url, state, nonce, codeVerifier }) {
      const client = await import('openid-client')
      const configuration = await configure()
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('The identity provider sent no ID token')
      const { iss, sub } = claims
      // Providers may leave the email address out of the ID token.
      const about =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, sub)
          : claims
      const isVerified = about.email_verified === true
      const email = typeof about.email === 'string' && isVerified ? about.email.toLowerCase() : undefined
      return { issuer: iss, subject: sub, email }
    },
  }
}
