import '@fontsource-variable/source-serif-4/wght.css'
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css?url'
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js?url'
import '../styles/tokens.css'
import '../styles/reference.css'
import { STUDIO_HEADERS } from '../call-studio.ts'
import { adaptFields, adaptPage } from './adapt-page.ts'
import type { CreateReference } from './swagger-ui.ts'

/** Shows the service's own OpenAPI document, with requests that can be tried in place. */
async function showReference(): Promise<void> {
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = swaggerStyle
  // Before the page's own styles, which change it.
  document.head.prepend(style)
  // Swagger UI is served as its makers built it. Bundling it again would take seconds and change nothing.
  const script = document.createElement('script')
  script.src = swaggerScript
  const loaded = new Promise((resolve) => script.addEventListener('load', resolve, { once: true }))
  document.head.append(script)
  await loaded
  const { SwaggerUIBundle: createReference } = globalThis as unknown as { SwaggerUIBundle: CreateReference }
  adaptFields(document.getElementById('reference')!)
  createReference({
    url: '/openapi.json',
    dom_id: '#reference',
    plugins: [adaptPage],
    syntaxHighlight: { activated: false },
    defaultModelsExpandDepth: -1,
    docExpansion: 'list',
    filter: true,
    tryItOutEnabled: true,
    // A validator would be a request to another origin.
    validatorUrl: null,
    requestInterceptor: (request) => ({
      ...request,
      // A signed-in browser needs no key; the service prefers a key that is given. Commands need one.
      userFetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...STUDIO_HEADERS } }),
      curlOptions: 'X-Api-Key' in request.headers ? [] : ["-H 'X-Api-Key: YOUR_KEY'"],
    }),
  })
}

async function showSession(): Promise<void> {
  const answer = await fetch('/studio/session', { headers: STUDIO_HEADERS }).catch(() => undefined)
  const { signed_in: isSignedIn } = answer?.ok ? ((await answer.json()) as { signed_in: boolean }) : {}
  const place = document.getElementById('reference-session')
  if (place === null) return
  place.textContent = isSignedIn ? 'Signed in: requests need no key.' : 'Not signed in: “Authorize” takes an API key.'
}

void showReference()
void showSession()
