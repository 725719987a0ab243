import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../src/domain/access.ts'
import { isShort, sized } from '../size.ts'
import {
  goInside,
  goToScreen,
  openAsAdmin,
  openAsStaff,
  press,
  readerSees,
  toast,
} from './admin-site-parts.ts'
import { axeInDetail } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { enterAs, makeStaff } from './signed-in.ts'

const site = sharedSite('content')
const browser = testBrowser()

// grid-moves.test.ts covers keys and pasted text, site-editing-pages.test.ts what is saved.
test('Z-04, O-02 staff edit the FAQ, the update schedule and threat figures; the maintenance switch asks first, closes the site with a message, and reopens it', async () => {
  const page = await openAsAdmin(browser, site(), '/admin/site/faq')
  await page
    .getByRole('link', { name: /^Every cloud/ })
    .first()
    .click()
  const section = page.getByRole('list', { name: 'Sections' }).locator(':scope > li').first()
  await section.getByRole('button', { name: /^Add a question/ }).click()
  await section.getByLabel('Question', { exact: true }).fill('Is it quantum?')
  const answer = section.locator('[contenteditable="true"]')
  await answer.click()
  await page.keyboard.type('It is and it is not.')
  await section.getByRole('button', { name: 'Move Is it quantum?', exact: true }).focus()
  await page.keyboard.press('Home')
  expect(await axeInDetail(page)).toEqual([])
  await press(page, 'Save', 'Every cloud was saved.')
  await readerSees(site(), '/northwall.net/faq').toContain('Is it quantum?')
  const faq = await (await fetch(`${site().url}/northwall.net/faq`)).text()
  expect(faq.slice(faq.indexOf('<h3')).replace(/<[^>]*>/g, '')).toMatch(/^\s*Is it quantum\?/)

  await goInside(page, '/admin/site/schedule')
  const grid = page.getByRole('table', { name: /^Update schedule of/ })
  const cell = (name: string) => grid.getByLabel(name, { exact: true })
  await cell('Region of row 1').focus()
  const region = await cell('Region of row 1').inputValue()
  await page.keyboard.press('ArrowRight')
  expect(await focusedLabel(page)).toBe(`${region}, Monday`)
  await page.keyboard.type('01:00–02:00')
  await page.keyboard.press('Enter')
  expect(await focusedLabel(page)).toMatch(/, Monday$/)
  expect(await cell(`${region}, Monday`).inputValue()).toBe('01:00–02:00')

  await page.getByRole('button', { name: 'Add a row' }).click()
  const rows = await grid.locator('tbody tr').count()
  await cell(`Region of row ${rows}`).focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, 'Antarctica\t03:00\t04:00\r\nMoon\t05:00\t\r\n')
  expect(await cell('Antarctica, Tuesday').inputValue()).toBe('04:00')
  await press(page, 'Save', /^The schedule of .* was saved\./)
  await readerSees(site(), '/northwall.net/maintenance').toMatch(/Antarctica\s+03:00\s+04:00[\s\S]*Moon/)

  await goInside(page, '/admin/site/threats')
  const day = page.getByRole('row').nth(1)
  const name = await day.getByRole('rowheader').innerText()
  await day.getByRole('button', { name: /^Remove/ }).click()
  const removing = page.getByRole('dialog', { name: `Remove the figures of ${name}?` })
  expect(await removing.innerText()).toContain('To restore them, import them again.')
  await removing.getByRole('button', { name: 'Remove' }).click()
  await toast(page, `The figures of ${name} were removed.`).waitFor()
  await soon(() => page.getByRole('table').innerText()).not.toContain(name)

  await goInside(page, '/admin/site/maintenance')
  await page.getByLabel('Message for readers').fill('We replace the quantum disks.')
  await page.getByRole('button', { name: 'Close the site…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the whole site?' })
  expect(await dialog.innerText()).toContain('Every page, feed and API')
  expect(await dialog.innerText()).toContain('We replace the quantum disks.')
  await dialog.getByRole('button', { name: 'Keep it open' }).click()
  expect(await (await fetch(`${site().url}/northwall.net`)).text()).not.toContain('quantum disks')

  await page.getByRole('button', { name: 'Close the site…' }).click()
  await dialog.getByRole('button', { name: 'Close the site' }).click()
  await soon(() => page.getByRole('main').innerText()).toContain('The site is closed for readers.')
  await readerSees(site(), '/northwall.net').toContain('We replace the quantum disks.')
  await goToScreen(page, '/admin/site/maintenance')
  await press(page, 'Open the site', 'The site is open again.')
  await readerSees(site(), '/northwall.net').not.toContain('We replace the quantum disks.')
})

