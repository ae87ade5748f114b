import { expect, test } from 'vitest'
import {
  button,
  context,
  eventually,
  findFaultsInBothSchemes,
  litWords,
  openView,
  page,
  service,
  texts,
  useStudio,
  write,
} from './support/story.ts'
import { clickWord, waitForSound } from './support/studio-page.ts'

useStudio({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })

/** Presses Tab until the focus is on an element with this name. */
async function tabTo(name: string): Promise<void> {
  const nameOf = () =>
    page.evaluate(() => {
      const { activeElement: focused } = document
      return focused?.ariaLabel ?? focused?.closest('label')?.textContent ?? focused?.textContent ?? ''
    })
  for (let stops = 0; stops < 40; stops += 1) {
    if ((await nameOf()).trim() === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard cannot reach “${name}”`)
}

test('the first story works by keyboard alone: hear, write, fix a name, export', async () => {
  await page.keyboard.press('Space')
  await waitForSound(page)
  await page.keyboard.press('Space')
  await button('Play').waitFor()
  await page.keyboard.press('e')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Call Nandipha.')
  await page.waitForSelector('.text .said-guessed')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('heading', { name: 'Nandipha' }).waitFor()
  await page.keyboard.press('Alt+Enter')
  await tabTo('Respelling')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('nahn-DEE-pah')
  await tabTo('Use here')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.mark-respell:has-text("Nandipha")')
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror')
  // On a busy machine no frame may be drawn while a short word is heard; then it is heard again.
  await eventually(async () => {
    if ((await button('Pause').count()) === 0) await page.keyboard.press('Control+Enter')
    return await litWords()
  }).toContain('Nandipha')
  await page.keyboard.press('Escape')
  await button('Play').waitFor()
  await tabTo('Export')
  await page.keyboard.press('Enter')
  // Nothing is exported before the page has said what it will cost.
  await page.getByRole('dialog').getByText('will be rendered').waitFor()
  await tabTo('Export')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('Module three.mp3')
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  expect(await texts()).toEqual(['Call Nandipha.'])
})

test('everything that happens by itself is said in a live region', async () => {
  const said = (role: 'status' | 'alert', text: string) =>
    page.getByRole(role).getByText(text, { exact: false }).waitFor()
  await write('Say ::toh--MAY:: now.')
  await said('status', 'Cannot read respelling')
  await write('One.')
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await said('status', 'Saved as')
  await page.keyboard.press('Escape')
  await page.getByText('The export is ready').waitFor({ state: 'attached' })
  await button('Delete script').click()
  await said('status', 'is in the trash')
  await page.route('**/v1/tts/keys', (route) => route.fulfill({ status: 403, json: { message: 'Not allowed' } }))
  await openView('API keys')
  await said('alert', 'Not allowed')
  await context.setOffline(true)
  await openView('Usage')
  await said('status', 'You can go on writing')
})

test('parts of the page are landmarks with names, and what is current is marked', async () => {
  const tree = await page.locator('#studio').ariaSnapshot()
  for (const part of [
    '- navigation "Studio"',
    '- main',
    '- textbox "Script"',
    '- complementary "Inspector"',
    '- slider "Position in the script"',
    'button "Voice of paragraph 1:',
    '- slider "Pause after paragraph 1"',
    '- button "Play" ',
    '- combobox "Speed of listening"',
  ]) {
    expect(`${tree}\n`.replaceAll(/:?$/gm, ' ')).toContain(part)
  }
  expect(await page.locator('[aria-current=page]').allInnerTexts()).toEqual(['Module three'])
  await openView('Voices')
  expect(await page.locator('[aria-current=page]').allInnerTexts()).toEqual(['Voices'])
})

/** Something of each kind that an import asks about. */
const DOCUMENT = '# One\n\nText.\n\n> A quotation.\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n# Two\n\nMore of the text.'

/** A phone, a tablet, a desk, and a desk at 200 %. */
const SIZES = [
  [390, 844],
  [768, 1024],
  [1440, 900],
  [720, 450],
] as const

/** What is wider than the page or the dialog that it is in, at each size. */
async function findCutOff(): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    found.push(
      ...(await page.evaluate((size) => {
        const boxes = [document.documentElement, ...document.querySelectorAll('.main, .inspector, dialog[open]')]
        const faults = boxes
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((box) => `${size}: ${box.tagName} ${box.className} is ${box.scrollWidth - box.clientWidth} too narrow`)
        if (document.documentElement.scrollWidth > size)
          for (const one of document.querySelectorAll('body *'))
            if (one.getBoundingClientRect().right > size + 1 && getComputedStyle(one).clipPath === 'none')
              faults.push(`${size}: ${one.tagName} ${one.className} ends at ${one.getBoundingClientRect().right}`)
        const fields = [...document.querySelectorAll('dialog[open] :is(input, select, button)')]
        const rows = fields.map((field) => ({ field, box: field.getBoundingClientRect() }))
        for (const [index, { field, box }] of rows.entries())
          for (const { field: other, box: next } of rows.slice(index + 1)) {
            const isOver = box.left < next.right - 1 && next.left < box.right - 1
            const isBeside = box.top < next.bottom - 1 && next.top < box.bottom - 1
            const isStuck = field.closest('.actions') !== null || other.closest('.actions') !== null
            if (isOver && isBeside && !isStuck && box.width > 0 && next.width > 0)
              faults.push(`${size}: ${field.outerHTML} is under ${other.outerHTML}`)
          }
        return faults
      }, width)),
    )
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return found
}

test('nothing is cut off on a phone, a tablet, a desk, or at 200 %', async () => {
  const expectWhole = async (screen: string) => expect(await findCutOff(), screen).toEqual([])
  const shut = () => page.keyboard.press('Escape')
  await page.waitForSelector('.text .said-converted')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectWhole('script')
  await clickWord(page, 'Nandipha')
  await page.getByRole('heading', { name: 'Nandipha' }).waitFor()
  await expectWhole('word')
  await page.keyboard.press('Control+A')
  await page.getByRole('heading', { name: '2 paragraphs' }).waitFor()
  await expectWhole('paragraphs')
  await page
    .getByLabel('Import a script')
    .setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from(DOCUMENT) })
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expectWhole('import')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await eventually(async () => (await texts()).length).toBe(6)
  await page.locator('.text').nth(1).click()
  const dialogs = {
    find: async () => {
      await page.keyboard.press('Control+h')
      await dialog.getByLabel('Find', { exact: true }).fill('text')
    },
    pauses: () => button('Pauses').click(),
    shortcuts: async () => {
      await page.locator('.play-button').focus()
      await page.keyboard.press('?')
    },
    voices: () => button(/^Voice of paragraph 2/).click(),
    export: async () => {
      await page.locator('.player').getByRole('button', { name: 'Export' }).click()
      await dialog.getByRole('combobox', { name: 'Preset', exact: true }).selectOption('Telephone, A-law')
    },
  }
  for (const [name, open] of Object.entries(dialogs)) {
    await open()
    await dialog.waitFor()
    await expectWhole(name)
    await shut()
    await dialog.waitFor({ state: 'detached' }).catch(() => dialog.waitFor({ state: 'hidden' }))
  }
  const created = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'A clip.' } })
  await service.finished(created.clip_id)
  for (const view of [
    'Libraries',
    'Exports',
    'Clips',
    'Voices',
    'Usage',
    'API keys',
    'Webhooks',
    'Members',
    'Audit log',
  ]) {
    await openView(view)
    await page.getByRole('heading', { name: view, level: 1 }).waitFor()
    if (view === 'API keys') await page.getByText('What the key may do').click()
    if (view === 'Usage') await page.getByText('Limits of the plan').click()
    if (view === 'Clips') await page.getByText('Select all').click()
    await expectWhole(view)
  }
})

/** Expects that axe finds nothing wrong on the screen as it is, light or dark. */
async function check(screen: string): Promise<void> {
  expect(await findFaultsInBothSchemes(), screen).toEqual([])
}

test('axe finds nothing wrong with the script and its dialogs', async () => {
  await page.waitForSelector('.text .said-converted')
  await check('first visit')
  await page.locator('.text .said-converted').first().hover()
  await page.locator('.word-card').waitFor()
  await check('card of a word')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await check('shortcuts')
  await page.keyboard.press('Escape')
  await button('More about paragraph 2').click()
  await page.getByRole('button', { name: 'Play from here' }).last().waitFor()
  await check('menu of a paragraph')
  await page.keyboard.press('Escape')
  await page
    .getByLabel('Import a script')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b,c') })
  await page.locator('.notice').waitFor()
  await check('refused import')
  await page
    .getByLabel('Import a script')
    .setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from(DOCUMENT) })
  await page.getByRole('dialog', { name: 'Import a.md' }).waitFor()
  await check('import')
  await page.keyboard.press('Escape')
  await clickWord(page, 'Nandipha')
  await page.getByLabel('Respelling', { exact: true }).fill('nahn-DEE-pah')
  await button('Use everywhere').click()
  await page.locator('.toast').waitFor()
  await page.waitForSelector('.text .said-replaced')
  await check('word of a library')
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  await check('export')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await page.getByText('Saved as').waitFor()
  await check('exported')
  await page.keyboard.press('Escape')
  expect(page.problems).toEqual([])
  await write('Say ::toh--MAY:: now.')
  await page.waitForSelector('.text .said-problem')
  await page.getByLabel('Show markup').check()
  await check('refused text, with markup')
  await page.setViewportSize({ width: 390, height: 844 })
  await check('small screen')
  await button('Menu').click()
  await check('menu of a small screen')
  await page.keyboard.press('Escape')
  await clickWord(page, 'now')
  await button('Close the inspector').waitFor()
  await check('inspector of a small screen')
})

test('axe finds nothing wrong with the other views and their dialogs, full and empty', async () => {
  const created = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'A clip.' } })
  await service.finished(created.clip_id)
  const fill = {
    Libraries: async () => {
      await check('no library')
      await button('Library').click()
      await page.getByLabel('New word').fill('SQL')
      await page.getByLabel('Said as').fill('sequel')
      await button('Add').click()
      await page.getByLabel('Word SQL').waitFor()
      const file = page.locator('.panel input[type=file]')
      await file.setInputFiles({ name: 'a.json', mimeType: 'text/plain', buffer: Buffer.from('[') })
      await page.getByRole('alert').getByText('it is no JSON', { exact: false }).waitFor()
    },
    Exports: async () => {
      await check('no export')
      await page.locator('.player').getByRole('button', { name: 'Export' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
      await page.getByText('Saved as').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'All exports' }).waitFor()
    },
    Clips: async () => {
      await button(`Play ${created.clip_id}`).click()
      await page.getByText('Select all').click()
      await page.getByText(/^\d+ selected$/).waitFor()
    },
    Voices: () =>
      page
        .getByRole('checkbox', { name: /^Compare / })
        .first()
        .check(),
    Usage: async () => {
      await page.getByRole('meter').waitFor()
      await page.getByText('Limits of the plan').click()
      await page.getByLabel('Usage by').selectOption('API keys')
      await page.getByRole('region', { name: 'API keys' }).waitFor()
    },
    'API keys': async () => {
      await page.getByText('What the key may do').click()
      await page.getByLabel('Name of the new key').fill('New')
      await button('Key').click()
      await page.getByRole('textbox', { name: 'The key “New”' }).waitFor()
      await button('Revoke the key New').click()
      await check('question')
      await page.keyboard.press('Escape')
      await button('Change the key New').click()
      await check('change of a key')
      await page.keyboard.press('Escape')
    },
    Members: async () => {
      await check('no member')
      await page.getByLabel('Name of the new member').fill('Ada')
      await button('Invite').click()
      await button('Done').click()
      await button('Change Ada').waitFor()
    },
    'Audit log': () => page.getByRole('row').nth(1).waitFor(),
    Webhooks: async () => {
      await check('no webhook')
      await page.getByLabel('Address of the new webhook').fill('http://127.0.0.1:9/hook')
      await button('Webhook').click()
      await button('Done').click()
      await button('New secret for http://127.0.0.1:9/hook').click()
      await button('Test http://127.0.0.1:9/hook').click()
      await page.getByRole('region', { name: 'Messages' }).getByText('webhook.test').waitFor()
    },
  }
  for (const [name, act] of Object.entries(fill)) {
    await openView(name)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await act()
    await check(name)
  }
  await context.setOffline(true)
  await openView('Usage')
  await page.locator('.offline').waitFor()
  await check('offline')
  await context.setOffline(false)
  await page.locator('.offline').waitFor({ state: 'detached' })
  await openView('Sign out')
  await page.getByLabel('Or use an API key').fill('wrong')
  await button('Sign in').click()
  await page
    .getByRole('alert')
    .getByText(/key is invalid/)
    .waitFor()
  await check('sign-in')
})
