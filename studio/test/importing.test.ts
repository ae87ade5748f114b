import { expect, test } from 'vitest'
import {
  chooseFile,
  eventually,
  findFaultsInBothSchemes,
  importFile,
  page,
  paste,
  storedScripts,
  texts,
  useStudio,
  voices,
  write,
} from './support/story.ts'
import { createWordFile } from './support/word-file.ts'

useStudio()

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Paragraph ${index} of a long script.`)

const titleOf = () => page.getByLabel('Title of the script').inputValue()

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
    await importFile(name, content)
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
  await chooseFile('Play.csv', 'voice,text,pause\nTone,First.,2\nHamlet,Second.,\n')
  await page.getByText('No voice is named Hamlet. These paragraphs', { exact: false }).waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
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
    ['picture.txt', 'GIF89a\0', 'it is no text. The Studio reads Word'],
    ['book.pdf', '%PDF-1.4', 'it is a PDF; open it in Word'],
    ['letter.txt', '{\\rtf1 x}', 'it is RTF; open it in Word'],
    ['letter.odt', 'PK', 'it is an OpenDocument file'],
    ['song.xyz', 'la', 'files of this type are not read'],
    ['letter.docx', 'no archive', 'it is no Word document'],
    ['table.csv', 'a,b,c\n1,2,3\n', 'no column is named “text”'],
  ]) {
    await chooseFile(name!, content!)
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
  expect(new Set(await voices()).size).toBe(1)
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
  await eventually(texts).toEqual(['First line.', 'An item.', 'Cell, Next.'])
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

test('headings begin scenes, tables are a paragraph a row, and lists one paragraph, in every kind of document', async () => {
  const markdown = [
    '---\ntitle: x\n---',
    '# Course\nIntro with a note.[^1]',
    '## Safety',
    '- Wear gloves\n- Wear goggles!\n  1. Always',
    '| Chemical | Limit |\n|---|---|\n| NaOH | 2 mg |\n| HCl | |',
    '> Said by someone.',
    '```\ncode\n```',
    '[^1]: The note.',
    'The **end** of [it](https://example.com).',
  ].join('\n\n')
  const html = `<html><head><title>x</title><style>p{color:red}</style></head><body><h1>Course</h1><p>Intro with a note.<sup><a href="#n1">1</a></sup></p>
    <h2>Safety</h2><ul><li>Wear gloves</li><li>Wear goggles!<ol><li>Always</li></ol></li></ul>
    <table><tr><th>Chemical</th><th>Limit</th></tr><tr><td>NaOH</td><td>2 mg</td></tr><tr><td>HCl</td><td></td></tr></table>
    <blockquote><p>Said by someone.</p></blockquote><p>The <b>end</b> of it.</p></body></html>`
  const lines = [
    'Course',
    'Intro with a note.',
    'Safety',
    'Wear gloves. Wear goggles! Always.',
    'Chemical: NaOH; Limit: 2 mg.',
    'Chemical: HCl.',
    'Said by someone.',
    'The end of it.',
  ]
  for (const [name, content] of [
    ['Course.md', markdown],
    ['Course.html', html],
  ] as const) {
    await chooseFile(name, content)
    await page.getByText('2 scenes, 1 table, 1 list.', { exact: false }).waitFor()
    await page.getByLabel('Headings').selectOption('silent')
    await page.getByText('Course (not spoken)').waitFor()
    await page.getByLabel('Headings').selectOption('spoken')
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await eventually(texts).toEqual(lines)
    const levels = () => page.locator('.paragraph').evaluateAll((all) => all.map((one) => one.dataset.level))
    await eventually(levels).toEqual(['1', '0', '2', '0', '0', '0', '0', '0'])
    expect(
      await page
        .getByRole('list', { name: 'Scenes' })
        .getByRole('button', { name: /^(?!Fold)/ })
        .allTextContents(),
    ).toEqual(['Course', 'Safety'])
  }
  // The cells alone, and another voice for quotations.
  await chooseFile('Course.md', markdown)
  await page.getByLabel('Rows of tables').selectOption('cells')
  await page.getByLabel('Quotations').selectOption({ label: 'Low tone · Narration' })
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await eventually(async () => (await texts())[4]).toBe('Chemical, Limit.')
  expect((await voices()).map((voice) => voice === 'Low tone · Narration')).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
    true,
    true,
  ])
})

test('what was deleted, commented or noted in Word and Google Docs is not pasted', async () => {
  await write('Start.')
  await page.keyboard.press('Control+A')
  await paste(
    'text/html',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
    <p class=MsoHeading1 style='mso-outline-level:1'>Scene 1: Welcome</p>
    <p class=MsoNormal>Before <del cite="mailto:x">stopping TRACKEDDELETE</del><ins>leaving</ins> the line<span class=MsoCommentReference><a href="#_msocom_1">[AL1]</a></span>.<a style='mso-footnote-id:ftn1' href="#_ftn1"><span class=MsoFootnoteReference>[1]</span></a></p>
    <div style='mso-element:comment-list'><p class=MsoCommentText>COMMENTTEXT please check</p></div>
    <div style='mso-element:footnote-list'><p class=MsoFootnoteText>[1] See the FOOTNOTE text.</p></div><!--EndFragment--></body></html>`,
  )
  await eventually(texts).toEqual(['Scene 1: Welcome', 'Before leaving the line.'])
  await page.keyboard.press('Control+A')
  await paste(
    'text/html',
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2><span style="font-size:16pt">Docs</span></h2>
    <p dir="ltr"><span style="color:#000">Hello </span><span style="text-decoration:line-through">struck </span><span>world</span><sup>1</sup><span>, 25 m</span><sup>2</sup><span> and 10</span><sup>6</sup><span>.</span></p></b>`,
  )
  await eventually(texts).toEqual(['Docs', 'Hello world, 25 m² and 10⁶.'])
  // Styles would break the policy of the page.
  expect(page.problems).toEqual([])
  await page.keyboard.press('Control+End')
  await paste('text/html', '<span>&nbsp;and <b>more</b></span>')
  await eventually(async () => (await texts()).at(-1)).toMatch(/10⁶\. ?and more$/)
})

test('names come from a CSV, captions become sentences, and files in other encodings are asked about', async () => {
  await importFile('menu.csv', 'name,voice,pause,text\nwelcome,Tone,1,Hello.\npress1,,,Press one.\n')
  await eventually(texts).toEqual(['Hello.', 'Press one.'])
  expect(
    await page.locator('.paragraph-name').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  ).toEqual(['welcome', 'press1'])
  const srt =
    '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:02,100 --> 00:00:03,000\n<i>there.</i>\n\n3\n00:00:05,500 --> 00:00:06,000\nBye.\n'
  await chooseFile('captions.srt', srt)
  await page.getByLabel('Times').selectOption('pauses')
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await eventually(texts).toEqual(['Hello there.', 'Bye.'])
  expect(await page.getByRole('slider', { name: 'Pause after paragraph 1' }).getAttribute('aria-valuetext')).toBe(
    '2.5 seconds',
  )
  await chooseFile('café.txt', Buffer.from('Caf\xe9 cr\xe8me costs \x80 5. \x93Smart\x94', 'latin1'))
  await page.getByText('Café crème costs € 5. “Smart”').waitFor()
  await page.getByLabel('The file is not UTF-8', { exact: false }).selectOption('shift_jis')
  await page.getByText('Café crème').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await texts()).toEqual(['Hello there.', 'Bye.'])
})

test('a file that is dropped anywhere is imported, and a picture that is pasted is not', async () => {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['# Dropped\n\nHere.'], 'drop.md'))
    const target = document.querySelector('.ProseMirror .text')!
    for (const type of ['dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await eventually(texts).toEqual(['Dropped', 'Here.'])
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'a.png', { type: 'image/png' }))
    document
      .querySelector('.ProseMirror')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByRole('alert').getByText('A script has no pictures', { exact: false }).waitFor()
  expect(await texts()).toEqual(['Dropped', 'Here.'])
})
