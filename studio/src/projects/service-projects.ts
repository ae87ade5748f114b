import { DeclaimError, type Project } from '../../../client/src/declaim.ts'
import { declaim } from '../service.ts'
import { toBase64 } from './base64.ts'

/** Ids of the projects of the account that the service has; undefined until they are known. */
let known: Promise<Set<string>> | undefined

/** The projects of the account, but for those that are archived or in the trash. */
export async function listProjects(): Promise<readonly Project[]> {
  const listing = declaim.projects.list()
  known = listing.then((projects) => new Set(projects.map(({ project_id }) => project_id)))
  known.catch(() => {
    known = undefined
  })
  return await listing
}

/** Whether the service lists a project. A question for one that it does not have would be an error. */
export async function isListed(id: string): Promise<boolean> {
  if (known === undefined) await listProjects()
  return (await known)?.has(id) === true
}

/** Creates a project of a script. False if the service has it already. */
export async function createProject(id: string, state: Uint8Array, signal?: AbortSignal): Promise<boolean> {
  try {
    await declaim.projects.create({ project_id: id, update: toBase64(state) }, { signal })
    return true
  } catch (error) {
    if (!(error instanceof DeclaimError) || error.code !== 'CONFLICT') throw error
    return false
  } finally {
    ;(await known)?.add(id)
  }
}
