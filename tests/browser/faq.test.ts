import { describe, expect, test } from 'vitest'
import { addressOf, soon, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { CHANNELS, faqOf, marksOf, openFolds, QUESTIONS, SECTIONS } from './faq-parts.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

describe.each([390, 1440])('a search of the FAQ at %i px', (width) => {
  test('F-01 acts from three characters on, and says so', async () => {
    const page = await browser.open(PATH.faq, { width })
    const { field, result, questions } = faqOf(page)
    expect(await result.textContent()).toBe('Searches from 3 characters on')
    for (const typed of ['we', '  we  ']) {
      await field.fill(typed)
      expect(await questions.count()).toBe(QUESTIONS)
      expect(await marksOf(page)).toEqual([])
    }
    await field.fill('web')
    await soon(() => questions.count()).toBeLessThan(QUESTIONS)
    expect(new Set((await marksOf(page)).map((mark) => mark.toLowerCase()))).toEqual(new Set(['web']))
  })

  test('F-01 opens what it found, hides the rest and announces how much it is', async () => {
    const page = await browser.open(PATH.faq, { width })
    const { field, result, questions, sections } = faqOf(page)
    await field.fill('WEBHOOKS  chat')
    await soon(() => result.textContent()).toBe('1 question matches "WEBHOOKS chat"')
    expect(await result.getAttribute('role')).toBe('status')
    expect(await questions.allTextContents()).toEqual([CHANNELS])
    expect(await sections.count()).toBe(1)
    expect(await openFolds(page)).toEqual(['subscriptions-and-feeds', 'which-channels-are-there'])
    expect(await marksOf(page)).toEqual(['webhooks', 'chat'])
    expect(await page.getByText('chat channels of your team').isVisible()).toBe(true)
  })

  test('F-01 says plainly when there is nothing, and gives back what was open before', async () => {
    const page = await browser.open(PATH.faq, { width })
    const { field, result, questions, question } = faqOf(page)
    await question('What do the severities mean?').click()
    const before = await openFolds(page)
    await field.fill('nowhere to be found')
    await soon(() => result.textContent()).toBe('No question matches "nowhere to be found"')
    expect(await questions.count()).toBe(0)
    await page.getByRole('link', { name: 'Clear search' }).click()
    await soon(() => questions.count()).toBe(QUESTIONS)
    expect(await openFolds(page)).toEqual(before)
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await soon(() => addressOf(page)).toBe(PATH.faq)
  })
})

describe('a search of the FAQ', () => {
  test('F-01 lives in the address, so that it can be shared and gone back to', async () => {
    const page = await browser.open(PATH.faq)
    const { field, result } = faqOf(page)
    await field.fill('postponed')
    await page.waitForURL('**?search=postponed')
    const found = await result.textContent()
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await page.goBack()
    await soon(() => result.textContent()).toBe(found)

    const shared = await browser.open(`${PATH.faq}?search=postponed`)
    expect(await faqOf(shared).result.textContent()).toBe(found)
    expect(await faqOf(shared).field.inputValue()).toBe('postponed')
    await shellOf(shared).mainNav.getByRole('link', { name: 'FAQ' }).click()
    await soon(() => faqOf(shared).questions.count()).toBe(QUESTIONS)
    expect(await faqOf(shared).field.inputValue()).toBe('')
  })

  test('F-01 is cleared by Escape', async () => {
    const page = await browser.open(`${PATH.faq}?search=postponed`)
    const { field, questions } = faqOf(page)
    await field.press('Escape')
    await soon(() => questions.count()).toBe(QUESTIONS)
  })

  test.each([390, 1440])('F-01 works without scripts at %i px', async (width) => {
    const page = await browser.open(PATH.faq, { javaScript: false, width })
    await faqOf(page).field.fill('Webhooks')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**?search=Webhooks')
    const { result, questions } = faqOf(page)
    await soon(() => result.textContent()).toBe('1 question matches "Webhooks"')
    expect(await questions.allTextContents()).toEqual([CHANNELS])
    expect(await marksOf(page)).toEqual(['webhooks'])
    await page.getByRole('link', { name: 'Clear search' }).click()
    await page.waitForURL(`**${PATH.faq}`)
    await soon(() => questions.count()).toBe(QUESTIONS)
  })
})

describe('the sections of the FAQ', () => {
  test('F-02 show their questions at first, and open and close at once', async () => {
    const page = await browser.open(PATH.faq)
    const { sections, questions, all } = faqOf(page)
    expect(await sections.count()).toBe(SECTIONS)
    expect(await openFolds(page)).toHaveLength(SECTIONS)
    expect(await questions.first().isVisible()).toBe(true)

    await all('Expand all').click()
    expect(await openFolds(page)).toHaveLength(SECTIONS + QUESTIONS)
    await all('Collapse all').click()
    expect(await openFolds(page)).toEqual([])
    expect(await questions.first().isVisible()).toBe(false)
    await all('Expand all').waitFor()
  })

  test('F-02 open and close by the keyboard', async () => {
    const page = await browser.open(PATH.faq)
    const summary = page.locator('#which-channels-are-there')
    await summary.focus()
    await page.keyboard.press('Enter')
    const answer = page.getByText('webhooks and chat channels')
    await answer.waitFor()
    await page.keyboard.press('Space')
    await answer.waitFor({ state: 'hidden' })
  })

  test.each([390, 1440])('F-02 are all open without scripts at %i px', async (width) => {
    const page = await browser.open(PATH.faq, { javaScript: false, width })
    expect(await openFolds(page)).toHaveLength(SECTIONS + QUESTIONS)
    expect(await page.getByText('webhooks and chat channels').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: /all$|^Copy/ }).count()).toBe(0)
  })

  test('F-02 are all open when their scripts do not come', async () => {
    const page = await browser.newPage({ expects: [/ERR_FAILED|Failed to/] })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(PATH.faq)
    const answer = page.getByText('webhooks and chat channels')
    expect(await answer.isVisible()).toBe(false)
    await page.evaluate(() => {
      for (const wait of document.getAnimations()) wait.finish()
    })
    await soon(() => answer.isVisible()).toBe(true)
  })

  test('F-02 are all open on paper', async () => {
    const page = await browser.open(PATH.faq)
    await page.emulateMedia({ media: 'print' })
    await soon(() => page.getByText('webhooks and chat channels').isVisible()).toBe(true)
    expect(await faqOf(page).field.isVisible()).toBe(false)
    expect(await page.getByRole('button').count()).toBe(0)
  })

  test.each([PATH.faq, `${PATH.faq}?search=data+center`])('F-02 do not move while %s loads', async (path) => {
    const page = await browser.newPage()
    await page.addInitScript(noteShifts)
    await page.goto(path)
    await untilAlive(page)
    await page.locator('main [data-fresh]').waitFor({ state: 'detached' })
    expect(await sumOfShifts(page)).toBeLessThan(0.01)
  })
})
