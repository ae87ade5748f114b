import { expect, test } from 'vitest'
import { findLayerOffences } from './check-layers.ts'

test('accepts what the table allows', () => {
  const files = [
    { path: 'api/routes/stream.ts', code: "import { planSpeech } from '../../rendering/plan-speech.ts'" },
    { path: 'text/analyze-text.ts', code: "import { ServiceError } from '../errors.ts'" },
    { path: 'main.ts', code: "import { createServer } from './api/server.ts'" },
  ]
  expect(findLayerOffences(files)).toEqual([])
})

test.each([
  ['text/a.ts', "import type { Plan } from '../synthesis/synthesis-plan.ts'", 'text must not import synthesis'],
  ['storage/a.ts', "import { x } from '../api/server.ts'", 'storage must not import api'],
  ['audio/a.ts', "import { readFileSync } from 'node:fs'", 'audio is pure'],
  ['voices/a.ts', 'const now = Date.now()', 'voices is pure'],
  ['api/a.ts', "import { sql } from 'kysely'", 'only storage knows SQL'],
  ['api/a.ts', 'const port = process.env.PORT', 'only config.ts reads process.env'],
  ['worker/a.ts', "import fastify from 'fastify'", 'only api knows HTTP'],
  ['text/a.ts', "import { b } from './b'", 'lacks its .ts ending'],
  ['text/index.ts', '', 'barrels'],
  ['utils/a.ts', '', 'src/utils is not in the layer table'],
])('refuses %s with %s', (path, code, message) => {
  expect(findLayerOffences([{ path, code }]).join('\n')).toContain(message)
})
