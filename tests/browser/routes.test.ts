import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { menuPath } from '../../src/domain/menu.ts'
import { sized } from '../size.ts'
import { soon, testBrowser } from './browser.ts'
import { CLOUD, menuPathsOf, PATH, readGlobal } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const MAP = '/data-center-map'

test('G-05, G-06, G-07, G-08, G-09 the main navigation follows the menu, marks the current page, and sets the head that the server sends; a hidden page leads to the default page of its cloud', async () => {
  const page = await browser.open(PATH.home)
  await followMenu(page)
  await leaveHiddenPage(page)
})

async function followMenu(page: Page) {
  const global = await readGlobal()
  const [cloud] = global.clouds
  if (cloud === undefined) throw new Error('no cloud')
  // Trusted Types block DOMParser on pages of the site, but not on an empty page.
  const empty = await browser.newPage()
  const { header, mainNav, heading } = shellOf(page)
  const links = mainNav.locator('a:not([target])')
  const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  // The overview of a dropdown (G-04) has a URL but no link there.
  const dropdowns = global.menu.main_menu.filter(({ sub_menus }) => sub_menus !== undefined)
  const overviews = dropdowns.map((item) => menuPath(item, cloud))
  expect(shown).toEqual(menuPathsOf(global, cloud).filter((path) => !overviews.includes(path)))

  await header.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/sign-in')
  await expectHead(page, empty, '/sign-in')
  // Home, an item of a dropdown, and last a page that some clouds hide; API tests cover the rest.
  const some = ['', '/advisory-notification', MAP].map((each) => PATH.home + each)
  expect(shown).toEqual(expect.arrayContaining(some))
  for (const path of sized({ short: some, long: [...shown, PATH.home + MAP] })) {
    const link = mainNav.locator(`a[href="${path}"]`)
    const dropdown = mainNav.locator('details').filter({ has: page.locator(`a[href="${path}"]`) })
    if (!(await link.isVisible())) await dropdown.locator('summary').click()
    await link.click()
    await page.waitForURL(`**${path}`)
    await heading.waitFor()
    // Exactly one: home is current on the home page only.
    await soon(() =>
      mainNav
        .locator('[aria-current="page"]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
    ).toEqual([path])
    await expectHead(page, empty, path ?? '')
  }
}

async function expectHead(page: Page, empty: Page, path: string) {
  const html = await (await fetch(inject('siteUrl') + path)).text()
  await soon(() => readHead(page)).toEqual(await readHead(empty, html))
}

async function leaveHiddenPage(page: Page) {
  await chooseCloud(page, CLOUD.agent.domain)
  await page.waitForURL(`**/${CLOUD.agent.domain}/cloud-status`)
  const { heading, mainNav } = shellOf(page)
  await soon(() => heading.textContent()).toBe('Cloud Status')
  expect(await mainNav.locator(`a[href="/${CLOUD.agent.domain}/data-center-map"]`).count()).toBe(0)
}

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
