import { readFileSync } from 'node:fs'
import type { ListeningClip } from './listening-clips.ts'

/** What the page shows and plays. */
export type ListeningPage = {
  readonly clips: readonly Pick<ListeningClip, 'name' | 'speaker' | 'kind' | 'text'>[]
  /** Names of the releases, for the marks. */
  readonly release: string
  readonly otherRelease?: string
  /** The address of a clip of the other release as seen from the page; undefined if it has none. */
  readonly otherUrl?: (name: string) => string | undefined
}

const SCRIPT = readFileSync(new URL('listening-page.js', import.meta.url), 'utf8')

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif }
body { margin: 0 auto; max-width: 70rem; padding: 1rem 1.5rem 4rem }
header { position: sticky; top: 0; padding: .75rem 0; background: Canvas; border-bottom: 1px solid GrayText; z-index: 1 }
h1 { font-size: 1.25rem; margin: 0 0 .4rem }
kbd { border: 1px solid GrayText; border-radius: 3px; padding: 0 .35em; font: .85em monospace }
table { border-collapse: collapse; width: 100% }
td, th { padding: .5rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid color-mix(in srgb, GrayText 35%, transparent) }
tr[aria-selected=true] { background: color-mix(in srgb, Highlight 22%, Canvas) }
button { font: inherit; padding: .2rem .7rem; cursor: pointer }
button[aria-pressed=true] { background: Highlight; color: HighlightText }
button.playing { outline: 2px solid Highlight }
td.buttons { white-space: nowrap }
small { color: GrayText }
input[type=text] { font: inherit; width: 10rem }
`

/**
 * The listening page: a table of clips that plays each release's, hides which is which on request, and keeps the listener's marks in the
 * browser until they are saved as a file.
 */
export function formatListeningPage({ clips, release, otherRelease, otherUrl }: ListeningPage): string {
  const rows = clips.map((clip) => {
    const other = otherUrl?.(clip.name)
    return { ...clip, url: encodeURIComponent(clip.name), ...(other !== undefined && { otherUrl: other }) }
  })
  const data = { release, ...(otherRelease !== undefined && { otherRelease }), clips: rows }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Declaim: clips to listen to</title>
<style>${STYLE}</style>
<header>
<h1>Clips to listen to</h1>
<p id="keys"></p>
<p><label><input type="checkbox" id="blind"> Blind: hide which release is A and which is B</label>
<button id="save">Save marks</button> <button id="clear">Clear marks</button> <span id="tally" role="status"></span></p>
</header>
<table><tbody id="clips"></tbody></table>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${SCRIPT}</script>
</html>
`
}
