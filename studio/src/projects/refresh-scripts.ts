import { DeclaimError, type Project } from '../../../client/src/declaim.ts'
import { declaim } from '../service.ts'
import { toBase64 } from './base64.ts'
import { forgetScript, type LocalScript, noteUnsent, readScript, saveScript, scripts } from './local-scripts.ts'
import { openScriptId } from './open-script.ts'
import { createProject, isListed, listProjects } from './service-projects.ts'

let last: Promise<void> = Promise.resolve()
let isSorted = false

/** Lists the scripts of the account, also those of other browsers, and sends what the service lacks of them, one call after another. */
export async function refreshScripts(): Promise<void> {
  last = last.catch(() => {}).then(refresh)
  await last
}

/** Sends what the service lacks of a script that was left. */
export async function sendLeftScript(id: string): Promise<void> {
  last = last
    .catch(() => {})
    .then(async () => {
      const script = scripts.value.find((one) => one.id === id)
      if (script?.isUnsent === true && id !== openScriptId.value) await send(script)
    })
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
  scripts.value = isSorted ? insertNew(listed) : listed.toSorted(newestFirst)
  isSorted = true
  for (const script of listed) if (script.isUnsent && script.id !== openScriptId.value) await send(script)
}

function newestFirst(one: LocalScript, other: LocalScript): number {
  return other.updatedAt - one.updatedAt
}

/** Scripts that are listed already stay in their order, so that none moves while somebody looks at the list. */
function insertNew(listed: readonly LocalScript[]): readonly LocalScript[] {
  const found = new Map(listed.map((script) => [script.id, script]))
  const shown = scripts.value.flatMap(({ id }) => found.get(id) ?? [])
  const isShown = new Set(shown.map(({ id }) => id))
  for (const script of listed.filter(({ id }) => !isShown.has(id)).toSorted(newestFirst)) {
    const index = shown.findIndex(({ updatedAt }) => updatedAt < script.updatedAt)
    shown.splice(index === -1 ? shown.length : index, 0, script)
  }
  return shown
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
