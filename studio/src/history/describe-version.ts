import type { ProjectVersion } from '../../../client/src/declaim.ts'

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Why a version without a name was kept. */
const KINDS: Readonly<Record<string, string>> = {
  automatic: 'Kept automatically',
  export: 'Kept for an export',
  restore: 'Kept before going back',
}

export function timeOf({ created_at: time }: ProjectVersion): string {
  return TIME.format(time)
}

/** The name of a version, or why it was kept. */
export function titleOf({ name, kind }: ProjectVersion): string {
  return (name as string | null) ?? KINDS[kind] ?? 'Version'
}

/** A version in one line, such as “Sent to the client, Nov 21, 2026, 3:04 PM”. */
export function describeVersion(version: ProjectVersion): string {
  return `${titleOf(version)}, ${timeOf(version)}`
}

/** Who made a version, such as “by Ada and the key “CMS””; empty if it is not known. */
export function describeAuthors({ authors }: ProjectVersion): string {
  const names = authors.map(({ kind, name }) => {
    if (kind === 'member') return name as string
    return kind === 'key' ? `the key “${name as string}”` : 'whoever used the sign-in link'
  })
  return names.length === 0 ? '' : `by ${LIST.format(names)}`
}

const LIST = new Intl.ListFormat('en')
