/** The search of the documents. Pagefind made the index when the site was built; nothing leaves the browser's own server. */
import { firstResults } from './find.js'

const field = document.querySelector('#search')
const list = document.querySelector('#results')
let pagefind

async function search() {
  pagefind ??= await import('/docs/guide/pagefind/pagefind.js')
  const wanted = field.value.trim()
  if (wanted === '') return show([])
  const found = await pagefind.debouncedSearch(wanted, {}, 100)
  // Null if a later key press began another search.
  if (found === null) return
  const results = await firstResults(found, wanted)
  show(results.length === 0 ? [note(`Nothing is found for "${wanted}"`)] : results.map(toItem))
}

function show(items) {
  list.replaceChildren(...items)
  list.hidden = items.length === 0
}

function note(text) {
  const item = document.createElement('li')
  item.append(Object.assign(document.createElement('p'), { textContent: text }))
  return item
}

/** The part of the page that fits best, with the words that were found. */
function toItem({ meta, sub_results: parts, excerpt, url }) {
  const best = parts[0] ?? { title: meta.title, url, excerpt }
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href: best.url })
  const title = best.title === meta.title ? meta.title : `${meta.title}: ${best.title}`
  const text = document.createElement('small')
  // Pagefind escapes the text of the page and adds <mark>.
  text.innerHTML = best.excerpt
  link.append(title, text)
  item.append(link)
  return item
}

field.addEventListener('input', search)
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') show([])
  if (key === 'ArrowDown') list.querySelector('a')?.focus()
})
list.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = links[links.indexOf(document.activeElement) + step]
  ;(next ?? field).focus()
})
document.addEventListener('keydown', (event) => {
  const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
  const isSlash = event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')
  if (!isCommand && !isSlash) return
  event.preventDefault()
  field.focus()
})
