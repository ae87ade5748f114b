import type { ProjectVersion } from '../../../client/src/declaim.ts'
import { describeAuthors, timeOf, titleOf } from './describe-version.ts'

type Props = {
  readonly versions: readonly ProjectVersion[]
  readonly chosenId: string
  readonly onChoose: (version: ProjectVersion) => void
}

/** All versions, the newest first. */
export function VersionList({ versions, chosenId, onChoose }: Props) {
  return (
    <ol class="version-list" aria-label="Versions">
      {versions.map((version) => (
        <li key={version.version_id}>
          <button
            type="button"
            class="version-choice"
            aria-current={version.version_id === chosenId ? 'true' : undefined}
            onClick={() => onChoose(version)}
          >
            <span class={version.name === null ? undefined : 'version-name'} dir="auto">
              {titleOf(version)}
            </span>
            <time dateTime={new Date(version.created_at).toISOString()}>{timeOf(version)}</time>
            <span class="version-authors" dir="auto">
              {describeAuthors(version)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
