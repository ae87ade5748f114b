import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { type AccountTerms, findAccountTerms } from '../storage/records/account-terms.ts'

/** Where texts are checked before they are planned, beside the operator's lists. */
export type ModerationSettings = {
  /** Gets each text by POST. Undefined: no such service. */
  readonly url: string | undefined
  readonly timeoutMs: number
  /** What happens to texts if it does not answer. */
  readonly onFailure: 'allow' | 'refuse'
}

/** The forms of a text that the moderation service gets. */
export type CheckedText = { readonly written: string; readonly resolved: string; readonly spoken: string }

export type Moderation = {
  /** The terms of an account, as they are now or were two seconds ago. The same object while nothing changes. */
  termsOf(accountId: string): Promise<AccountTerms | undefined>
  /**
   * Throws CONTENT_NOT_ALLOWED with the rule if the operator's moderation service refuses the text, and 503 if it fails. A text whose tags,
   * replacements and invisible characters make it another one is asked about as a reader sees it too.
   */
  check(text: CheckedText, accountId: string): Promise<void>
}

type Options = {
  readonly db: Database
  readonly settings: ModerationSettings
  /** Called with each failure of the moderation service. */
  readonly onError: (error: unknown) => void
}

const TERMS_AGE_MS = 2000
const MAX_ACCOUNTS = 1000
const RETRY_AFTER_SECONDS = 5

type Known = { readonly readAt: number; readonly json: string; readonly terms: AccountTerms | undefined }

/** Creates the checks that depend on the account, and those of another service. */
export function createModeration({ db, settings, onError }: Options): Moderation {
  const known = new Map<string, Known>()
  return {
    async termsOf(accountId) {
      const found = known.get(accountId)
      const now = performance.now()
      if (found !== undefined && now - found.readAt < TERMS_AGE_MS) return found.terms
      const terms = await findAccountTerms(db, accountId)
      const json = JSON.stringify(terms) ?? ''
      const kept = found?.json === json ? found.terms : terms
      if (known.size >= MAX_ACCOUNTS) known.clear()
      known.set(accountId, { readAt: now, json, terms: kept })
      return kept
    },
    async check({ written, resolved, spoken }, accountId) {
      const { url, timeoutMs } = settings
      if (url === undefined) return
      const texts = isSame(written, resolved) ? [written] : [written, resolved]
      const asked = texts.map((text) => ask(url, { text, spoken, accountId, timeoutMs }))
      const answered = Promise.all(asked).then((verdicts) => verdicts.find(({ allowed }) => !allowed) ?? verdicts[0]!)
      const verdict = await answered.catch((error: unknown) => {
        onError(error)
        if (settings.onFailure === 'allow') return { allowed: true, rule: '' }
        throw unavailable()
      })
      if (!verdict.allowed)
        throw new ServiceError(
          'CONTENT_NOT_ALLOWED',
          `Cannot speak the text: the rule "${verdict.rule}" of this service does not allow it`,
        )
    },
  }
}

/** White space is no difference. */
function isSame(written: string, resolved: string): boolean {
  return written.replace(/\s+/g, ' ').trim() === resolved.replace(/\s+/g, ' ').trim()
}

type Question = {
  readonly text: string
  readonly spoken: string
  readonly accountId: string
  readonly timeoutMs: number
}
type Verdict = { readonly allowed: boolean; readonly rule: string }

async function ask(url: string, { text, spoken, accountId, timeoutMs }: Question): Promise<Verdict> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, spoken, account_id: accountId }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`The moderation service answered ${answer.status}`)
  const { allowed, rule } = ((await answer.json()) ?? {}) as { readonly allowed?: unknown; readonly rule?: unknown }
  if (typeof allowed !== 'boolean')
    throw new Error('The moderation service answered no "allowed": expected true or false')
  return { allowed, rule: typeof rule === 'string' && rule !== '' ? rule.slice(0, 100) : 'moderation' }
}

function unavailable(): ServiceError {
  return new ServiceError('INTERNAL_ERROR', 'Cannot check the text at the moment: send the request again later', {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}
