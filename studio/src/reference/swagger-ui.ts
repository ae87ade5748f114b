import type { PagePlugin } from './adapt-page.ts'

type Request = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly userFetch?: (url: string, init: { readonly headers: Readonly<Record<string, string>> }) => Promise<Response>
  /** Arguments that the printed command gets besides those of the request. */
  readonly curlOptions?: readonly string[]
}

/** The part of Swagger UI that the reference uses. */
export type CreateReference = (options: {
  readonly url: string
  readonly dom_id: string
  readonly syntaxHighlight: { readonly activated: boolean }
  readonly plugins: readonly PagePlugin[]
  readonly defaultModelsExpandDepth: number
  readonly docExpansion: 'list' | 'full' | 'none'
  readonly filter: boolean
  readonly tryItOutEnabled: boolean
  readonly validatorUrl: null
  readonly requestInterceptor: (request: Request) => Request
}) => unknown
