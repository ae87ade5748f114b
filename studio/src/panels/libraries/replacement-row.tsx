import type { Replacement, ReplacementPatch } from '../../../../client/src/declaim.ts'
import { declaim, may } from '../../service.ts'
import { IconAction } from '../../shell/icon-action.tsx'
import type { Attempt } from './library-table.tsx'

type Props = { row: Replacement; libraryId: string; change: Attempt }

/** One replacement, stored when a cell is left. */
export function ReplacementRow({ row, libraryId, change }: Props) {
  const { replacement_id: id, original, replacement_text, is_phonetic_respelling, enabled } = row
  const store = (patch: ReplacementPatch): void => void change(() => declaim.libraries.update(libraryId, id, patch))
  const isEditable = may('libraries:write')
  return (
    <tr>
      <td>
        <input
          class="cell"
          readOnly={!isEditable}
          aria-label={`Word ${original}`}
          defaultValue={original}
          onChange={({ currentTarget }) => store({ original: currentTarget.value })}
        />
      </td>
      <td>
        <input
          class="cell"
          readOnly={!isEditable}
          aria-label={`What is said for ${original}`}
          defaultValue={replacement_text}
          onChange={({ currentTarget }) => store({ replacement_text: currentTarget.value })}
        />
      </td>
      <td data-label="Respelling">
        <input
          type="checkbox"
          disabled={!isEditable}
          aria-label={`${original} is respelled`}
          checked={is_phonetic_respelling}
          onChange={() => store({ is_phonetic_respelling: !is_phonetic_respelling })}
        />
      </td>
      <td data-label="On">
        <input
          type="checkbox"
          disabled={!isEditable}
          aria-label={`${original} is on`}
          checked={enabled}
          onChange={() => store({ enabled: !enabled })}
        />
      </td>
      <td class="row-actions">
        {isEditable && (
          <IconAction
            icon="trash"
            label={`Delete ${original}`}
            hint="Delete"
            onClick={() => void change(() => declaim.libraries.remove(libraryId, id))}
          />
        )}
      </td>
    </tr>
  )
}
