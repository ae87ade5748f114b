import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SECTIONS } from './sections.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Pages that are kept outside of docs/, by their names on the site. */
const OUTSIDE = {
  'architecture.md': 'ARCHITECTURE.md',
  'contributing.md': 'CONTRIBUTING.md',
  'changelog.md': 'CHANGELOG.md',
  'client.md': 'client/README.md',
  'phrasing-model.md': 'data/phrasing/README.md',
}

/** Folders of docs/ whose files are no pages. */
const MEDIA = ['images', 'audio']

const DECISIONS = `<h1>Decisions</h1>
<ul>{% for entry in collections.all | decisions %}
<li><a href="/docs/guide{{ entry.url }}">{{ entry.data.title }}</a></li>{% endfor %}
</ul>`

/** The site of the documents: docs/ and a few files beside it, as pages with a navigation and a search. */
export default function configure(eleventy) {
  eleventy.setQuietMode(true)
  eleventy.setUseGitIgnore(false)
  eleventy.ignores.add('site/**')
  for (const folder of MEDIA) eleventy.addPassthroughCopy({ [join(ROOT, 'docs', folder)]: folder })
  eleventy.addPassthroughCopy({ [join(ROOT, 'docs/site/assets')]: 'assets' })
  eleventy.addPassthroughCopy({ [join(ROOT, 'studio/src/styles/palette.css')]: 'assets/palette.css' })
  eleventy.addPassthroughCopy({ [join(ROOT, 'studio/src/icon.svg')]: 'assets/icon.svg' })
  for (const [name, file] of Object.entries(OUTSIDE)) {
    eleventy.addTemplate(name, readFileSync(join(ROOT, file), 'utf8'), { source: file })
  }
  eleventy.addTemplate('decisions/index.njk', DECISIONS, { title: 'Decisions' })
  eleventy.addGlobalData('layout', 'layout.njk')
  eleventy.addGlobalData('sections', SECTIONS)
  eleventy.addGlobalData(
    'permalink',
    () =>
      ({ page }) =>
        `${siteName(page.filePathStem)}/index.html`.replace(/^\/+/, ''),
  )
  eleventy.addGlobalData('eleventyComputed', { title: ({ page, title }) => title || titleOf(page.rawInput) })
  eleventy.addFilter('current', (name, url) => siteUrl(name) === url)
  eleventy.addFilter('siteUrl', siteUrl)
  // People look for how to do something first, and for why it became so last.
  eleventy.addFilter('isRecord', (url) => /^\/(?:decisions|changelog)\//.test(url))
  eleventy.addFilter('decisions', (pages) =>
    pages.filter(({ url }) => /^\/decisions\/\d/.test(url)).toSorted((one, other) => one.url.localeCompare(other.url)),
  )
  // Headings do not depend on front matter, which needs no template language.
  eleventy.amendLibrary('md', (markdown) => {
    markdown.set({ html: false, linkify: false })
    addHeadingIds(markdown)
    rewriteLinks(markdown)
    letBlocksScroll(markdown)
    alignByClass(markdown)
  })
  return {
    dir: { input: join(ROOT, 'docs'), includes: 'site', output: join(ROOT, 'docs/site/dist') },
    markdownTemplateEngine: false,
    pathPrefix: '/docs/guide/',
  }
}

/** Long lines of code scroll, for those who use the keyboard too. What is found in prose shows more than the same in code. */
function letBlocksScroll(markdown) {
  const render = markdown.renderer.rules.fence.bind(markdown.renderer.rules)
  markdown.renderer.rules.fence = (...block) =>
    render(...block).replace('<pre', '<pre tabindex="0" data-pagefind-weight="0.3"')
}

/** The service's content security policy forbids inline styles, with which cells of tables are aligned. */
function alignByClass(markdown) {
  markdown.core.ruler.push('cell-classes', ({ tokens }) => {
    for (const token of tokens) {
      const alignment = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '')?.[1]
      if (alignment !== undefined) token.attrs = [['class', alignment]]
    }
  })
}

/** `/guide/markup` is the page `markup`, and `/guide/index` the first one. */
function siteName(stem) {
  const name = stem
    .replace(/^\/+/, '')
    .replace(/^docs\//, '')
    .replace(/^guide\//, '')
  return name.replace(/(^|\/)index$/, '')
}

function siteUrl(name) {
  return name === '' ? '/' : `/${name}/`
}

function titleOf(markdown) {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? 'Declaim'
}

/** The id of a heading, in GitHub's form. */
function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

function addHeadingIds(markdown) {
  markdown.core.ruler.push('heading-ids', ({ tokens }) => {
    const taken = new Map()
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue
      const slug = slugOf(tokens[index + 1].children.map(({ content }) => content).join(''))
      const count = taken.get(slug) ?? 0
      taken.set(slug, count + 1)
      token.attrSet('id', count === 0 ? slug : `${slug}-${count}`)
    }
  })
}

/** Links between files of the repository become links between pages. */
function rewriteLinks(markdown) {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const source = env.source ?? posix.join('docs', env.page.inputPath.split('/docs/').at(-1))
    for (const { children } of tokens) {
      for (const [index, token] of (children ?? []).entries()) {
        const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
        const target = attribute && token.attrGet(attribute)
        if (!target || /^([a-z]+:|#|\/)/i.test(target)) continue
        const page = pageOf(target, source)
        if (page !== undefined) token.attrSet(attribute, page)
        else
          for (const end of [token, children.slice(index).find(({ type }) => type === 'link_close')]) end.hidden = true
      }
    }
  })
}

/** The address of the page that a file becomes; undefined for a file that is no page. */
function pageOf(target, source) {
  const [path, fragment] = target.split('#')
  const file = posix.join(posix.dirname(source.replaceAll('\\', '/')), path)
  const outside = Object.entries(OUTSIDE).find(([, kept]) => kept === file)?.[0]
  const inside = file.startsWith('docs/') ? file.slice('docs/'.length) : undefined
  const name = outside ?? inside
  const hash = fragment === undefined ? '' : `#${fragment}`
  if (MEDIA.includes(name?.split('/')[0])) return `/docs/guide/${name}`
  if (name === 'decisions') return '/docs/guide/decisions/'
  if (!name?.endsWith('.md') || !existsSync(join(ROOT, file))) return undefined
  return `/docs/guide${siteUrl(siteName(name.replace(/\.md$/, '')))}${hash}`
}
