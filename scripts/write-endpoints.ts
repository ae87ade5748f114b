/**
 * Writes docs/reference/endpoints.md from the API document of a service.
 *   npx node scripts/write-endpoints.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startTestService } from '../test/support/test-service.ts'
import { type ApiDocument, formatEndpoints } from './format-endpoints.ts'

const PAGE = fileURLToPath(new URL('../docs/reference/endpoints.md', import.meta.url))

const service = await startTestService()
try {
  writeFileSync(PAGE, formatEndpoints((await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument))
} finally {
  await service.close()
}
