import { userInfo } from 'node:os'
import type { ChangedBy } from '../accounts/management/record-change.ts'

/** The operator at the command line, as the audit log names it. */
export function byOperator(): ChangedBy {
  return { actor: { kind: 'operator', name: userName() }, now: Date.now() }
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
