import { type CreatedKey, createApiKey } from '../../src/accounts/create-key.ts'

/** Creates a key, also for tests of layers below the accounts. */
export function createTestKey(...options: Parameters<typeof createApiKey>): Promise<CreatedKey> {
  return createApiKey(...options)
}
