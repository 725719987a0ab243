import { expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, findNotification, menuPathsOf, PATH, readGlobal } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

test('G-05, G-07 the main navigation leads to the pages of the menu, in its order, and marks the one that is shown', async () => {
  const global = await readGlobal()
  const [cloud] = global.clouds
  if (cloud === undefined) throw new Error('no cloud')
  const page = await browser.open(PATH.home)
  const { mainNav, heading } = shellOf(page)
  const links = mainNav.locator('a:not([target])')
  const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(shown).toEqual(menuPathsOf(global, cloud))

  for (const path of shown) {
    const link = mainNav.locator(`a[href="${path}"]`)
    const dropdown = mainNav.locator('details').filter({ has: page.locator(`a[href="${path}"]`) })
    if (!(await link.isVisible())) await dropdown.locator('summary').click()
    await link.click()
    await page.waitForURL(`**${path}`)
    await heading.waitFor()
    // One alone: home is current on the home page only.
    await soon(() =>
      mainNav
        .locator('[aria-current="page"]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
    ).toEqual([path])
  }
})

test('G-06 changing to a cloud that hides the page leads to the default page of that cloud', async () => {
  const page = await browser.open(`${PATH.home}/data-center-map`)
  await chooseCloud(page, CLOUD.agent.domain)
  await page.waitForURL(`**/${CLOUD.agent.domain}/cloud-status`)
  const { heading, mainNav } = shellOf(page)
  await soon(() => heading.textContent()).toBe('Cloud Status')
  expect(await mainNav.locator(`a[href="/${CLOUD.agent.domain}/data-center-map"]`).count()).toBe(0)
})

test('G-11 a notification that has moved leads there from its list too', async () => {
  const { record, page: listPage } = await findNotification(({ redirect }) => redirect === PATH.faq)
  const page = await browser.open(`${PATH.home}/advisory-notification?page=${listPage + 1}`)
  await page.getByRole('link', { name: record.title }).click()
  await page.waitForURL(`**${PATH.faq}`)
  await soon(() => page.title()).toContain('FAQ')
})

test('G-13 the fallback page leads home', async () => {
  const page = await browser.open('/nowhere', { expects: [/status of 404/] })
  const { heading, main } = shellOf(page)
  expect(await heading.textContent()).toBe('There is no page at this address.')
  await main.getByRole('link').click()
  await page.waitForURL(`**${PATH.home}`)
  await soon(() => addressOf(page)).toBe(PATH.home)
})
