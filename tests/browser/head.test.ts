import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, richIncident } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const OWN_TITLES = {
  '/incidents': 'Incidents',
  '/maintenance': 'Maintenance',
  '/security-advisories': 'Security Advisories',
  '/cloud-status': 'Cloud Status',
  '/data-center-map': 'Data Center Map',
  '/url-category-notification': 'URL Category Changes',
}

interface Head {
  title: string
  description: string | null
  robots: string | null
  canonical: string | null
  openGraph: (string | null)[]
}

describe('what the server sends', () => {
  test('G-08 pages known by the end of their path have a title and a description of their own', async () => {
    const descriptions = new Set<string | null>()
    for (const [ending, title] of Object.entries(OWN_TITLES)) {
      const head = await sentHead(PATH.home + ending)
      expect(head.title).toBe(`${title} · ${CLOUD.first.domain} · Northwall Trust`)
      expect(head.description).toContain(CLOUD.first.domain)
      descriptions.add(head.description)
    }
    expect(descriptions.size).toBe(Object.keys(OWN_TITLES).length)
  })

  test('G-09 sign-in and, leading there, subscribe tell search engines not to index, status pages do not', async () => {
    for (const path of ['/sign-in', '/subscribe']) expect((await sentHead(path)).robots, path).toBe('noindex')
    for (const path of [PATH.home, PATH.incidents]) expect((await sentHead(path)).robots, path).toBeNull()
  })

  test('every page says what its address is, and what a preview of it shows', async () => {
    const { id, title, summary } = await richIncident()
    const path = `${PATH.home}/posts/${id}`
    const head = await sentHead(`${path}?utm_source=mail`)
    const wholeTitle = `${title} · ${CLOUD.first.domain} · Northwall Trust`
    const address = inject('siteUrl') + path
    expect(head).toEqual({
      title: wholeTitle,
      description: summary,
      robots: null,
      canonical: address,
      openGraph: ['website', 'Northwall Trust', wholeTitle, summary, address, `${inject('siteUrl')}/og.png`],
    })
  })

  test('a page that is not there has no address of its own', async () => {
    const page = await browser.newPage({ javaScript: false, expects: [/status of 404/] })
    await page.goto('/nowhere')
    expect(await readHead(page)).toMatchObject({ robots: 'noindex', canonical: null })
  })
})

test('G-08, G-09 after a change of page the head is what the server would have sent', async () => {
  const page = await browser.open(PATH.home)
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
    await soon(() => readHead(page)).toEqual(await sentHead(path))
  }
})

/** The head as the server wrote it, read without scripts. */
async function sentHead(path: string) {
  const page = await browser.newPage({ javaScript: false })
  await page.goto(path)
  return readHead(page)
}

function readHead(page: Page): Promise<Head> {
  return page.evaluate(() => {
    const content = (selector: string) =>
      document.head.querySelector(selector)?.getAttribute('content') ?? null
    const openGraph = ['type', 'site_name', 'title', 'description', 'url', 'image']
    return {
      title: document.title,
      description: content('meta[name="description"]'),
      robots: content('meta[name="robots"]'),
      canonical: document.head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
      openGraph: openGraph.map((name) => content(`meta[property="og:${name}"]`)),
    }
  })
}
