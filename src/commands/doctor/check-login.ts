import { createDeclaim } from '../../../client/src/declaim.ts'
import type { ClientConfig } from '../../config.ts'
import { readLogin } from '../remote/login-file.ts'
import { type Finding, fault, ok } from './finding.ts'

/** The service that the client commands call. */
export async function checkLogin(config: ClientConfig): Promise<Finding> {
  const name = 'Login'
  const remedy = 'Run "declaim login URL" again'
  try {
    const kept = await readLogin(config.loginFile)
    const baseUrl = config.url ?? kept?.url
    const apiKey = config.apiKey ?? kept?.apiKey
    if (baseUrl === undefined || apiKey === undefined)
      return ok(name, 'none; "declaim login" keeps one for say, clips and others')
    const avatars = await createDeclaim({ baseUrl, apiKey, maxRetries: 0 }).avatars()
    return ok(name, `${baseUrl} has ${avatars.length} avatars`)
  } catch (error) {
    return fault(name, (error as Error).message, remedy)
  }
}
