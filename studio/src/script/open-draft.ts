import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Node } from 'prosemirror-model'
import type { Avatar } from '../../../client/src/declaim.ts'
import { avatars, libraries } from '../catalogue.ts'
import {
  type Draft,
  drafts,
  findOpenDraft,
  keepWhileLeaving,
  readDraft,
  rememberOpenDraft,
  saveDraft,
  storageProblem,
} from '../drafts.ts'
import { notice } from '../shell/notice.ts'
import { createDefaultScript } from './default-script.ts'
import type { ImportedScript } from './import/read-script-file.ts'
import { createParagraphId, scriptSchema } from './schema.ts'
import { doc, libraryIds, title } from './script-state.ts'

const SAVE_MS = 300

/** The draft that the signals of the script are about. */
export const openDraftId = signal('')
/** What of it is stored, so that looking at a script does not store it. */
let stored: Content | undefined

type Content = Pick<Draft, 'id' | 'title' | 'libraryIds'> & { readonly script: Node }

/** Documents share what has not changed, so that long ones are compared quickly. */
function isSame(one: Content, other: Content): boolean {
  const isSameAround = one.id === other.id && one.title === other.title
  return isSameAround && one.libraryIds.join() === other.libraryIds.join() && one.script.eq(other.script)
}

/** The draft that was open last; for a first visitor, a script that is ready to play. */
export async function openFirstDraft(): Promise<Draft> {
  const known = findOpenDraft()
  if (known !== undefined) return known
  const draft = createDraft('Module three', createDefaultScript(avatars.value))
  await saveDraft(draft)
  return draft
}

let release: (() => void) | undefined

/**
 * Takes a draft for this tab. If another tab has it, returns a copy, so that neither tab overwrites what the other one writes.
 * Browsers offer locks on secure origins only; elsewhere the tab that stores second makes the copy.
 */
export async function takeDraft(listed: Draft): Promise<Draft> {
  release?.()
  release = undefined
  copies.delete(listed.id)
  const draft = await readDraft(listed)
  if (navigator.locks === undefined) return draft
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const isOurs = await new Promise<boolean>((settle) => {
    void navigator.locks.request(`draft ${draft.id}`, { ifAvailable: true }, (lock) => {
      settle(lock !== null)
      return lock === null ? undefined : held
    })
  })
  if (isOurs) {
    release = resolve
    return draft
  }
  const copy = copyDraft(draft)
  notice.value = `“${draft.title || 'Untitled'}” is open in another tab. This tab works on a copy.`
  return copy
}

function copyDraft(draft: Draft): Draft {
  return { ...draft, id: createParagraphId(), title: `${draft.title || 'Untitled'} (copy)`, updatedAt: Date.now() }
}

export function createEmptyDraft(): Draft {
  const speaker =
    (doc.value.firstChild?.attrs as { speaker?: number } | undefined)?.speaker ?? avatars.value[0]?.id ?? 0
  const paragraph = scriptSchema.node('paragraph', { id: createParagraphId(), speaker, pause: 0.6 })
  return createDraft('', scriptSchema.node('doc', null, [paragraph]).toJSON())
}

/** A file's lines as a draft: each with its voice, or that of the line before. Says which voices nobody has. */
export function createImportedDraft({ title: name, lines }: ImportedScript): Draft {
  const { speaker: first = avatars.value[0]?.id ?? 0 } = (doc.value.firstChild?.attrs ?? {}) as { speaker?: number }
  const unknown = new Set<string>()
  let speaker = first
  const paragraphs = lines.map(({ text, voice = '', ...attributes }) => {
    const found = voice === '' ? undefined : findVoice(voice)
    if (voice !== '' && found === undefined) unknown.add(voice)
    speaker = found?.id ?? (voice === '' ? speaker : first)
    return scriptSchema.node('paragraph', { ...attributes, id: createParagraphId(), speaker }, scriptSchema.text(text))
  })
  if (unknown.size > 0) {
    notice.value = `No voice is named ${[...unknown].slice(0, 5).join(', ')}. Choose voices for these paragraphs.`
  }
  return createDraft(name, scriptSchema.node('doc', null, paragraphs).toJSON())
}

