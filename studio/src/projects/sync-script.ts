import { applyUpdate, type Doc, decodeStateVector, encodeStateAsUpdate, encodeStateVector, mergeUpdates } from 'yjs'
import { DeclaimConnectionError, DeclaimError, type ScriptUpdate } from '../../../client/src/declaim.ts'
import { accountId, declaim } from '../service.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { SERVICE, TABS } from './origins.ts'
import { createProject, isListed } from './service-projects.ts'

/** Edits are sent this often. */
const SEND_MS = 1000
const RETRY_MS = 5000

/** A script that is kept the same here, on the service, and in other tabs. */
export interface SyncedScript {
  /** Sends and takes what is new now, if the service answers. */
  sync(): Promise<void>
  close(): void
}

type Options = {
  readonly id: string
  /** Whether the service lacks something of it, as far as is known. */
  readonly isUnsent: boolean
  /** Called with why the service does not keep the script, or with undefined when it does. */
  readonly onRefused: (error: DeclaimError | undefined) => void
  /** Called when the service has all that the document had. */
  readonly onSent: () => void
}

/** Begins to keep a script the same everywhere. It goes on from what the document has. */
export function syncScript(doc: Doc, { id, isUnsent, onRefused, onSent }: Options): SyncedScript {
  const leaving = new AbortController()
  const { signal } = leaving
  let waiting: Uint8Array[] = []
  /** Of the service; undefined until it is known. */
  let vector: Uint8Array | undefined
  /** Whether `waiting` is not all that the service lacks. */
  let lacksMore = isUnsent
  let revision = -1
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined

  const take = (answer: ScriptUpdate): void => {
    revision = Math.max(revision, answer.revision)
    vector = fromBase64(answer.state_vector)
    applyUpdate(doc, fromBase64(answer.update), SERVICE)
  }

  async function exchange(): Promise<void> {
    if (vector === undefined) {
      take(await fetchOrCreate(doc, id, signal))
      lacksMore ||= isBehind(vector, doc)
    } else if (waiting.length === 0 && !lacksMore)
      take(await declaim.projects.updates(id, { ...vectorOf(doc), signal }))
    while ((waiting.length > 0 || lacksMore) && !signal.aborted) {
      const sent = waiting
      const update = lacksMore ? encodeStateAsUpdate(doc, vector) : mergeUpdates(sent)
      waiting = []
      try {
        const { stateVector } = vectorOf(doc)
        take(await declaim.projects.sendUpdate(id, { update: toBase64(update), state_vector: stateVector }, { signal }))
        lacksMore = false
      } catch (error) {
        lacksMore = true
        throw error
      }
    }
    onRefused(undefined)
    onSent()
  }

  async function sync(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (signal.aborted) return
    underWay ??= exchange()
      .catch((error: unknown) => {
        if (signal.aborted || error instanceof DeclaimConnectionError) return
        if (!(error instanceof DeclaimError)) throw error
        // It was deleted for good, and somebody writes on.
        if (error.code === 'NOT_FOUND') vector = undefined
        onRefused(error)
      })
      .finally(() => {
        underWay = undefined
      })
    await underWay
    if (waiting.length > 0 || lacksMore) wait(RETRY_MS)
  }

  const wait = (ms: number): void => {
    timer ??= setTimeout(() => void sync(), ms)
  }

  const note = (update: Uint8Array, origin: unknown): void => {
    if (origin === SERVICE) return
    waiting.push(update)
    wait(SEND_MS)
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const told of declaim.projects.follow(id, { signal })) if (told > revision) await sync()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        await sync()
      }
    }
  }

  doc.on('update', note)
  const stopTelling = tellTabs(doc, id)
  void sync().then(follow)
  return {
    sync,
    close() {
      doc.off('update', note)
      stopTelling()
      clearTimeout(timer)
      leaving.abort()
    },
  }
}

/** What the document lacks. A script that the service does not have begins there. */
async function fetchOrCreate(doc: Doc, id: string, signal: AbortSignal): Promise<ScriptUpdate> {
  if (!(await isListed(id))) await createProject(id, encodeStateAsUpdate(doc), signal)
  return await declaim.projects.updates(id, { ...vectorOf(doc), signal })
}

/** Whether a document has something that one with this state vector lacks, other than deletions. */
function isBehind(vector: Uint8Array | undefined, doc: Doc): boolean {
  const theirs = vector === undefined ? new Map<number, number>() : decodeStateVector(vector)
  return [...decodeStateVector(encodeStateVector(doc))].some(([client, clock]) => clock > (theirs.get(client) ?? 0))
}

/** Tells other tabs of this browser what changes, and hears them: also without the service. */
function tellTabs(doc: Doc, id: string): () => void {
  const channel = new BroadcastChannel(`declaim-script ${accountId.value} ${id}`)
  channel.onmessage = ({ data }: MessageEvent<{ readonly update: Uint8Array; readonly isGreeting?: boolean }>) => {
    applyUpdate(doc, data.update, TABS)
    if (data.isGreeting === true) channel.postMessage({ update: encodeStateAsUpdate(doc) })
  }
  channel.postMessage({ update: encodeStateAsUpdate(doc), isGreeting: true })
  const tell = (update: Uint8Array, origin: unknown): void => {
    if (origin !== TABS) channel.postMessage({ update })
  }
  doc.on('update', tell)
  return () => {
    doc.off('update', tell)
    channel.close()
  }
}

function vectorOf(doc: Doc): { readonly stateVector: string } {
  return { stateVector: toBase64(encodeStateVector(doc)) }
}
