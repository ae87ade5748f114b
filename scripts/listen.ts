/**
 * Writes 40 short clips and a page to listen to them: kinds of text as the default avatar says them, and one clip of each avatar.
 *   npm run listen [-- FOLDER] [--beside FOLDER]
 * FOLDER is `listening` if absent. `--beside` plays the clips of another release's folder next to these. Open the page from disk: it
 * needs no server.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatPcm16 } from '../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../src/audio/encoding/wav-header.ts'
import { loadServiceVoices, speakText } from '../test/support/speak-text.ts'
import { chooseListeningClips } from './listening-clips.ts'
import { formatListeningPage } from './listening-page.ts'

const PACKAGE = new URL('../package.json', import.meta.url)
/** Tells a later page which release a folder has. */
const RELEASE_FILE = 'release.txt'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { beside: { type: 'string' } } })
const folder = resolve(positionals[0] ?? 'listening')
const beside = values.beside === undefined ? undefined : resolve(values.beside)
if (beside !== undefined && !existsSync(beside)) throw new Error(`Cannot compare with ${beside}: it does not exist`)
if (beside === folder) throw new Error(`Cannot compare ${folder} with itself: name another folder for this release`)

const release = `${JSON.parse(readFileSync(PACKAGE, 'utf8')).version} (this)`
const resources = await loadServiceVoices()
const clips = chooseListeningClips(resources.catalogue.voices.map(({ avatar }) => avatar))
mkdirSync(folder, { recursive: true })
for (const { name, speakerId, ssml } of clips) {
  const { audio } = await speakText(ssml, { speakerId, resources, ssml: true })
  const header = formatWavHeader(audio.sampleRate, audio.samples.length)
  writeFileSync(join(folder, name), Buffer.concat([header, formatPcm16(audio.samples)]))
}
await resources.close()
writeFileSync(join(folder, RELEASE_FILE), `${release}\n`)
const other = beside === undefined ? {} : { otherRelease: readRelease(beside), otherUrl: findOther(beside) }
writeFileSync(join(folder, 'index.html'), formatListeningPage({ clips, release, ...other }))
console.log(`${clips.length} clips: open ${join(folder, 'index.html')}`)

/** The release of another folder; always another name than that of this one. */
function readRelease(other: string): string {
  const file = join(other, RELEASE_FILE)
  const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : relative('.', other)
  return `${name.replace(' (this)', '')} (other)`
}

function findOther(other: string): (name: string) => string | undefined {
  return (name) => {
    const path = join(other, name)
    return existsSync(path) ? relative(folder, path).split(/[/\\]/).map(encodeURIComponent).join('/') : undefined
  }
}
