import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { CHANNELS, faqOf, marksOf, openFolds, QUESTIONS, SECTIONS } from './faq-parts.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { shellOf } from './shell.ts'
import { PHONE_AND_DESKTOP_PX } from './widths.ts'

const browser = testBrowser()

// In the short run: show-faq.test.ts for what a search finds, the next test for the page.
test.skipIf(isShort).each(PHONE_AND_DESKTOP_PX)(
  'F-01 the FAQ search at %i px starts at three characters, opens the matches, and restores what was open before',
  async (width) => {
    const page = await browser.open(PATH.faq, { width })
    const { field, result, questions, sections, question } = faqOf(page)
    expect(await result.textContent()).toBe('Type at least 3 characters')
    for (const typed of ['we', '  we  ']) {
      await field.fill(typed)
      expect(await questions.count()).toBe(QUESTIONS)
      expect(await marksOf(page)).toEqual([])
    }
    await field.fill('web')
    await soon(() => questions.count()).toBeLessThan(QUESTIONS)
    expect(new Set((await marksOf(page)).map((mark) => mark.toLowerCase()))).toEqual(new Set(['web']))

    await field.fill('WEBHOOKS  chat')
    await soon(() => result.textContent()).toBe('1 question matches "WEBHOOKS chat"')
    expect(await result.getAttribute('role')).toBe('status')
    await soon(() => questions.allTextContents()).toEqual([CHANNELS])
    expect(await sections.count()).toBe(1)
    await soon(() => openFolds(page)).toEqual(['subscriptions-and-feeds', 'which-channels-do-you-support'])
    await soon(() => marksOf(page)).toEqual(['webhooks', 'chat'])
    expect(await page.getByText('chat channels of your team').isVisible()).toBe(true)
    await field.press('Escape')
    await soon(() => questions.count()).toBe(QUESTIONS)

    await question('What do the severities mean?').click()
    const before = await openFolds(page)
    await field.fill('nowhere to be found')
    await soon(() => result.textContent()).toBe('No question matches "nowhere to be found"')
    expect(await questions.count()).toBe(0)
    await page.getByRole('link', { name: 'Clear search' }).click()
    await soon(() => questions.count()).toBe(QUESTIONS)
    await soon(() => openFolds(page)).toEqual(before)
    await soon(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await soon(() => addressOf(page)).toBe(PATH.faq)
  },
)

test('F-01, F-02 the FAQ search is in the URL and the history; sections open and close all together and by keyboard, are all open in print, and do not shift while the page loads, with or without a search', async () => {
  const page = await browser.newPage()
  await page.addInitScript(noteShifts)
  await goTo(page, PATH.faq)
  await expectNoShift(page)
  await shareSearch(page)
  await fold(page)
})

async function shareSearch(page: Page) {
  const { field, result, questions } = faqOf(page)
  const { mainNav } = shellOf(page)
  await field.fill('postponed')
  await page.waitForURL('**?search=postponed')
  const found = await result.textContent()
  await mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
  await page.goBack()
  await soon(() => result.textContent()).toBe(found)

  // In the short run: text-pages.test.tsx.
  if (isShort) return goTo(page, PATH.faq)
  await goTo(page, `${PATH.faq}?search=postponed`)
  await expectNoShift(page)
  expect(await result.textContent()).toBe(found)
  expect(await field.inputValue()).toBe('postponed')
  await mainNav.getByRole('link', { name: 'FAQ' }).click()
  await soon(() => questions.count()).toBe(QUESTIONS)
  await soon(() => field.inputValue()).toBe('')
}

async function fold(page: Page) {
  const { sections, questions, all, field } = faqOf(page)
  expect(await sections.count()).toBe(SECTIONS)
  expect(await openFolds(page)).toHaveLength(SECTIONS)
  expect(await questions.first().isVisible()).toBe(true)
  const answer = page.getByText('webhooks and chat channels')
  await page.locator('#which-channels-do-you-support').focus()
  await page.keyboard.press('Enter')
  await answer.waitFor()
  await page.keyboard.press('Space')
  await answer.waitFor({ state: 'hidden' })

  await all('Expand all').click()
  await soon(async () => (await openFolds(page)).length).toBe(SECTIONS + QUESTIONS)
  await all('Collapse all').click()
  await soon(() => openFolds(page)).toEqual([])
  expect(await questions.first().isVisible()).toBe(false)
  await all('Expand all').waitFor()

  await page.emulateMedia({ media: 'print' })
  await soon(() => answer.isVisible()).toBe(true)
  expect(await field.isVisible()).toBe(false)
  expect(await page.getByRole('button').count()).toBe(0)
}

test('F-02 all sections are open if the scripts fail to load', async () => {
  const page = await browser.newPage({ expects: [/ERR_FAILED|Failed to/] })
  await page.route('**/assets/*.js', (route) => route.abort())
  // Opening waits for an animation, and the page's clock is stopped.
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.goto(PATH.faq)
  const answer = page.getByText('webhooks and chat channels')
  expect(await answer.isVisible()).toBe(false)
  await page.evaluate(() => {
    for (const wait of document.getAnimations()) wait.finish()
  })
  await soon(() => answer.isVisible()).toBe(true)
})

async function expectNoShift(page: Page) {
  await page.locator('main [data-fresh]').waitFor({ state: 'detached' })
  expect(await sumOfShifts(page)).toBeLessThan(0.01)
}
