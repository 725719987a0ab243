import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pathOf, recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const site = recordSite()

// In the short run for-machines.test.ts copies by the same part.
test.skipIf(isShort)(
  "a record's canonical link can be copied without layout shift, or by hand if the browser refuses, or by the system's share sheet, which may be canceled; the record can be printed",
  async () => {
    const page = await browser.newPage({ siteUrl: site().url, width: 390 })
    await page.addInitScript(() => {
      window.print = () => Object.assign(window, { printed: true })
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await goTo(page, `${PATH.home}/posts/${site().records.open}?from=mail`)
    await page.getByRole('link', { name: /^Older/ }).click()
    await soon(() => shellOf(page).heading.textContent()).toBe('Closed: three updates')
    const address = site().url + pathOf(site().records.closed)
    const share = page.getByRole('button', { name: 'Share' })
    const before = await share.boundingBox()
    await share.click()
    await soon(() => page.locator('article [role=status]').textContent()).toBe('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    expect(await share.boundingBox()).toEqual(before)

    await page.getByRole('button', { name: 'Print' }).click()
    expect(await page.evaluate(() => (window as unknown as { printed?: boolean }).printed)).toBe(true)

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await share.click()
    const link = page.getByRole('textbox', { name: 'Link to copy' })
    await link.waitFor()
    expect(await link.inputValue()).toBe(address)
    await soon(() => page.evaluate(() => String(getSelection()))).toBe(address)

    await page.evaluate(() => {
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
    await share.click()
    await soon(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)).toEqual([
      { title: 'Closed: three updates', url: address },
    ])
    await soon(() => link.count()).toBe(0)
    expect(await page.locator('article [role=status]').textContent()).toBe('')
  },
)
