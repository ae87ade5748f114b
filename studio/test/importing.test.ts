import { expect, test } from 'vitest'
import { eventually, page, storedScripts, texts, useStudio, write } from './support/story.ts'
import { createWordFile } from './support/word-file.ts'

useStudio()

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Paragraph ${index} of a long script.`)

async function choose(name: string, content: string | Buffer): Promise<void> {
  await page
    .getByLabel('Import a script')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

const titleOf = () => page.getByLabel('Title of the script').inputValue()

async function paste(type: string, content: string): Promise<void> {
  await page.evaluate(
    ([mime, data]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(mime!, data!)
      document
        .querySelector('.ProseMirror')!
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [type, content],
  )
}

/** How many paragraphs the browser lays out and paints now. */
const countPainted = () =>
  page
    .locator('.paragraph')
    .evaluateAll(
      (all) => all.filter((one) => one.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })).length,
    )

test('a script of 200 paragraphs is imported as Markdown, text, CSV and Word, scrolled and kept', async () => {
  for (const [name, content] of [
    ['Markdown.md', lines(200).join('\n\n').replaceAll('Paragraph', '**Paragraph**')],
    ['Text.txt', lines(200).join('\n')],
    ['CSV.csv', `text\n${lines(200).join('\n')}`],
    ['Word.docx', createWordFile(lines(200))],
  ] as const) {
    await choose(name, content)
    await eventually(titleOf).toBe(name.split('.')[0])
    expect(await texts()).toEqual(lines(200))
  }
  // Only what can be seen costs time while it scrolls.
  await eventually(countPainted).toBeLessThan(40)
  await page.locator('.main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await page.getByText('Paragraph 199 of a long script.').waitFor()
  await eventually(countPainted).toBeLessThan(40)
  await eventually(() => storedScripts()).toContain('Word')
  await page.reload()
  await eventually(titleOf).toBe('Word')
  expect(await texts()).toEqual(lines(200))
})

test('a CSV gives paragraphs their voices and pauses, and names the voices that nobody has', async () => {
  await choose('Play.csv', 'voice,text,pause\nTone,First.,2\nHamlet,Second.,\n')
  await eventually(texts).toEqual(['First.', 'Second.'])
  await page.getByRole('alert').getByText('No voice is named Hamlet').waitFor()
  const gap = page.getByRole('slider', { name: 'Pause after paragraph 1' })
  expect(await gap.getAttribute('aria-valuetext')).toBe('2 seconds')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(await page.getByRole('alert').getByText('Hamlet').count()).toBe(0)
})

test('a file that is no script is refused in words, and the open script stays', async () => {
  await write('Stays.')
  for (const [name, content, message] of [
    ['picture.txt', 'GIF89a\0', 'it is no text, Markdown, CSV or Word file'],
    ['letter.docx', 'no archive', 'it is no Word document'],
    ['table.csv', 'a,b,c\n1,2,3\n', 'no column is named “text”'],
  ]) {
    await choose(name!, content!)
    await page.getByRole('alert').getByText(message!, { exact: false }).waitFor()
  }
  expect(await texts()).toEqual(['Stays.'])
})

test('pasted HTML becomes plain paragraphs with the voice of the place', async () => {
  await write('Start.')
  const rows = Array.from({ length: 200 }, (_, index) => `<p class="x">Line <b>${index}</b><script>x</script></p>`)
  await paste('text/html', rows.join(''))
  await eventually(async () => (await texts()).at(-1)).toBe('Line 199')
  expect(await texts()).toHaveLength(200)
  const voices = await page
    .locator('.paragraph select')
    .evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value))
  expect(new Set(voices).size).toBe(1)
})

test('text that is pasted from Word loses its bullets, comments and empty lines', async () => {
  await write('Start.')
  await page.keyboard.press('Control+A')
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head><body>
<!--StartFragment--><p class=MsoNormal>First <span style='color:red'>line</span>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph><![if !supportLists]><span style='font-family:Symbol'>·<span>&nbsp;&nbsp; </span></span><![endif]>An item.</p>
<table><tr><td><p class=MsoNormal>Cell</p></td><td>Next</td></tr></table><!--EndFragment--></body></html>`
  await paste('text/html', word)
  await eventually(texts).toEqual(['First line.', 'An item.', 'Cell', 'Next'])
})

test('a megabyte of text is cut into paragraphs and can be undone; more is refused in words', async () => {
  await write('Start.')
  const sentence = 'This sentence is one of very many in a text that somebody pasted. '
  await paste('text/plain', sentence.repeat(14_000))
  await eventually(() => page.locator('.paragraph').count()).toBeGreaterThan(1000)
  const long = await page
    .locator('.paragraph .text')
    .evaluateAll((all) => all.filter(({ textContent }) => textContent!.length > 900).length)
  expect(long).toBe(0)
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(texts).toEqual(['Start.'])
  await paste('text/plain', sentence.repeat(16_000))
  await page.getByRole('alert').getByText('A script holds up to 1,000,000 characters', { exact: false }).waitFor()
  expect(await texts()).toEqual(['Start.'])
})
