import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ReviewLink } from '../../../client/src/declaim.ts'
import { NewSecret } from '../panels/account/new-secret.tsx'
import { Problem, Table } from '../panels/panel.tsx'
import { useTask } from '../panels/use-task.ts'
import { openScriptId, sendScript } from '../projects/open-script.ts'
import { title } from '../script/script-state.ts'
import { declaim } from '../service.ts'
import { confirm } from '../shell/confirm-dialog.tsx'
import { IconAction } from '../shell/icon-action.tsx'

const DAYS = [1, 7, 14, 30, 90] as const
const USUAL_DAYS = 14
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Makes, lists and ends the links by which people without an account hear the open script. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const task = useTask()
  const links = useSignal<readonly ReviewLink[] | undefined>(undefined)
  const shown = useSignal<string | undefined>(undefined)
  const id = openScriptId.value
  const load = async (): Promise<void> => {
    links.value = await declaim.projects.reviewLinks(id)
  }
  useEffect(() => {
    dialog.current?.showModal()
    // A script that was just begun has to be there.
    void task.run(async () => {
      await sendScript()
      await load()
    })
  }, [])
  const end = async (link: ReviewLink): Promise<void> => {
    const isSure = await confirm({
      title: `End ${nameLink(link)}?`,
      text: 'Whoever has it can hear the script no more. It cannot be brought back.',
      action: 'End the link',
    })
    if (!isSure) return
    await task.run(async () => {
      await declaim.projects.endReviewLink(id, link.review_link_id)
      await load()
    })
  }
  return (
    <dialog ref={dialog} class="dialog dialog-export" aria-labelledby="share-title" onClose={onClose}>
      <h2 id="share-title">Share “{title.value || 'Untitled'}” for review</h2>
      <p>
        Whoever has a review link can hear the script, without an account, until the link ends. What they hear counts
        for your account.
      </p>
      <Problem task={task} />
      {shown.value === undefined ? (
        <NewLink
          onMake={(input) =>
            task.run(async () => {
              shown.value = (await declaim.projects.createReviewLink(id, input)).url
              await load()
            })
          }
        />
      ) : (
        <NewSecret
          label="The review link"
          secret={shown.value}
          onDone={() => {
            shown.value = undefined
          }}
        />
      )}
      {links.value !== undefined && links.value.length > 0 && (
        <Table columns={['Link', 'Comments', 'Ends']} hasActions label="Review links">
          {links.value.map((link) => (
            <tr key={link.review_link_id}>
              <td dir="auto">{link.name || `Link of ${DATE.format(link.created_at)}`}</td>
              <td>{link.allows_comments ? 'Yes' : 'No'}</td>
              <td class="nowrap">{link.has_ended ? 'Ended' : DATE.format(link.ends_at)}</td>
              <td class="row-actions">
                {!link.has_ended && (
                  <IconAction
                    icon="trash"
                    label={`End ${nameLink(link)}`}
                    hint="End the link"
                    onClick={() => void end(link)}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}

function nameLink({ name, created_at }: ReviewLink): string {
  return name === '' ? `the link of ${DATE.format(created_at)}` : `the link “${name}”`
}

type Input = { readonly name: string; readonly days: number; readonly allows_comments: boolean }

function NewLink({ onMake }: { onMake: (input: Input) => Promise<boolean> }) {
  const name = useSignal('')
  const days = useSignal(USUAL_DAYS)
  const allowsComments = useSignal(true)
  return (
    <form
      class="dialog-form"
      onSubmit={(event) => {
        event.preventDefault()
        void onMake({ name: name.value.trim(), days: days.value, allows_comments: allowsComments.value })
      }}
    >
      <label class="labelled">
        Name of the link (only you see it)
        <input
          class="field"
          dir="auto"
          maxLength={200}
          placeholder="For the client"
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
      </label>
      <label class="labelled">
        Ends after
        <select
          class="field"
          value={days.value}
          onChange={({ currentTarget }) => {
            days.value = Number(currentTarget.value)
          }}
        >
          {DAYS.map((one) => (
            <option key={one} value={one}>
              {one === 1 ? '1 day' : `${one} days`}
            </option>
          ))}
        </select>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={allowsComments.value}
          onChange={() => {
            allowsComments.value = !allowsComments.value
          }}
        />
        Reviewers may comment
      </label>
      <div class="actions">
        <button type="submit" class="button button-primary">
          Create a link
        </button>
      </div>
    </form>
  )
}
