/**
 * Writes 40 short clips and a page to listen to them: each kind of text as the default avatar says it, and each person's preview.
 *   npm run listen [-- FOLDER] [--beside FOLDER]
 * FOLDER is `listening` if absent. `--beside` plays the clips of another release's folder next to these.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatPcm16 } from '../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../src/audio/encoding/wav-header.ts'
import { loadServiceVoices, speakText } from '../test/support/speak-text.ts'
import { LISTENING_TEXTS } from './listening-texts.ts'

const DEFAULT_AVATAR = 3

/** A clip of the page; `name` is its file's, and the same in every release. */
type ListeningClip = { readonly name: string; readonly speakerId: number; readonly text: string; readonly ssml: string }

const { values, positionals } = parseArgs({ allowPositionals: true, options: { beside: { type: 'string' } } })
const folder = resolve(positionals[0] ?? 'listening')
const beside = values.beside === undefined ? undefined : resolve(values.beside)
if (beside !== undefined && !existsSync(beside)) throw new Error(`Cannot compare with ${beside}: it does not exist`)

const resources = await loadServiceVoices()
const clips = [...textClips(), ...personClips()]
mkdirSync(folder, { recursive: true })
for (const { name, speakerId, ssml } of clips) {
  const { audio } = await speakText(ssml, { speakerId, resources, ssml: true })
  const header = formatWavHeader(audio.sampleRate, audio.samples.length)
  writeFileSync(join(folder, name), Buffer.concat([header, formatPcm16(audio.samples)]))
}
writeFileSync(join(folder, 'index.html'), formatPage())
await resources.close()
console.log(`${clips.length} clips: open ${join(folder, 'index.html')}`)

function textClips(): readonly ListeningClip[] {
  return Object.entries(LISTENING_TEXTS).flatMap(([kind, texts]) =>
    texts.map((text, i) => ({
      name: `${kind}-${i + 1}.wav`,
      speakerId: DEFAULT_AVATAR,
      text: text.replace(/<emphasis[^>]*>(.*?)<\/emphasis>/g, '*$1*'),
      ssml: `<speak>${text}</speak>`,
    })),
  )
}

/** The preview of the first avatar of each person. */
function personClips(): readonly ListeningClip[] {
  const people = new Map(resources.catalogue.voices.toReversed().map((voice) => [voice.avatar.name, voice]))
  return [...people.values()].toReversed().map(({ avatar, previewText }) => ({
    name: `person-${avatar.name.toLowerCase()}.wav`,
    speakerId: avatar.id,
    text: `${avatar.name}, ${avatar.style}: ${previewText}`,
    ssml: `<speak>${escapeMarkup(previewText)}</speak>`,
  }))
}

function formatPage(): string {
  const heads = ['Text', 'This release', ...(beside === undefined ? [] : ['The other release'])]
  const rows = clips.map(({ name, text }) => {
    const other = beside !== undefined && join(beside, name)
    const cells = [escapeMarkup(text), formatPlayer(name)]
    if (other !== false) cells.push(existsSync(other) ? formatPlayer(relative(folder, other)) : 'no such clip')
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Declaim: clips to listen to</title>
<style>body { font: 16px sans-serif; margin: 2em } td, th { padding: 0.4em 1em; text-align: left } tr:nth-child(even) { background: #f2f2f2 }</style>
<h1>Clips to listen to</h1>
<table>
<tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>
${rows.join('\n')}
</table>
</html>
`
}

function formatPlayer(path: string): string {
  const url = path.split(/[/\\]/).map(encodeURIComponent).join('/')
  return `<audio controls preload="none" src="${url}"></audio>`
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
