import { saveFile } from '../exports/save-file.ts'
import { storageProblem } from '../projects/local-scripts.ts'
import { readOnly, sharingProblem } from '../projects/open-script.ts'
import { doc, title } from '../script/script-state.ts'
import { Icon } from './icons.tsx'
import { notice } from './notice.ts'

/** Above everything else: what could not be stored, imported or pasted. */
export function Notices() {
  return (
    <div role="alert">
      {storageProblem.value !== undefined && (
        <p class="notice">
          {storageProblem.value}
          <button type="button" class="button" onClick={saveAsText}>
            Save as a file
          </button>
        </p>
      )}
      {readOnly.value !== undefined && (
        <p class="notice">
          {readOnly.value}
          <button type="button" class="button" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      )}
      {sharingProblem.value !== undefined && <p class="notice">{sharingProblem.value}</p>}
      {notice.value !== undefined && (
        <p class="notice">
          {notice.value}
          <button
            type="button"
            class="icon-button"
            aria-label="Dismiss"
            onClick={() => {
              notice.value = undefined
            }}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  )
}

/** The script as a text file, which can be imported again. */
function saveAsText(): void {
  const text = doc.value.children.map((paragraph) => paragraph.textContent).join('\n\n')
  saveFile(`${title.value || 'script'}.txt`, new Blob([text], { type: 'text/plain' }))
}
