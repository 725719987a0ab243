import { describe, expect, test } from 'vitest'
import { testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

describe('of a government', () => {
  const site = ownSite({ IS_GOV: '1' })

  test('G-03, N-01, N-07, H-03 every cloud is governmental', async () => {
    const page = await browser.open(PATH.home, { siteUrl: site().url })
    const { header, mainNav, main } = shellOf(page)
    await header.getByText('Government', { exact: true }).and(page.locator(':not(nav *)')).waitFor()
    expect(await mainNav.locator('a[target="_blank"]').count()).toBe(0)
    const help = main.getByRole('link', { name: /service continuity/i })
    expect(await help.getAttribute('href')).toMatch(/^https:\/\/help\.northwall-gov\.example\//)
  })
})
