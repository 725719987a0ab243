import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { menuPath } from '../../src/domain/menu.ts'
import { sized } from '../size.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, findNotification, menuPathsOf, PATH, readGlobal } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

test('G-05, G-06, G-07, G-11, G-13 the main navigation follows the menu and marks the current page; hidden pages, moved notifications and unknown URLs lead on', async () => {
  const page = await browser.open(PATH.home, { expects: [/status of 404/] })
  await followMenu(page)
  await leaveHiddenPage(page)
  await followMovedNotification(page)
  await leaveUnknownAddress(page)
})

async function followMenu(page: Page) {
  const global = await readGlobal()
  const [cloud] = global.clouds
  if (cloud === undefined) throw new Error('no cloud')
  const { mainNav, heading } = shellOf(page)
  const links = mainNav.locator('a:not([target])')
  const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  // The overview of a dropdown (G-04) has a URL but no link there.
  const dropdowns = global.menu.main_menu.filter(({ sub_menus }) => sub_menus !== undefined)
  const overviews = dropdowns.map((item) => menuPath(item, cloud))
  expect(shown).toEqual(menuPathsOf(global, cloud).filter((path) => !overviews.includes(path)))

  // A list, an item of a dropdown, a page with code of its own, and home; API tests cover the rest.
  const some = ['/incidents', '/advisory-notification', '/data-center-map', ''].map(
    (each) => PATH.home + each,
  )
  expect(shown).toEqual(expect.arrayContaining(some))
  for (const path of sized({ short: some, long: shown })) {
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
  }
}

/** Switching to a cloud that hides the page leads to that cloud's default page. */
async function leaveHiddenPage(page: Page) {
  await goTo(page, `${PATH.home}/data-center-map`)
  await chooseCloud(page, CLOUD.agent.domain)
  await page.waitForURL(`**/${CLOUD.agent.domain}/cloud-status`)
  const { heading, mainNav } = shellOf(page)
  await soon(() => heading.textContent()).toBe('Cloud Status')
  expect(await mainNav.locator(`a[href="/${CLOUD.agent.domain}/data-center-map"]`).count()).toBe(0)
}

async function followMovedNotification(page: Page) {
  const { record, page: listPage } = await findNotification(({ redirect }) => redirect === PATH.faq)
  await goTo(page, `${PATH.home}/advisory-notification?page=${listPage + 1}`)
  await page.getByRole('link', { name: record.title }).click()
  await page.waitForURL(`**${PATH.faq}`)
  await soon(() => page.title()).toContain('FAQ')
}

async function leaveUnknownAddress(page: Page) {
  await page.context().clearCookies()
  await goTo(page, '/nowhere')
  const { heading, main } = shellOf(page)
  expect(await heading.textContent()).toBe('There is no page at this address.')
  await main.getByRole('link').click()
  await page.waitForURL(`**${PATH.home}`)
  await soon(() => addressOf(page)).toBe(PATH.home)
}
