import { expect, test } from 'vitest'
import {
  button,
  chooseVoice,
  eventually,
  findFaultsInBothSchemes,
  importFile,
  page,
  texts,
  useStudio,
  voices,
  write,
} from './support/story.ts'

useStudio()

const undoFromText = async (): Promise<void> => {
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
}

test('a voice is given to the whole script, or to all paragraphs of another voice, and one undo takes it back', async () => {
  await importFile('Play.csv', 'voice,text\nLow tone,One.\nTone,Two.\nLow tone,Three.\n')
  await eventually(texts).toEqual(['One.', 'Two.', 'Three.'])
  const [low, tone] = ['Low tone · Narration', 'Tone · Narration']
  await eventually(voices).toEqual([low, tone, low])
  // Of the two voices, the other one is the last.
  await button(/^Voice of paragraph 3:/).click()
  const picker = page.getByRole('dialog', { name: 'Voice' })
  await picker.getByLabel('Paragraphs that get the voice').selectOption({ label: 'All paragraphs of Low tone (2)' })
  await picker.locator('.voice-choice').last().click()
  await eventually(voices).toEqual([tone, tone, tone])
  await page.getByText('Tone reads 2 paragraphs now').waitFor()
  await button('Undo').click()
  await eventually(voices).toEqual([low, tone, low])
  await chooseVoice(2, 'low', 'The whole script (3)')
  await eventually(voices).toEqual([low, low, low])
  await undoFromText()
  await eventually(voices).toEqual([low, tone, low])
})

test('the voice picker is searched and used by keys, and plays the paragraph', async () => {
  await write('Hello there.')
  const opener = button(/^Voice of paragraph 1/)
  await opener.focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Voice' })
  await picker.getByLabel('Search voices').waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])
  const heard = page.waitForRequest('**/stream')
  await picker.getByRole('button', { name: 'Hear this paragraph by Low tone Narration' }).click()
  expect((await heard).postDataJSON()).toMatchObject({ text: 'Hello there.' })
  await picker.getByLabel('Search voices').fill('low')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await eventually(voices).toEqual(['Low tone · Narration'])
  expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('dials, pauses, moves and deletion apply to all selected paragraphs, each as one step', async () => {
  await write('One two.', 'Three four.', 'Five six.')
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+A')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('heading', { name: '3 paragraphs' }).waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])
  await inspector.getByRole('slider', { name: 'Tempo' }).fill('40')
  const marks = () =>
    page.locator('.paragraph').evaluateAll((all) => all.map((one) => one.querySelectorAll('.mark-tempo').length))
  await eventually(marks).toEqual([1, 1, 1])
  await page.getByText('in 3 paragraphs', { exact: false }).waitFor()
  await undoFromText()
  await eventually(marks).toEqual([0, 0, 0])
  await inspector.getByRole('slider', { name: 'Pause after each' }).fill('2')
  const pauses = () =>
    page
      .getByRole('slider', { name: /^Pause after paragraph/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuenow')))
  await eventually(pauses).toEqual(['2', '2'])
  await undoFromText()
  await eventually(pauses).toEqual(['0.6', '0.6'])
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+End')
  await inspector.getByRole('heading', { name: '2 paragraphs' }).waitFor()
  await inspector.getByRole('button', { name: 'Move down' }).click()
  await eventually(texts).toEqual(['Five six.', 'One two.', 'Three four.'])
  await inspector.getByRole('button', { name: 'Delete' }).click()
  await eventually(texts).toEqual(['Five six.'])
  await page.getByText('2 paragraphs are deleted').waitFor()
  await button('Undo').click()
  await eventually(texts).toEqual(['Five six.', 'One two.', 'Three four.'])
})

test('find and replace shows what it will change, leaves out what is unticked, and is one step', async () => {
  await write('Acme makes acme.', 'Acmes are not Acme.')
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+H')
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await dialog.getByLabel('Find').fill('Acme')
  await dialog.getByText('3 places found.').waitFor()
  await dialog.getByLabel('Match case').check()
  await dialog.getByText('2 places found.').waitFor()
  await dialog.getByLabel('Whole words').uncheck()
  await dialog.getByText('3 places found.').waitFor()
  await dialog.getByLabel('Replace with').fill('Umbra')
  expect(await findFaultsInBothSchemes()).toEqual([])
  await dialog.getByLabel('Change “Acme” in paragraph 2').first().uncheck()
  await dialog.getByRole('button', { name: 'Change 2 places' }).click()
  await eventually(texts).toEqual(['Umbra makes acme.', 'Acmes are not Umbra.'])
  await page.getByText('2 places in 2 paragraphs changed').waitFor()
  await undoFromText()
  await eventually(texts).toEqual(['Acme makes acme.', 'Acmes are not Acme.'])
  // As a pronunciation, the text stays.
  await page.keyboard.press('Control+H')
  await dialog.getByLabel('Find').fill('acme')
  await dialog.getByLabel('Whole words').check()
  await dialog.getByLabel('Match case').uncheck()
  await dialog.getByLabel('Change how it is said, and not the text').check()
  await dialog.getByLabel('Say it as', { exact: false }).fill('AK-mee')
  await dialog.getByRole('button', { name: 'Change 3 places' }).click()
  await eventually(() => page.locator('.mark-respell').count()).toBe(3)
  expect(await texts()).toEqual(['Acme makes acme.', 'Acmes are not Acme.'])
})
