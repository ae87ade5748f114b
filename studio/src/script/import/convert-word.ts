import mammoth from 'mammoth/mammoth.browser.min.js'

/** Quotations by the names of their styles; the reader knows headings and lists. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  // Comments are left out.
  'comment-reference => ',
]

/** In a worker: the bytes of a Word file come, and HTML goes; undefined if the file is none. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void mammoth
    .convertToHtml({ arrayBuffer: data }, { styleMap: STYLES })
    .then(({ value }) => value)
    .catch(() => undefined)
    .then((html) => postMessage(html))
})
