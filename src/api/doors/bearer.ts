import type { KeyHeader } from '../requests/authenticate.ts'

/** The key as clients of OpenAI's API and of the Model Context Protocol send it. */
export const BEARER: KeyHeader = {
  name: 'Authorization: Bearer KEY',
  read: ({ authorization }) => /^Bearer\s+(?<key>\S+)\s*$/i.exec(authorization ?? '')?.groups?.key,
  orSession: false,
}
