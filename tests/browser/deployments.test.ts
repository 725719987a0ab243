import { describe, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

describe('in disaster recovery', () => {
  const site = ownSite({ TRUST_DR: '1' })

  test.each([390, 1440])('N-06 there is neither Sign In nor Subscribe at %i px', async (width) => {
    const page = await browser.open(PATH.home, { siteUrl: site().url, width })
    expect(await page.getByRole('link', { name: /^(Sign In|Subscribe)$/ }).count()).toBe(0)
  })

  test.each(['/sign-in', '/sign-up', '/subscribe'])(
    'O-06 %s shows only that it is unavailable',
    async (path) => {
      const page = await browser.open(path, { siteUrl: site().url })
      const { main } = shellOf(page)
      expect(await main.textContent()).toBe('The service is temporarily unavailable.')
    },
  )

  test.each(['/user/password', '/user/7/edit', '/account-settings'])(
    'O-06 %s is unavailable like them',
    async (path) => {
      const page = await browser.open(path, { siteUrl: site().url })
      expect(await shellOf(page).main.textContent()).toBe('The service is temporarily unavailable.')
    },
  )

  test('O-06 every page says from when its content is, and nobody can dismiss that', async () => {
    const page = await browser.open(PATH.cloudStatus, { siteUrl: site().url })
    const notices = page.getByRole('region', { name: 'Notices' })
    const { published_at } = await (await page.request.get('/api/edition')).json()
    expect(await notices.locator('time').getAttribute('datetime')).toBe(published_at)
    expect(await notices.textContent()).toContain('Disaster recovery')
    expect(await notices.getByRole('button').count()).toBe(0)
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => notices.isVisible()).toBe(true)
  })

  test.each(['/sign-in', PATH.home])('O-06 axe finds nothing on %s', async (path) => {
    const page = await browser.open(path, { siteUrl: site().url, reducedMotion: true })
    for (const width of [390, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeViolations(page), `at ${width} px`).toEqual([])
    }
  })
})

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
