import { expect, test } from 'vitest'
import { judgeAudit } from './judge-audit.ts'

const advisory = { title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-1' }
const report = (vulnerabilities: object): string => JSON.stringify({ vulnerabilities, metadata: {} })

test.each([
  [{}, 'no high or critical weakness, 0 less serious'],
  [{ a: { severity: 'moderate', via: [advisory] }, b: { severity: 'low', via: ['a'] } }, 'weakness, 2 less serious'],
])('a report of %j passes', (vulnerabilities, message) => {
  expect(judgeAudit(report(vulnerabilities))).toEqual({ isSafe: true, message: expect.stringContaining(message) })
})

test.each(['high', 'critical'])('a %s weakness fails, and is named with its reason and a remedy', (severity) => {
  const { isSafe, message } = judgeAudit(
    report({ a: { severity, via: [advisory] }, b: { severity, via: ['a'] }, c: { severity: 'low', via: ['a'] } }),
  )
  expect(isSafe).toBe(false)
  expect(message).toBe(
    `Dependencies with high or critical weaknesses: 2 (and 1 less serious)
  a: ${severity}, Prototype pollution (https://github.com/advisories/GHSA-1)
  b: ${severity}, through a
Update them, or say in docs/security.md why they do not matter here and pin an override.`,
  )
})

test.each([
  [
    'a mirror without audits',
    JSON.stringify({ message: '405 Method Not Allowed - POST https://r/', statusCode: 405 }),
    '405',
  ],
  [
    'no network',
    JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request to https://r failed' } }),
    'request to',
  ],
  ['a time-out', '', 'no answer'],
  ['a page of a proxy', '<html>', 'no answer'],
])('%s passes, but says loudly that nothing was audited', (_, output, reason) => {
  const { isSafe, message } = judgeAudit(output)
  expect(isSafe).toBe(true)
  expect(message).toMatch(/^DEPENDENCIES NOT AUDITED/)
  expect(message).toContain(reason)
})
