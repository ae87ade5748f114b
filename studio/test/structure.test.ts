import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  button,
  eventually,
  findFaultsInBothSchemes,
  importFile,
  litWords,
  page,
  paste,
  storedScripts,
  texts,
  useStudio,
  write,
} from './support/story.ts'

useStudio()

const COURSE = '# Welcome\n\nHello.\n\n# Safety\n\nWear gloves.\n\n## Eyes\n\nWear goggles.\n\n# End\n\nGoodbye.'
const ALL = ['Welcome', 'Hello.', 'Safety', 'Wear gloves.', 'Eyes', 'Wear goggles.', 'End', 'Goodbye.']

const outline = () => page.getByRole('list', { name: 'Scenes' })
const scenes = () => outline().locator('.outline-title').allTextContents()
const shown = () => page.locator('.paragraph:not(.is-folded) .text').allTextContents()

async function openCourse(): Promise<void> {
  await importFile('Course.md', COURSE)
  await eventually(texts).toEqual(ALL)
}

test('the outline lists the scenes, folds them, jumps to them, and moves them with all that is below', async () => {
  await openCourse()
  expect(await scenes()).toEqual(['Welcome', 'Safety', 'Eyes', 'End'])
  await outline().getByRole('button', { name: 'Fold Safety' }).click()
  await eventually(shown).toEqual(['Welcome', 'Hello.', 'Safety', 'End', 'Goodbye.'])
  // To go to a scene shows it.
  await outline().getByRole('button', { name: 'Eyes', exact: true }).click()
  await eventually(shown).toEqual(ALL)
  await page.keyboard.type('Your ')
  await eventually(async () => (await texts())[4]).toBe('Your Eyes')
  await outline().getByRole('button', { name: 'Safety', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(scenes).toEqual(['Safety', 'Your Eyes', 'Welcome', 'End'])
  expect((await texts()).slice(0, 6)).toEqual([
    'Safety',
    'Wear gloves.',
    'Your Eyes',
    'Wear goggles.',
    'Welcome',
    'Hello.',
  ])
  await outline().getByRole('button', { name: 'Safety', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(scenes).toEqual(['Welcome', 'Safety', 'Your Eyes', 'End'])
  expect(await findFaultsInBothSchemes()).toEqual([])
})

test('scenes and paragraphs are dragged by their handles', async () => {
  await openCourse()
  const drag = async (from: string, to: string, side: 'top' | 'bottom'): Promise<void> => {
    const [one, other] = [(await page.locator(from).boundingBox())!, (await page.locator(to).boundingBox())!]
    await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2)
    await page.mouse.down()
    await page.mouse.move(other.x + 30, other.y + (side === 'top' ? 4 : other.height - 4), { steps: 4 })
    await page.mouse.up()
  }
  await drag('.paragraph:nth-child(2) .number', '.paragraph:nth-child(4)', 'bottom')
  await eventually(async () => (await texts()).slice(0, 4)).toEqual(['Welcome', 'Safety', 'Wear gloves.', 'Hello.'])
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(texts).toEqual(ALL)
  const title = (name: string) => `.outline-title:text-is("${name}")`
  await drag(title('End'), title('Safety'), 'top')
  await eventually(scenes).toEqual(['Welcome', 'End', 'Safety', 'Eyes'])
  expect(await texts()).toEqual([
    'Welcome',
    'Hello.',
    'End',
    'Goodbye.',
    'Safety',
    'Wear gloves.',
    'Eyes',
    'Wear goggles.',
  ])
})

test('keys make headings, and what is typed after one is a paragraph', async () => {
  await write('Part one')
  await page.keyboard.press('Control+Alt+2')
  await eventually(scenes).toEqual(['Part one'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Text.')
  expect(await page.locator('.paragraph').evaluateAll((all) => all.map((one) => one.dataset.level))).toEqual(['2', '0'])
  await page.locator('.text').first().click()
  // The cursor comes a moment after the click.
  await eventually(async () => {
    await page.keyboard.press('Control+Alt+0')
    return await outline().count()
  }).toBe(0)
})

test('a silent heading is neither heard nor exported, and names a chapter', async () => {
  await openCourse()
  for (const number of [1, 3, 5, 7]) {
    await button(`More about paragraph ${number}`).click()
    await page
      .locator(`.paragraph:nth-child(${number}) .menu`)
      .getByRole('button', { name: 'Do not speak the heading' })
      .click()
  }
  await page.getByLabel('Title of the script').click()
  await button('Play').click()
  await eventually(litWords).toContain('Goodbye')
  expect(await litWords()).not.toMatch(/Welcome|Safety|Eyes|End/)
  await page.locator('.player').getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('combobox', { name: 'Preset', exact: true }).selectOption('Course (LMS)')
  await dialog.getByText('4 paragraphs will be rendered', { exact: false }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const path = join(tmpdir(), `declaim-${process.pid}-${download.suggestedFilename()}`)
  await download.saveAs(path)
  const files = unzipSync(await readFile(path))
  expect(Object.keys(files).filter((name) => name.endsWith('.mp3'))).toEqual([
    '01 Welcome.mp3',
    '02 Safety.mp3',
    '03 Eyes.mp3',
    '04 End.mp3',
  ])
  await rm(path)
})

test('names of paragraphs are kept, and copies of paragraphs keep all but the name', async () => {
  await importFile('menu.csv', 'name,voice,text\nwelcome,Low tone,Hello.\npress1,Tone,Press one.\n')
  await eventually(texts).toEqual(['Hello.', 'Press one.'])
  await page.getByLabel('Name of paragraph 2').fill('press-one')
  await page.keyboard.press('Enter')
  await eventually(() => storedScripts()).toContain('press-one')
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+A')
  const copied = await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    document
      .querySelector('.ProseMirror')!
      .dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await paste('text/html', copied)
  await eventually(texts).toEqual(['Hello.', 'Press one.', 'Hello.', 'Press one.'])
  const names = await page
    .locator('.paragraph-name')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  expect(names).toEqual(['welcome', 'press-one', '', ''])
})

test('pauses are set by level, for the whole script at once', async () => {
  await openCourse()
  await button('Pauses').click()
  const dialog = page.getByRole('dialog', { name: 'Pauses' })
  await dialog.getByLabel('Between paragraphs').fill('0.4')
  await dialog.getByLabel('Before a heading 1').fill('3')
  await dialog.getByLabel('After a heading 2').fill('1.2')
  expect(await findFaultsInBothSchemes()).toEqual([])
  await dialog.getByRole('button', { name: 'Set for the whole script' }).click()
  const pauses = () =>
    page
      .getByRole('slider', { name: /^Pause after paragraph/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuenow')))
  await eventually(pauses).toEqual(['1', '3', '1', '1.5', '1.2', '3', '1'])
  await button('Undo').click()
  await eventually(pauses).toEqual(['1', '2', '1', '1.5', '0.8', '2', '1'])
})