// In every run, site-editing-roles.test.ts covers what each role may edit, site-editing-pages.test.ts what
// is saved.
test.skipIf(isShort)(
  'Z-04, Z-05 each role sees only what it may edit: compliance its table, the legal team the cookie policy',
  async () => {
    const page = await openAsStaff(browser, site(), {
      roles: ['jab_compliance'],
      path: '/admin/site',
      expects: [/Blocked script execution/],
    })
    await expectParts(page, 'jab_compliance')
    await goInside(page, '/admin/site/compliance')
    const fresh = page.getByRole('form', { name: 'New row' })
    await fresh.getByLabel('Description').fill('Quantum key exchange')
    await fresh.getByLabel('Estimated date').fill('Q3 2027')
    await fresh.getByLabel('Estimated date').press('Enter')
    await toast(page, 'Quantum key exchange was added.').waitFor()
    const row = page.getByRole('form', { name: 'Quantum key exchange' })
    await row.getByLabel('Estimated date').fill('Q4 2027')
    await row.getByLabel('Estimated date').press('Enter')
    await toast(page, 'Quantum key exchange was saved.').waitFor()
    await readerSees(site(), '/northwall-gov.net/compliance').toMatch(/Quantum key exchange\s+Q4 2027/)

    await page.getByRole('button', { name: 'Move Quantum key exchange', exact: true }).press('Home')
    await soon(async () => {
      const shown = await (await fetch(`${site().url}/northwall-gov.net/compliance`)).text()
      return shown.slice(shown.indexOf('<tbody'), shown.indexOf('</tr>', shown.indexOf('<tbody')))
    }).toContain('Quantum key exchange')
    await page.getByRole('button', { name: 'Remove Quantum key exchange' }).click()
    await toast(page, 'Quantum key exchange was removed.').waitFor()

    await enterWith(page, 'legal_team')
    await goToScreen(page, '/admin/site/policies')
    await page.getByRole('link', { name: /^Cookie Policy/ }).click()
    await page.getByRole('button', { name: 'HTML' }).click()
    const html = page.getByRole('textbox', { name: 'Text' })
    await html.fill(`<p>We count in qubits.</p><script>alert(1)</script>${await html.inputValue()}`)
    const preview = page.frameLocator('iframe[title="Preview of Cookie Policy"]')
    await soon(() => preview.locator('body').innerText()).toContain('We count in qubits.')
    await press(page, 'Save', 'Cookie Policy was saved.')
    await readerSees(site(), '/privacy-compliance/cookie-policy').toContain('We count in qubits.')
    await soon(() => html.inputValue()).not.toContain('alert')
  },
)

// site-editing-roles.test.ts covers which categories they can change.
test.skipIf(isShort)('Z-05 URL editors see only URL categories', async () => {
  const page = await openAsStaff(browser, site(), { roles: ['url_editor'], path: '/admin/site/terms' })
  await page.getByRole('heading', { level: 1, name: 'URL categories' }).waitFor()
  expect(await page.getByLabel('Type of notification').count()).toBe(0)
})

const PARTS = {
  jab_compliance: { parts: ['Compliance', 'Compliance page text'], elsewhere: '/admin/site/faq' },
  legal_team: {
    parts: ['List messages', 'Notification categories', 'Policies'],
    elsewhere: '/admin/site/compliance',
  },
  url_editor: { parts: ['List messages', 'Notification categories'], elsewhere: '/admin/site/policies' },
  blog_editor: {
    parts: ['List messages', 'Notification categories', 'FAQ'],
    elsewhere: '/admin/site/clouds',
  },
}
type Editor = keyof typeof PARTS

test.each(sized<Editor[]>({ short: [], long: ['legal_team', 'url_editor', 'blog_editor'] }))(
  'Z-05 %s sees only what the role may edit',
  async (role) => {
    await expectParts(await openAsStaff(browser, site(), { roles: [role], path: '/admin/site' }), role)
  },
)

async function expectParts(page: Page, role: Editor) {
  const { parts, elsewhere } = PARTS[role]
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await soon(() => links.count()).toBe(parts.length)
  for (const [index, part] of parts.entries()) expect(await links.nth(index).innerText()).toContain(part)
  await goInside(page, elsewhere)
  await soon(() => page.getByRole('main').innerText()).not.toContain('New')
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
}

async function enterWith(page: Page, role: Role) {
  const { uid } = await makeStaff(site(), [role])
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
}

function focusedLabel(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}

test('Z-04 the brand: an SVG becomes a picture, an unreadable color is refused with a readable one, the preview shows both themes, and readers see nothing until it is published', async () => {
  const page = await openAsAdmin(browser, site(), '/admin/site/brand')
  const logo = page.getByLabel('Logo', { exact: true })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="100"><rect width="600" height="100" fill="#8a1538"/></svg>`
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByRole('img', { name: 'Logo now' }).waitFor()
  const accent = page.getByLabel('Accent color', { exact: true })
  await accent.fill('#f5c400')
  await page
    .getByText(/Hard to read in the light theme: #f5c400 on .+ The nearest readable color is/)
    .waitFor()
  await page.getByRole('button', { name: /^Use #/ }).click()
  await soon(() => accent.inputValue()).toMatch(/^#(?!f5c400)[0-9a-f]{6}$/)
  const color = await accent.inputValue()

  await page
    .getByRole('group', { name: 'Theme of the preview' })
    .getByRole('button', { name: 'Dark' })
    .click()
  const shown = page.frameLocator('iframe[title="Preview: home, dark"]')
  await soon(() => shown.getByRole('banner').getByRole('img', { name: 'Northwall' }).count()).toBe(1)
  await soon(() =>
    shown.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--brand').trim()),
  ).toContain(color)
  expect(await axeInDetail(page)).toEqual([])

  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this brand?' })
  await dialog.getByText('Logo added.').waitFor()
  await dialog.getByText(`Accent color changed from the standard #0b4f6c to ${color}.`).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const html = await (await fetch(`${site().url}/northwall.net`)).text()
  expect(html).not.toMatch(/data-brand|<picture/)

  await page.getByRole('button', { name: 'Discard draft…' }).click()
  await page.getByRole('button', { name: 'Discard draft', exact: true }).click()
  await soon(() => page.getByRole('img', { name: 'Logo now' }).count()).toBe(0)
})
