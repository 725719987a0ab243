import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { goInside, openAsAdmin, openAsStaff, press, readerSees, toast, undo } from './admin-site-parts.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('content')
const browser = testBrowser()

// In every run, site-editing-nouns.test.ts adds and changes every kind of thing, and
// site-editing-in-use.test.ts covers what uses them.
test('Z-04 products, clouds, services, data centers, severities, categories and banners are added, changed, retired and restored; readers see clouds, data centers and banners', async () => {
  const page = await openAsAdmin(
    browser,
    site(),
    sized({ short: '/admin/site/clouds/new', long: '/admin/site/products/new' }),
    {
      expects: [/status of 422/],
    },
  )
  if (!isShort) await addProduct(page)

  await field(page, 'Name').fill('northwall.net')
  await field(page, 'Domain').fill('not a domain')
  await field(page, 'Machine name').fill('fresh')
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await soon(() => field(page, 'Name').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('main').innerText()).toContain(
    'Please enter a domain, such as cloud.example.com.',
  )
  expect(await field(page, 'Domain').inputValue()).toBe('not a domain')
  await soon(() => field(page, 'Name').evaluate((element) => element === document.activeElement)).toBe(true)

  await field(page, 'Name').fill('quantum.example')
  await field(page, 'Product').selectOption(sized({ short: 'Internet Access', long: 'Quantum Access' }))
  await field(page, 'Domain').fill('quantum.example')
  await field(page, 'Machine name').fill('quantum')
  await press(page, 'Add', 'quantum.example was added.')
  await soon(cloudsOffered).toContain('quantum.example')
  await readerSees(site(), '/quantum.example').toContain('quantum.example')

  await field(page, 'Name').fill('Quantum cloud')
  await press(page, 'Save', 'Quantum cloud was saved.')

  if (!isShort) await addServices(page)

  await goInside(page, '/admin/site/data-centers/new')
  await field(page, 'Name').fill('Reykjavik I')
  await field(page, 'City').fill('Reykjavik')
  await field(page, 'Country').fill('IS')
  const map = page.getByRole('application', { name: 'Place of the data center' })
  const marker = map.getByRole('button', { name: /^At/ })
  if (!isShort) await placeByHand(page)
  await field(page, 'Latitude').fill('64.1466')
  await field(page, 'Longitude').fill('-21.9426')
  await soon(() => marker.getAttribute('aria-label')).toBe('At 64.1466° north, 21.9426° west')
  await page
    .getByRole('group', { name: 'Clouds that run in it' })
    .getByLabel('northwall.net', { exact: true })
    .check()
  await press(page, 'Add', 'Reykjavik I was added.')
  await readerSees(site(), '/northwall.net/data-center-map').toContain('Reykjavik I')

  if (!isShort) await addChoices(page)

  await goInside(page, '/admin/site/banners/new')
  await field(page, 'Severity').selectOption('Critical')
  await field(page, 'Text').fill('We move the control plane tonight.')
  const preview = page.getByRole('figure', { name: 'As readers will see it' })
  expect(await preview.innerText()).toMatch(/Critical\s+We move the control plane tonight\./)
  const until = page.getByRole('main').getByRole('textbox', { name: /^Until/ })
  await until.fill('someday')
  await until.press('Enter')
  await page.getByText('Enter a valid time.').first().waitFor()
  await until.fill('2030-01-02 18:45')
  await press(page, 'Add', 'We move the control plane tonight. was added.')
  await press(page, 'Remove', 'was removed.')
  await undo(page, 'was removed.')
  await readerSees(site(), '/northwall.net').toContain('We move the control plane tonight.')

  if (!isShort) await seeWhatUses(page)
  await goInside(page, '/admin/site/clouds')
  await page.getByRole('link', { name: /^private\.northwallbeta\.net/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire instead' }).click()
  await toast(page, 'private.northwallbeta.net was retired.').waitFor()
  await soon(cloudsOffered).not.toContain('private.northwallbeta.net')
  await press(page, 'Restore', 'private.northwallbeta.net was restored.')
  await soon(cloudsOffered).toContain('private.northwallbeta.net')
})

async function addProduct(page: Page) {
  await field(page, 'Name').fill('Quantum Access')
  await field(page, 'Machine name').fill('quantum_access')
  await press(page, 'Add', 'Quantum Access was added.')

  await goInside(page, '/admin/site/clouds/new')
}

async function addServices(page: Page) {
  await goInside(page, '/admin/site/service-categories/new?cloud=1')
  await field(page, 'Heading').fill('Quantum services')
  await press(page, 'Add', 'Quantum services was added.')
  await goInside(page, '/admin/site/services/new?cloud=1')
  await field(page, 'Name').fill('Entanglement')
  await page
    .getByRole('main')
    .locator('select[name="category_tid"]')
    .selectOption({ label: 'Quantum services' })
  await press(page, 'Add', 'Entanglement was added.')
}

async function placeByHand(page: Page) {
  const map = page.getByRole('application', { name: 'Place of the data center' })
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (box === null) throw new Error('The map is on the screen.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const marker = map.getByRole('button', { name: /^At/ })
  await marker.waitFor()
  const clicked = await placeTyped(page)
  expect(Number.isFinite(clicked.latitude) && Number.isFinite(clicked.longitude)).toBe(true)

  await marker.focus()
  const { latitude } = await placeTyped(page)
  await page.keyboard.press('ArrowUp')
  await soon(async () => (await placeTyped(page)).latitude).toBeCloseTo(latitude + 0.1, 3)
}

async function addChoices(page: Page) {
  await goInside(page, '/admin/site/severities/new')
  await field(page, 'Name').fill('Brown-out')
  await field(page, 'Rank').fill('35')
  await page.getByRole('radio', { name: 'Triangle' }).check()
  await page.getByLabel('Used by incidents').check()
  await press(page, 'Add', 'Brown-out was added.')

  await goInside(page, '/admin/site/terms/new?type=url_change_notification')
  await field(page, 'Name').fill('Quantum gambling')
  await press(page, 'Add', 'Quantum gambling was added.')
  const choices = await page.evaluate(async () => await (await fetch('/api/admin/choices')).text())
  expect(choices).toContain('Brown-out')
  expect(choices).toContain('Quantum gambling')
}

async function seeWhatUses(page: Page) {
  await goInside(page, '/admin/site/products/1')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '“Internet Access” is in use' })
  await soon(() => dialog.innerText()).toContain('4 clouds')
  expect(await dialog.getByRole('link', { name: 'northwall.net' }).first().getAttribute('href')).toMatch(
    /^\/admin\/site\/clouds\//,
  )
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click()
}

// admin-templates.test.ts covers the same conflict in every run, site-editing-nouns.test.ts the refusal.
test.skipIf(isShort)(
  'Z-06, Z-07 when two people edit the same thing, the second sees both versions and chooses; the index shows the last change and who made it',
  async () => {
    const path = '/admin/site/home-banners/3'
    const second = await openAsStaff(browser, site(), {
      roles: ['trust_admin'],
      path,
      expects: [/status of 409/],
    })
    await field(second, 'Title').fill('By the second')
    await field(second, 'Description').fill('Only the second changed this.')
    // Only here: the form has loaded by now.
    await site()
      .db.updateTable('cloud_banners')
      .set((eb) => ({ title: 'By the first', version: eb('version', '+', 1) }))
      .where('cloud_id', '=', 3)
      .execute()
    await second.getByRole('button', { name: 'Save', exact: true }).click()

    const view = second.getByRole('region', { name: 'Someone else saved this while you were editing' })
    const title = view.getByRole('group', { name: 'Title' })
    expect(await title.innerText()).toContain('By the first')
    expect(await title.innerText()).toContain('By the second')
    const description = view.getByRole('group', { name: 'Description' })
    expect(await description.getByRole('radio', { name: /^Yours/ }).isChecked()).toBe(true)
    await view.getByRole('button', { name: 'Save my choices' }).click()
    await soon(() => view.innerText()).toContain('Both of you changed this. Choose one.')

    await view.getByRole('button', { name: 'Back to the form' }).click()
    expect(await field(second, 'Title').inputValue()).toBe('By the second')
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await title.getByRole('radio', { name: /^Theirs/ }).check()
    await view.getByRole('button', { name: 'Save my choices' }).click()
    await toast(second, /was saved/).waitFor()
    await readerSees(site(), '/northwall-two.net').toMatch(/By the first\s+Only the second changed this\./)

    await goInside(second, '/admin/site')
    const row = second.getByRole('main').getByRole('listitem').filter({ hasText: 'Home banners' })
    await soon(() => row.innerText()).toMatch(/15\s+Changed .* by trust_admin/)
  },
)

function field(page: Page, label: string) {
  return page.getByRole('main').getByRole('form').getByLabel(label, { exact: true })
}

async function placeTyped(page: Page) {
  return {
    latitude: Number(await field(page, 'Latitude').inputValue()),
    longitude: Number(await field(page, 'Longitude').inputValue()),
  }
}

async function cloudsOffered(): Promise<string[]> {
  const answer = await fetch(`${site().url}/api/global`)
  const { clouds } = (await answer.json()) as { clouds: { title: string }[] }
  return clouds.map(({ title }) => title)
}
