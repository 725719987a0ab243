import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pathOf, recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const site = recordSite()

describe('a record is sent on', () => {
  test.each([390, 1440])('by copying its link, and nothing moves at %i px', async (width) => {
    const page = await open('closed', { width })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const share = page.getByRole('button', { name: 'Share' })
    const before = await share.boundingBox()
    await share.click()
    await soon(() => page.locator('article [role=status]').textContent()).toBe('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      site().url + pathOf(site().records.closed),
    )
    expect(await share.boundingBox()).toEqual(before)
  })

  test('by the canonical link, whatever the address of the visit', async () => {
    const page = await browser.newPage({ siteUrl: site().url })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await goTo(page, `${PATH.home}/posts/${site().records.open}?from=mail`)
    await page.getByRole('link', { name: /^Older/ }).click()
    await soon(() => shellOf(page).heading.textContent()).toBe('Closed: three updates')
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      site().url + pathOf(site().records.closed),
    )
  })

  test('by hand, where the browser refuses to copy', async () => {
    const page = await browser.newPage({ siteUrl: site().url })
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await goTo(page, pathOf(site().records.closed))
    await page.getByRole('button', { name: 'Share' }).click()
    const link = page.getByRole('textbox', { name: 'Link to copy' })
    await link.waitFor()
    expect(await link.inputValue()).toBe(site().url + pathOf(site().records.closed))
    expect(await page.evaluate(() => String(getSelection()))).toBe(site().url + pathOf(site().records.closed))
  })

  test('by the system, where it can; and who thinks better of it is not bothered', async () => {
    const page = await browser.newPage({ siteUrl: site().url })
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      Object.assign(window, { shared })
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) => {
          shared.push(data)
          throw new DOMException('dismissed', 'AbortError')
        },
      })
    })
    await goTo(page, pathOf(site().records.closed))
    await page.getByRole('button', { name: 'Share' }).click()
    await soon(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)).toEqual([
      { title: 'Closed: three updates', url: site().url + pathOf(site().records.closed) },
    ])
    expect(await page.locator('article [role=status]').textContent()).toBe('')
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  test('by printing it', async () => {
    const page = await browser.newPage({ siteUrl: site().url })
    await page.addInitScript(() => {
      window.print = () => Object.assign(window, { printed: true })
    })
    await goTo(page, pathOf(site().records.closed))
    await page.getByRole('button', { name: 'Print' }).click()
    expect(await page.evaluate(() => (window as unknown as { printed?: boolean }).printed)).toBe(true)
  })

  test('not by buttons that nothing stands behind', async () => {
    const page = await open('closed', { javaScript: false })
    expect(await page.getByRole('button', { name: /Share|Print/ }).count()).toBe(0)
  })
})

function open(name: 'open' | 'closed', options: PageOptions = {}): Promise<Page> {
  const { url, records } = site()
  return browser.open(pathOf(records[name]), { siteUrl: url, ...options })
}
