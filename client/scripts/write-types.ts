/** Generates the client's types from the OpenAPI document, by openapi-typescript. With `--check`, only compares. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestService } from '../../test/support/test-service.ts'

const TYPES = fileURLToPath(new URL('../src/api-types.ts', import.meta.url))
const GENERATOR = fileURLToPath(new URL('../node_modules/openapi-typescript/bin/cli.js', import.meta.url))

const service = await startTestService()
const folder = mkdtempSync(join(tmpdir(), 'declaim-types-'))
try {
  const document = join(folder, 'openapi.json')
  const types = join(folder, 'types.ts')
  writeFileSync(document, await (await fetch(`${service.url}/openapi.json`)).text())
  execFileSync(process.execPath, [GENERATOR, document, '--output', types, '--immutable'], { stdio: 'pipe' })
  const fresh = readFileSync(types, 'utf8')
  if (!process.argv.includes('--check')) writeFileSync(TYPES, fresh)
  else if (readFileSync(TYPES, 'utf8') !== fresh) {
    console.error(
      'client/src/api-types.ts is not what the API document says: run "npx node client/scripts/write-types.ts"',
    )
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
  await service.close()
}
