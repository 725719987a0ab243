import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { goInside, openAsAdmin, pointAtToast, press, readerSees, undo } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('content')
const browser = testBrowser()

const SCREENS = [
  '/admin/site/clouds/1',
  '/admin/site/compliance',
  '/admin/site/schedule',
  '/admin/site/maintenance',
  '/admin/site',
  '/admin/site/menus/1',
  '/admin/site/data-centers/new',
  '/admin/site/banners/new',
]

test('Z-04 menu items are reordered by dragging, keyboard and buttons, hidden or redirected on one cloud, added and removed; leaving with unsaved changes asks first; axe finds nothing on the screens, and nothing is wider than a phone', async () => {
  const page = await openAsAdmin(browser, site(), '/admin/site/menus')
  const before = await labelsOf(page)
  expect(before.slice(0, 3)).toEqual(['Home', 'Cloud Status', 'Incidents'])
  const grip = page.getByRole('button', { name: 'Move Incidents', exact: true })
  const target = page.getByRole('button', { name: 'Move Home', exact: true })
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()]
  if (from === null || to === null) throw new Error('Both rows are on the screen.')
  await page.mouse.move(from.x + 8, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(from.x + 8, to.y + 2, { steps: 4 })
  await page.mouse.up()
  await soon(() => labelsOf(page)).toEqual(['Incidents', 'Home', 'Cloud Status', ...before.slice(3)])
  const isEscapeTaken = await page.evaluate(
    () =>
      !document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', cancelable: true, bubbles: true }),
      ),
  )
  expect(isEscapeTaken).toBe(false)
  await pointAtToast(page, 'Incidents was moved.')
  await soon(publicMenu).toEqual(['Incidents', 'Home', 'Cloud Status'])
  await undo(page, 'Incidents was moved.')
  await soon(() => labelsOf(page)).toEqual(before)

  // admin-templates.test.ts moves rows by keyboard in every run.
  if (!isShort) await moveByKeys(page, before)

  await list(page, 'Main menu').getByRole('link', { name: /^FAQ/ }).click()
  const chosen = page.getByRole('article').getByRole('heading', { level: 2 })
  await soon(() => chosen.evaluate((name) => name === document.activeElement)).toBe(true)
  const hidden = page
    .getByRole('group', { name: 'Hidden on' })
    .getByLabel('northwall-two.net', { exact: true })
  await hidden.check()
  await press(page, 'Save', 'FAQ was saved.')
  await pointAtToast(page, 'FAQ was saved.')
  await soon(() => menuOf('northwall-two.net')).not.toContain('/northwall-two.net/faq')
  expect(await menuOf('northwall.net')).toContain('/northwall.net/faq')
  await undo(page, 'FAQ was saved.')
  await soon(() => hidden.isChecked()).toBe(false)

  await page.getByLabel('Label').fill('Questions')
  await page.getByRole('link', { name: 'All site content' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Label').inputValue()).toBe('Questions')
  await page.getByRole('link', { name: 'All site content' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Site content' }).waitFor()

  // site-editing-public.test.ts and site-editing-nouns.test.ts cover these rules in every run.
  if (!isShort) await changeOnOneCloudAndAdd(page)

  for (const path of sized({ short: SCREENS.slice(0, 1), long: SCREENS })) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await goInside(page, path)
    await page.waitForLoadState('networkidle')
    expect(await axeViolations(page), path).toEqual([])
    expect(await page.locator('h1').count(), `headings of ${path}`).toBe(1)
    await page.setViewportSize({ width: 390, height: 900 })
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axeInDetail(page), `${path} at 390 px`).toEqual([])
  }
})

async function moveByKeys(page: Page, before: readonly string[]) {
  const other = page.getByRole('button', { name: 'Move Cloud Status', exact: true })
  await other.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await soon(() => labelsOf(page)).toEqual(['Home', 'Incidents', 'Cloud Status', ...before.slice(3)])
  await soon(() => other.evaluate((element) => element === document.activeElement)).toBe(true)
  await soon(() => page.getByRole('status').allInnerTexts()).toContain(
    `Cloud Status: place 3 of ${before.length}.`,
  )
  await soon(publicMenu).toEqual(['Home', 'Incidents', 'Cloud Status'])
  await page.getByRole('button', { name: 'Move Cloud Status up' }).click()
  await soon(() => labelsOf(page)).toEqual(before)
}

async function changeOnOneCloudAndAdd(page: Page) {
  await goInside(page, '/admin/site/menus')
  await list(page, 'Top menu').getByRole('link').first().click()
  const name = await page.getByLabel('Label').inputValue()
  await page
    .getByRole('group', { name: 'Different on some clouds' })
    .getByLabel('northwall-two.net', { exact: true })
    .fill('https://two.example/help')
  await press(page, 'Save', `${name} was saved.`)
  await soon(() => html('/northwall-two.net')).toMatch(
    new RegExp(`href="https://two\\.example/help"[^>]*>[^/]*${name}`),
  )

  await page.getByRole('link', { name: 'New menu item' }).press('Enter')
  // Until then, the form of the previous item is there.
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).waitFor()
  await page.getByRole('main').getByLabel('Menu', { exact: true }).selectOption('top')
  await page.getByLabel('Label').fill('Tooling')
  await page.getByLabel('Key').fill('developers')
  await page.getByLabel('Path or address').fill('https://developers.example/')
  await press(page, 'Add', 'Tooling was added.')
  await readerSees(site(), '/northwall.net').toContain('Tooling')
  await press(page, 'Remove', 'Tooling was removed.')
  await undo(page, 'Tooling was removed.')
}

function list(page: Page, name: string) {
  return page.getByRole('list', { name })
}

async function labelsOf(page: Page): Promise<string[]> {
  const links = list(page, 'Main menu').getByRole('link')
  await links.first().waitFor()
  return (await links.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
}

async function publicMenu(): Promise<string[]> {
  const answer = await fetch(`${site().url}/api/global`)
  const { menu } = (await answer.json()) as { menu: { main_menu: { item: string }[] } }
  return menu.main_menu.slice(0, 3).map(({ item }) => item)
}

async function html(path: string): Promise<string> {
  return (await fetch(site().url + path)).text()
}

async function menuOf(domain: string): Promise<string[]> {
  const nav = /<nav[^>]*aria-label="Main".*?<\/nav>/s.exec(await html(`/${domain}`))
  if (nav === null) throw new Error(`/${domain} has no main navigation.`)
  return [...nav[0].matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
}
