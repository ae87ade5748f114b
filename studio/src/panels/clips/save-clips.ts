import type { Clip } from '../../../../client/src/declaim.ts'
import { saveFile } from '../../exports/save-file.ts'
import { ownUrl } from '../../own-url.ts'

/** Saves the audio of clips as one ZIP, each under its name. Throws if a file cannot be loaded. */
export async function saveClips(clips: readonly Clip[], signal: AbortSignal): Promise<void> {
  const { zipSync } = await import('fflate')
  const files: Record<string, Uint8Array> = {}
  for (const clip of clips) {
    const answer = await fetch(ownUrl(clip.url), { signal })
    if (!answer.ok)
      throw new Error(`Cannot load the audio of “${clip.label ?? clip.id}”: the service answers ${answer.status}`)
    files[nameFile(clip, files)] = new Uint8Array(await answer.arrayBuffer())
  }
  // Audio is compressed already.
  saveFile('Clips.zip', new Blob([zipSync(files, { level: 0 })], { type: 'application/zip' }))
}

/** The clip's name, without the signs that file systems refuse; with a number if another file has it. */
function nameFile({ id, label, url }: Clip, taken: Readonly<Record<string, unknown>>): string {
  const ending = /\.\w+$/.exec(new URL(url).pathname)?.[0] ?? ''
  const name = (label ?? '').replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, ' ').replace(/^[. ]+|[. ]+$/g, '') || id
  for (let number = 1; ; number += 1) {
    const tried = `${name}${number === 1 ? '' : ` ${number}`}${ending}`
    if (!Object.hasOwn(taken, tried)) return tried
  }
}
