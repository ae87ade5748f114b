import { expect, test } from 'vitest'
import { findLayerOffences } from './check-layers.ts'

test('accepts what the table allows', () => {
  const files = [
    { path: 'api/routes/stream.ts', code: "import { planSpeech } from '../../delivery/planning/plan-speech.ts'" },
    { path: 'text/analyze-text.ts', code: "import { ServiceError } from '../errors.ts'" },
    { path: 'main.ts', code: "import { serve } from './commands/serve.ts'" },
    { path: 'timing/a.ts', code: "import type { Span } from '../text/span.ts'" },
    { path: 'synthesis/engines/piper/a.ts', code: "import { writeIpa } from '../ipa/write-ipa.ts'" },
    { path: 'text/a.test.ts', code: "import { load } from '../../test/support/load.ts'" },
    { path: 'text/english/a.ts', code: "import names from '../../../data/emoji/en.json' with { type: 'json' }" },
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
  ['jobs/a.ts', "import fastify from 'fastify'", 'only api knows HTTP'],
  ['text/a.ts', "import { b } from './b'", 'lacks its .ts ending'],
  ['timing/a.ts', "import { find } from '../text/span.ts'", 'timing must not import text'],
  ['main.ts', "import { createServer } from './api/server.ts'", 'main.ts must not import api'],
  ['api/a.ts', "import { x } from '../speaking/x.ts'", 'api must not import speaking'],
  ['synthesis/engines/piper/a.ts', "import { x } from '../kokoro/x.ts'", 'engine piper must not import engine kokoro'],
  ['synthesis/planning/a.ts', "import { Tensor } from 'onnxruntime-node'", 'only engines know model runtimes'],
  ['api/a.ts', "import { PgBoss } from 'pg-boss'", 'only jobs knows pg-boss'],
  ['jobs/a.ts', "import { S3Client } from '@aws-sdk/client-s3'", 'only storage knows S3'],
  ['audio/a.ts', "import table from '../../data/emoji/en.json'", 'audio must not import ..'],
  ['text/a.ts', "import { x } from '../../data/x.ts'", 'text must not import ..'],
  ['text/english/a.ts', "import { x } from '../reading/x.ts'", 'text/english must not import text/reading'],
  ['text/index.ts', '', 'barrels'],
  ['utils/a.ts', '', 'src/utils is not in the layer table'],
])('refuses %s with %s', (path, code, message) => {
  expect(findLayerOffences([{ path, code }]).join('\n')).toContain(message)
})
