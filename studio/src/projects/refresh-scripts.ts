import { DeclaimError, type Project } from '../../../client/src/declaim.ts'
import { declaim } from '../service.ts'
import { toBase64 } from './base64.ts'
import { forgetScript, type LocalScript, readScript, saveScript, scripts } from './local-scripts.ts'
import { openScriptId } from './open-script.ts'
import { createProject, listProjects } from './service-projects.ts'

/** Lists the scripts of the account, also those of other browsers, and sends what the service lacks of them. */
export async function refreshScripts(): Promise<void> {
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
  if (script.state === undefined) return
  try {
    const isNew = await createProject(script.id, script.state)
    if (!isNew) await declaim.projects.sendUpdate(script.id, { update: toBase64(script.state) })
    await saveScript({ ...script, isUnsent: false })
  } catch (error) {
    if (!(error instanceof DeclaimError)) throw error
  }
}
