import { DeclaimError, type Project } from '../../../client/src/declaim.ts'
import { declaim } from '../service.ts'
import { toBase64 } from './base64.ts'
import { forgetScript, type LocalScript, noteUnsent, readScript, saveScript, scripts } from './local-scripts.ts'
import { openScriptId } from './open-script.ts'
import { createProject, isListed, listProjects } from './service-projects.ts'

let last: Promise<void> = Promise.resolve()

/** Lists the scripts of the account, also those of other browsers, and sends what the service lacks of them, one call after another. */
export async function refreshScripts(): Promise<void> {
  last = last.catch(() => {}).then(refresh)
  await last
}

async function refresh(): Promise<void> {
  const projects = await listProjects()
  const known = new Map(scripts.value.map((script) => [script.id, script]))
  const ids = new Set(projects.map(({ project_id }) => project_id))
  for (const { id, isUnsent } of known.values()) {
    // It is archived or in the trash.
    if (!ids.has(id) && !isUnsent && id !== openScriptId.value) await forgetScript(id)
  }
  const left = scripts.value.filter(({ id }) => !ids.has(id))
  const listed = [...projects.map((project) => toScript(project, known.get(project.project_id))), ...left]
  scripts.value = listed.toSorted((one, other) => other.updatedAt - one.updatedAt)
  for (const script of listed) if (script.isUnsent && script.id !== openScriptId.value) await send(script)
}

/** Lists them anew whenever the page comes into sight again, until the returned function is called: others may have made some meanwhile. */
export function refreshWhenSeen(): () => void {
  const refresh = (): void => {
    if (document.visibilityState === 'visible') void refreshScripts().catch(() => {})
  }
  document.addEventListener('visibilitychange', refresh)
  return () => document.removeEventListener('visibilitychange', refresh)
}

function toScript({ project_id, name, folder, updated_at }: Project, known: LocalScript | undefined): LocalScript {
  if (known === undefined)
    return { id: project_id, title: name, folder, updatedAt: updated_at, state: undefined, isUnsent: false }
  return {
    ...known,
    folder,
    title: known.isUnsent ? known.title : name,
    updatedAt: Math.max(known.updatedAt, updated_at),
  }
}

/** Sends a script that nobody has open. What the service refuses stays in this browser. */
async function send(listed: LocalScript): Promise<void> {
  const script = await readScript(listed)
  if (script.state === undefined || !script.isUnsent) return
  try {
    const isNew = !(await isListed(script.id)) && (await createProject(script.id, script.state))
    if (!isNew) await declaim.projects.sendUpdate(script.id, { update: toBase64(script.state) })
    await saveScript({ ...script, isUnsent: false })
    noteUnsent(script.id, false)
  } catch (error) {
    if (!(error instanceof DeclaimError)) throw error
  }
}
