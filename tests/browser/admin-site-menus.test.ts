import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../src/domain/access.ts'
import { goToScreen, openAsAdmin, openAsStaff, press, readerSees, undo } from './admin-site-parts.ts'
import { axeViolations } from './axe-violations.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('content')
const browser = testBrowser()

test('Z-04 the menu is put in order by dragging, and back by Undo', async () => {
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
  await soon(publicMenu).toEqual(['Incidents', 'Home', 'Cloud Status'])
  await undo(page, 'Incidents was moved.')
  await soon(() => labelsOf(page)).toEqual(before)
  await soon(publicMenu).toEqual(['Home', 'Cloud Status', 'Incidents'])
})

test('Z-04 the menu is put in order by keys and by buttons; where a thing has come to is read out', async () => {
  const page = await openAsAdmin(browser, site(), '/admin/site/menus')
  const before = await labelsOf(page)
  const grip = page.getByRole('button', { name: 'Move Cloud Status', exact: true })
  await grip.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await soon(() => labelsOf(page)).toEqual(['Home', 'Incidents', 'Cloud Status', ...before.slice(3)])
  expect(await grip.evaluate((element) => element === document.activeElement)).toBe(true)
  await soon(() => page.getByRole('status').allInnerTexts()).toContain(
    `Cloud Status: place 3 of ${mainItems(before)}.`,
  )
  await soon(publicMenu).toEqual(['Home', 'Incidents', 'Cloud Status'])
  await page.getByRole('button', { name: 'Move Cloud Status up' }).click()
  await soon(() => labelsOf(page)).toEqual(before)
  await soon(publicMenu).toEqual(['Home', 'Cloud Status', 'Incidents'])
})

test('Z-04 an item is hidden on one cloud alone', async () => {
  const reader = await browser.newPage({ siteUrl: site().url })
  const page = await openAsAdmin(browser, site(), '/admin/site/menus')
  await list(page, 'Main menu').getByRole('link', { name: /^FAQ/ }).click()
  await page
    .getByRole('group', { name: 'Hidden on' })
    .getByLabel('northwall-two.net', { exact: true })
    .check()
  await press(page, 'Save', 'FAQ was saved.')
  const menu = () => reader.getByRole('navigation', { name: 'Main' }).innerText()
  await readerSees(reader, '/northwall-two.net').not.toContain('FAQ')
  await reader.goto('/northwall.net')
  expect(await menu()).toContain('FAQ')
  await undo(page, 'FAQ was saved.')
  await soon(async () => {
    await reader.goto('/northwall-two.net')
    return menu()
  }).toContain('FAQ')
  await soon(() => page.getByLabel('northwall-two.net', { exact: true }).first().isChecked()).toBe(false)
})

test('Z-04 an item of the top menu leads elsewhere on one cloud, and a new one is added and removed', async () => {
  const reader = await browser.newPage({ siteUrl: site().url })
  const page = await openAsAdmin(browser, site(), '/admin/site/menus')
  await list(page, 'Top menu').getByRole('link').first().click()
  const name = await page.getByLabel('Label').inputValue()
  await page
    .getByRole('group', { name: 'Elsewhere on some clouds' })
    .getByLabel('northwall-two.net', { exact: true })
    .fill('https://two.example/help')
  await press(page, 'Save', `${name} was saved.`)
  await soon(async () => {
    await reader.goto('/northwall-two.net')
    return reader.getByRole('link', { name }).first().getAttribute('href')
  }).toBe('https://two.example/help')

  await page.getByRole('link', { name: 'New menu item' }).click()
  await page.getByRole('main').getByLabel('Menu', { exact: true }).selectOption('top')
  await page.getByLabel('Label').fill('Developers')
  await page.getByLabel('Key').fill('developers')
  await page.getByLabel('Path or address').fill('https://developers.example/')
  await press(page, 'Add', 'Developers was added.')
  await readerSees(reader, '/northwall.net').toContain('Developers')
  await press(page, 'Remove', 'Developers was removed.')
  await readerSees(reader, '/northwall.net').not.toContain('Developers')
  await undo(page, 'Developers was removed.')
  await readerSees(reader, '/northwall.net').toContain('Developers')
})

test('Z-04 what is typed and not saved asks before it is left', async () => {
  const page = await openAsAdmin(browser, site(), '/admin/site/menus')
  await list(page, 'Main menu').getByRole('link', { name: /^FAQ/ }).click()
  await page.getByLabel('Label').fill('Questions')
  await page.getByRole('link', { name: 'All site content' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Label').inputValue()).toBe('Questions')
  await page.getByRole('link', { name: 'All site content' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Site content' }).waitFor()
})

test.each<[Role, string[], string]>([
  ['jab_compliance', ['Compliance', 'Compliance page text'], '/admin/site/faq'],
  ['legal_team', ['Notification categories', 'Policies'], '/admin/site/compliance'],
  ['url_editor', ['Notification categories'], '/admin/site/policies'],
  ['blog_editor', ['Notification categories', 'FAQ'], '/admin/site/clouds'],
])('Z-05 %s finds only what the role may edit', async (role, parts, elsewhere) => {
  const page = await openAsStaff(browser, site(), { roles: [role], path: '/admin/site' })
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await soon(() => links.count()).toBe(parts.length)
  for (const [index, part] of parts.entries()) expect(await links.nth(index).innerText()).toContain(part)
  await page.goto(elsewhere)
  await soon(() => page.getByRole('main').innerText()).not.toContain('New')
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
})

test('Z-05 who edits URL categories sees no others', async () => {
  const page = await openAsStaff(browser, site(), { roles: ['url_editor'], path: '/admin/site/terms' })
  await page.getByRole('heading', { level: 1, name: 'URL categories' }).waitFor()
  expect(await page.getByLabel('Type of notification').count()).toBe(0)
  const created = await page.evaluate(async () => {
    const answer = await fetch('/api/admin/site/terms')
    const { data } = (await answer.json()) as { data: { notification_type: string }[] }
    return [...new Set(data.map((term) => term.notification_type))]
  })
  expect(created).toContain('url_change_notification')
})

const SCREENS = [
  '/admin/site',
  '/admin/site/clouds/1',
  '/admin/site/menus/1',
  '/admin/site/data-centers/new',
  '/admin/site/banners/new',
  '/admin/site/compliance',
  '/admin/site/schedule',
  '/admin/site/maintenance',
]

test('Z-04 axe finds nothing on the screens at 1440 and 390 px, and nothing is wider than the screen', async () => {
  const page = await openAsAdmin(browser, site(), '/admin/site')
  for (const path of SCREENS) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await goToScreen(page, path)
    await page.waitForLoadState('networkidle')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(
        width,
      )
      expect(await axeViolations(page), `${path} at ${width} px`).toEqual([])
    }
  }
}, 120_000)

function list(page: Page, name: string) {
  return page.getByRole('list', { name })
}

async function labelsOf(page: Page): Promise<string[]> {
  const links = list(page, 'Main menu').getByRole('link')
  await links.first().waitFor()
  return (await links.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
}

function mainItems(labels: readonly string[]) {
  return labels.length
}

/** The first three of what readers are given. */
async function publicMenu(): Promise<string[]> {
  const answer = await fetch(`${site().url}/api/global`)
  const { menu } = (await answer.json()) as { menu: { main_menu: { item: string }[] } }
  return menu.main_menu.slice(0, 3).map(({ item }) => item)
}
