import { createDeclaim } from '../../../client/src/declaim.ts'
import type { ClientConfig } from '../../config.ts'
import { findLogin } from '../remote/connect.ts'
import { type Finding, fault, ok } from './finding.ts'

/** The service that the client commands call. */
export async function checkLogin(config: ClientConfig): Promise<Finding> {
  const name = 'Login'
  const remedy = 'Run "declaim login URL" again'
  try {
    const { url: baseUrl, apiKey } = await findLogin({}, config)
    if (baseUrl === undefined || apiKey === undefined)
      return ok(name, 'none; "declaim login" keeps one for say, clips and others')
    const avatars = await createDeclaim({ baseUrl, apiKey, maxRetries: 0 }).avatars()
    return ok(name, `${baseUrl} has ${avatars.length} avatars`)
  } catch (error) {
    return fault(name, (error as Error).message, remedy)
  }
}
