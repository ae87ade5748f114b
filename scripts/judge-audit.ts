/** What an audit says: whether the checks go on, and why. */
export type AuditJudgement = { readonly isSafe: boolean; readonly message: string }

type AuditReport = {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>
  readonly metadata?: { readonly dependencies?: { readonly total?: number } }
  readonly message?: string
  readonly error?: { readonly summary?: string; readonly code?: string }
}
type Vulnerability = {
  readonly severity: string
  readonly via: readonly (string | { readonly title: string; readonly url: string })[]
}

/** Severities that fail the checks. */
const SERIOUS = new Set(['high', 'critical'])

/** Judges the output of `npm audit --json`. */
export function judgeAudit(json: string): AuditJudgement {
  const report = parse(json)
  if (report?.vulnerabilities === undefined) return { isSafe: true, message: describeOutage(report) }
  const found = Object.entries(report.vulnerabilities)
  const serious = found.filter(([, { severity }]) => SERIOUS.has(severity))
  const rest = `${found.length - serious.length} less serious`
  if (serious.length === 0)
    return { isSafe: true, message: `Dependencies audited: no high or critical weakness, ${rest}` }
  const list = serious.map(([name, vulnerability]) => `  ${name}: ${describe(vulnerability)}`)
  const remedy = 'Update them, or say in docs/security.md why they do not matter here and pin an override.'
  const heading = `Dependencies with high or critical weaknesses: ${serious.length} (and ${rest})`
  return { isSafe: false, message: [heading, ...list, remedy].join('\n') }
}

function parse(json: string): AuditReport | undefined {
  try {
    return JSON.parse(json) as AuditReport
  } catch {
    return undefined
  }
}

function describeOutage(report: AuditReport | undefined): string {
  const reason = [report?.error?.summary, report?.message].find((one) => one) ?? 'no answer'
  return `DEPENDENCIES NOT AUDITED: the registry did not answer the audit (${reason}). Run "npm audit --omit=dev" where it does.`
}

function describe({ severity, via }: Vulnerability): string {
  const reasons = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`))
  return `${severity}, ${reasons.join('; ')}`
}