/** The names in a file that are no voice's. */
export function listUnknownVoices({ lines }: Pick<ImportedScript, 'lines'>): readonly string[] {
  const named = new Set(lines.flatMap(({ voice = '' }) => (voice === '' ? [] : [voice])))
  return [...named].filter((voice) => findVoice(voice) === undefined)
}

/** Whether a voice has this id, name, or name and style. */
export function isVoice(name: string): boolean {
  return findVoice(name) !== undefined
}

/** The avatar with this id, name, or name and style. */
function findVoice(voice: string): Avatar | undefined {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const wanted = plain(voice)
  return (
    avatars.value.find(({ id, name, style }) => wanted === String(id) || wanted === plain(`${name} ${style}`)) ??
    avatars.value.find(({ name }) => wanted === plain(name))
  )
}

function createDraft(name: string, script: unknown): Draft {
  const shared = libraries.value.filter((library) => library.name === 'Pronunciations')
  const ids = shared.map(({ library_id }) => library_id)
  return { id: createParagraphId(), title: name, doc: script, libraryIds: ids, updatedAt: Date.now() }
}

/** Makes a draft, whose document is `script`, the one that the signals of the script are about. */
export function adoptDraft(draft: Draft, script: Node): void {
  openDraftId.value = draft.id
  rememberOpenDraft(draft.id)
  stored = { ...draft, script }
  title.value = draft.title
  libraryIds.value = draft.libraryIds
}

/** The open script as a draft. */
export function currentDraft(): Draft {
  const [id, script] = [openDraftId.value, doc.value.toJSON()]
  return { id, title: title.value, doc: script, libraryIds: libraryIds.value, updatedAt: Date.now() }
}

/** The copies that this tab goes on with, by the ids of the drafts that another tab has changed. */
const copies = new Map<string, Draft>()
let storing: Promise<void> = Promise.resolve()

/** Stores the open script, after what is being stored. If another tab has changed it meanwhile, this tab goes on with a copy. */
export function storeOpenDraft(draft: Draft): Promise<void> {
  storing = storing.then(() => storeOrCopy(draft))
  return storing
}

async function storeOrCopy(draft: Draft): Promise<void> {
  const known = copies.get(draft.id)
  if (known !== undefined) {
    await saveDraft({ ...draft, id: known.id, title: known.title })
    return
  }
  if (await saveDraft(draft)) return
  const copy = copyDraft(draft)
  copies.set(draft.id, copy)
  adoptDraft(copy, Node.fromJSON(scriptSchema, copy.doc))
  notice.value = `This script is open in another tab too. What you write here is kept as “${copy.title}”.`
  await saveDraft(copy)
}

/** Stores the open script shortly after each change, and at once when the page is left. */
export function useStoredDraft(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Drafts on their way to the database, which a page that is left does not wait for. */
    let underWay = 0
    const store = (): void => {
      clearTimeout(timer)
      timer = undefined
      if (openDraftId.value === '') return
      const id = openDraftId.value
      const content = { id, title: title.value, libraryIds: libraryIds.value, script: doc.value }
      const isNew = drafts.value.every((draft) => draft.id !== id)
      if (stored === undefined || !isSame(content, stored) || isNew) {
        underWay++
        void storeOpenDraft(currentDraft()).finally(() => underWay--)
      }
      stored = content
    }
    const leave = (): void => {
      if (timer === undefined && underWay === 0) return
      if (openDraftId.value !== '') keepWhileLeaving(currentDraft())
      store()
    }
    const stop = effect(() => {
      void [doc.value, title.value, libraryIds.value]
      // Not put off by more changes: a crash costs what was typed in this time at most.
      timer ??= setTimeout(store, SAVE_MS)
    })
    const warn = (event: BeforeUnloadEvent): void => {
      if (storageProblem.value !== undefined) event.preventDefault()
    }
    addEventListener('pagehide', leave)
    addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', leave)
    return () => {
      stop()
      leave()
      openDraftId.value = ''
      removeEventListener('pagehide', leave)
      removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [])
}
