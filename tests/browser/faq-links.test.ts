import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { CHANNELS, faqOf, focusedId, openFolds, SECTIONS } from './faq-parts.ts'

const browser = testBrowser()

describe('a hash', () => {
  const HASH = '#which-channels-are-there'

  test.each([
    ['by its name', HASH],
    ['in percent signs', '#which%2Dchannels%2Dare%2Dthere'],
  ])('F-03 opens and scrolls to its question: %s', async (_, hash) => {
    const page = await browser.open(PATH.faq + hash)
    await untilArrived(page, HASH)
    expect(await openFolds(page)).toHaveLength(SECTIONS + 1)
  })

  test('F-03 that changes opens a closed section as well', async () => {
    const page = await browser.open(PATH.faq)
    await faqOf(page).all('Expand all').click()
    await faqOf(page).all('Collapse all').click()
    await page.evaluate((hash) => {
      location.hash = hash
    }, HASH)
    await soon(() => openFolds(page)).toEqual(['subscriptions-and-feeds', 'which-channels-are-there'])
    await soon(() => focusedId(page)).toBe('which-channels-are-there')
    expect(await topOf(page, HASH)).toBeGreaterThan(0)
  })

  test('F-03 of a link in an answer, and of the list of sections', async () => {
    const page = await browser.open(PATH.faq)
    await faqOf(page).question('What does Postponed mean for my planning?').click()
    await page.getByRole('link', { name: 'What do the statuses mean?', exact: true }).click()
    await untilArrived(page, '#what-do-the-statuses-mean')
    expect(await page.getByText('Maintenance is Scheduled').isVisible()).toBe(true)

    await faqOf(page).all('Expand all').click()
    await faqOf(page).all('Collapse all').click()
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'Your account' }).click()
    await soon(() => openFolds(page)).toEqual(['your-account'])
    await soon(() => focusedId(page)).toBe('your-account')
  })

  test('F-03 works when another page leads there', async () => {
    const page = await browser.open(PATH.incidents)
    await page.evaluate((address) => {
      history.pushState({ usr: null, key: 'led-here', idx: 1 }, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, PATH.faq + HASH)
    await untilArrived(page, HASH)
  })

  test('F-03 finds a question that a search has hidden', async () => {
    const page = await browser.open(`${PATH.faq}?search=postponed`)
    await page.evaluate((hash) => {
      location.hash = hash
    }, HASH)
    await untilArrived(page, HASH)
    expect(await faqOf(page).field.inputValue()).toBe('')
  })

  test('F-03 that names nothing changes nothing', async () => {
    for (const hash of ['#nothing', '#100%']) {
      const page = await browser.open(PATH.faq + hash)
      expect(await openFolds(page)).toHaveLength(SECTIONS)
    }
  })

  test('F-03 leads to its question without scripts', async () => {
    const page = await browser.open(PATH.faq + HASH, { javaScript: false })
    await soon(() => topOf(page, HASH)).toSatisfy(isNearTheTop)
  })

  async function untilArrived(page: Page, hash: string) {
    const fold = page.locator(`details:has(> ${hash})`)
    await soon(() => fold.evaluate((details) => (details as HTMLDetailsElement).open)).toBe(true)
    await soon(() => topOf(page, hash)).toSatisfy(isNearTheTop)
    await soon(() => focusedId(page)).toBe(hash.slice(1))
  }

  async function topOf(page: Page, hash: string) {
    return (await page.locator(hash).boundingBox())?.y ?? -1
  }

  function isNearTheTop(y: number) {
    return y >= 0 && y < 150
  }
})

describe('a link to a question', () => {
  test.each([390, 1440])('F-03 can be copied, and the page says that it was, at %i px', async (width) => {
    const page = await browser.open(`/${CLOUD.second.domain}/faq?search=webhooks`, { width })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copy = page.getByRole('button', { name: `Copy link to “${CHANNELS}”` })
    await copy.click()
    await page.locator('[role=status]', { hasText: 'Link copied' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).pathname + new URL(link).hash).toBe(
      `/${CLOUD.second.domain}/faq#which-channels-are-there`,
    )
    await goTo(page, new URL(link).pathname + new URL(link).hash)
    await soon(() => focusedId(page)).toBe('which-channels-are-there')
  })

  test('F-03 stands in the address bar where the browser refuses to copy', async () => {
    const page = await browser.newPage()
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await goTo(page, PATH.faq)
    await page.getByRole('button', { name: 'Copy link to “Incidents”' }).click()
    await page.locator('[role=status]', { hasText: 'The link is in the address bar' }).waitFor()
    expect(addressOf(page)).toBe(`${PATH.faq}#incidents`)
  })

  test('F-03 is a link for those who want to open it elsewhere', async () => {
    const page = await browser.open(PATH.faq, { javaScript: false })
    const link = page.getByRole('link', { name: `Link to “${CHANNELS}”` })
    expect(await link.getAttribute('href')).toBe(`${PATH.faq}#which-channels-are-there`)
  })
})
