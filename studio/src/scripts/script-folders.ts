import { effect, signal } from '@preact/signals'
import { keepLocally } from '../keep-locally.ts'
import type { LocalScript } from '../projects/local-scripts.ts'
import { openScriptId } from '../projects/open-script.ts'
import { title } from '../script/script-state.ts'
import { accountId } from '../service.ts'

/** What a script is called in lists and questions. */
export function nameOf({ id, title: name }: Pick<LocalScript, 'id' | 'title'>): string {
  return (id === openScriptId.value ? title.value : name) || 'Untitled'
}

export type Folder = { readonly name: string; readonly scripts: readonly LocalScript[] }

const BY_NAME = new Intl.Collator('en', { numeric: true })

/** Scripts by folder, in the order of the folders' names. Those in no folder come first, under an empty name. */
export function groupByFolder(scripts: readonly LocalScript[]): readonly Folder[] {
  const groups = Map.groupBy(scripts, ({ folder }) => folder)
  return [...groups]
    .map(([name, found]) => ({ name, scripts: found }))
    .toSorted((one, other) => BY_NAME.compare(one.name, other.name))
}

/** A list of so many scripts can be filtered. */
export const MANY_SCRIPTS = 8

/** The scripts that have all words of a text in their names and folders. */
export function findScripts<Script extends { readonly folder: string }>(
  scripts: readonly Script[],
  text: string,
  name: (script: Script) => string,
): readonly Script[] {
  const words = text.toLowerCase().split(/\s+/)
  return scripts.filter((script) => {
    const place = `${name(script)} ${script.folder}`.toLowerCase()
    return words.every((word) => place.includes(word))
  })
}

/** Names of the folders whose scripts are not listed. */
export const foldedFolders = signal<ReadonlySet<string>>(new Set())

const foldedKey = () => `declaim-folded-folders ${accountId.value}`

export function toggleFolder(name: string): void {
  const { value: folded } = foldedFolders
  foldedFolders.value = folded.has(name)
    ? new Set([...folded].filter((one) => one !== name))
    : new Set([...folded, name])
  keepLocally(foldedKey(), JSON.stringify([...foldedFolders.value]))
}

effect(() => {
  if (accountId.value === '') return
  const kept = localStorage.getItem(foldedKey())
  foldedFolders.value = new Set(kept === null ? [] : (JSON.parse(kept) as readonly string[]))
})
