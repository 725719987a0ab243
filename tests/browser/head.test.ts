import type { Page } from 'playwright-core'
import { inject, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

test('G-08, G-09 after a navigation the head is the same as from the server', async () => {
  const page = await browser.open(PATH.home)
  // Trusted Types block DOMParser on pages of the site, but not on an empty page.
  const empty = await browser.newPage()
  const { mainNav, header } = shellOf(page)
  const steps = [
    { path: '/sign-in', link: header.getByRole('link', { name: 'Sign In' }) },
    { path: PATH.incidents, link: mainNav.getByRole('link', { name: 'Incidents' }) },
    { path: PATH.cloudStatus, link: mainNav.getByRole('link', { name: 'Cloud Status' }) },
    { path: PATH.faq, link: mainNav.getByRole('link', { name: 'FAQ' }) },
    { path: PATH.home, link: mainNav.getByRole('link', { name: 'Home' }) },
  ]
  for (const { path, link } of steps) {
    await link.click()
    await page.waitForURL(`**${path}`)
    const html = await (await fetch(inject('siteUrl') + path)).text()
    await soon(() => readHead(page)).toEqual(await readHead(empty, html))
  }
})

function readHead(page: Page, html?: string) {
  return page.evaluate((sent) => {
    const { head, title } = sent === undefined ? document : new DOMParser().parseFromString(sent, 'text/html')
    const content = (selector: string) => head.querySelector(selector)?.getAttribute('content') ?? null
    const openGraph = ['type', 'site_name', 'title', 'description', 'url', 'image']
    return {
      title,
      description: content('meta[name="description"]'),
      robots: content('meta[name="robots"]'),
      canonical: head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
      openGraph: openGraph.map((name) => content(`meta[property="og:${name}"]`)),
    }
  }, html)
}
