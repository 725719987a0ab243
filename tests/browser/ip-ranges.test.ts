import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { goInside, openAsAdmin, readerSees, toast } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readJson } from './demo-site.ts'
import { sharedSite } from './own-site.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()
const site = sharedSite('content')

const PAGE = `/${CLOUD.first.domain}/ip-ranges`
const ANYCAST = '2001:db8:a::53'

test('Cloud Status says where the reader comes from, never guesses, and offers to look up an address, which shows its data centers or an error and keeps the focus; ranges copy with one click; a link to a region opens it', async () => {
  const page = await browser.open(PATH.cloudStatus, {
    reducedMotion: true,
    expects: [/status of 400/, /Loading 192\.0\.2\.300 failed/],
  })
  const { regions } = await readJson<{ regions: { tid: number; title: string }[] }>(
    `/api/ip-ranges?cloud=${CLOUD.first.machineName}`,
  )
  const tid = regions.find(({ title }) => title === 'Europe')?.tid
  const foot = page.getByRole('contentinfo')
  expect(await foot.getByRole('link', { name: 'IP ranges' }).getAttribute('href')).toBe(PAGE)
  await askWhere(page)

  await goTo(page, `${PAGE}?address=${ANYCAST}#region-${tid}`)
  await expectRegion(page, tid)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy all IPv6 prefixes' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await soon(copied).toContain('2001:db8:a::/48')
  const file = await page.request.get(`/ip-ranges.txt?cloud=${CLOUD.first.machineName}&family=6`)
  expect((await copied()).split('\n').sort()).toEqual((await file.text()).trimEnd().split('\n').sort())

  const isFocused = () => field(page).evaluate((node) => node === document.activeElement)
  await field(page).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('192.0.2.300')
  await page.keyboard.press('Enter')
  await soon(() => answer(page)).toBe('Each part of an IPv4 address is a number from 0 to 255.')
  expect(await field(page).inputValue()).toBe('192.0.2.300')
  expect(await field(page).getAttribute('aria-invalid')).toBe('true')
  await soon(isFocused).toBe(true)
  await page.getByRole('link', { name: 'Clear' }).press('Enter')
  await soon(() => addressOf(page)).toBe(PAGE)
  await soon(() => field(page).inputValue()).toBe('')
  await soon(isFocused).toBe(true)
  if (!isShort) await expectFound(page)
})

// In the short run site-editing-ip-ranges.test.ts makes each of these changes.
test.skipIf(isShort)(
  'Z-04 staff paste a list and preview its effect, and readers see the result; staff find, add, annotate and remove a range',
  async () => {
    await forget('198.51.100.240/28')
    await forget('203.0.113.128/28')
    await site()
      .db.updateTable('ip_ranges')
      .set({ note: '' })
      .where('range', '=', '2001:db8:a::/48')
      .execute()
    // A few ranges: all of them would be drawn again after every step.
    const page = await openAsAdmin(browser, site(), '/admin/site/ip-ranges?q=203.0.113.', {
      expects: [/status of 422/],
    })
    await page.getByText(/[1-9]\d* ranges? in [1-9]\d* data centers?/).waitFor()

    await page.getByRole('button', { name: 'Paste a list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Paste IP ranges' })
    await dialog
      .getByLabel('Ranges')
      .fill(
        '198.51.100.240/28,Zürich I,Fresh egress\n10.0.0.0/8,Zürich I\n2001:db8:a::/48,frankfurt i,Anycast of all',
      )
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const plan = dialog.getByRole('region', { name: 'Preview' })
    await soon(() => plan.innerText()).toContain('1 range to add')
    expect(await plan.innerText()).toContain('10.0.0.0/8 is private (RFC 1918): no traffic comes from it.')
    expect(await plan.innerText()).toContain('1 note to change')
    expect(await axeInDetail(page)).toEqual([])
    await plan.getByRole('button', { name: 'Add 1, change 1 note' }).click()
    await toast(page, 'Done: add 1, change 1 note.').waitFor()

    const found = readerSees(site(), `${PAGE}?address=198.51.100.245`)
    await found.toMatch(/198\.51\.100\.245\s+belongs to\s+Zürich I\s*\./)
    await found.toMatch(/Zürich I\s+Added\s+198\.51\.100\.240\/28\s+Fresh egress/)
    await found.toContain('Anycast of all')

    await page.getByRole('button', { name: 'Add a range', exact: true }).click()
    const adding = page.getByRole('dialog', { name: 'Add an IP range' })
    await adding.getByLabel('Data center').selectOption('Oslo I')
    await adding.getByLabel('Prefix').fill('203.0.113.129/28')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await soon(() => adding.innerText()).toContain('The network is 203.0.113.128/28.')
    await adding.getByLabel('Prefix').fill('203.0.113.128/28')
    await adding.getByLabel('Prefix').press('Enter')
    await toast(page, '203.0.113.128/28 was added.').waitFor()

    await page.getByRole('searchbox', { name: 'Prefix, note or data center' }).fill('203.0.113.128')
    const oslo = page.getByRole('region', { name: 'IP ranges of Oslo I' })
    await soon(() => page.getByRole('region', { name: /^IP ranges of/ }).count()).toBe(1)
    await oslo.getByRole('button', { name: 'Change note on 203.0.113.128/28' }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('For the fjord')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await soon(() => oslo.innerText()).toContain('For the fjord')

    await oslo.getByRole('button', { name: 'Remove 203.0.113.128/28' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await toast(page, '203.0.113.128/28 was removed.').waitFor()
    await page.getByText('No range matches.').waitFor()
  },
)

// Every screen uses the same component for failed reads; only here one covers two reads.
test.skipIf(isShort)(
  'if data centers fail to load, no range is missing, and Retry reads both again',
  async () => {
    const page = await openAsAdmin(browser, site(), '/admin/site', { expects: [/status of 503/] })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // Until the click: the page also retries automatically after some seconds, and the button would be
    // gone.
    await page.evaluate(() =>
      addEventListener('click', () => Object.assign(window, { isPressed: true }), { capture: true }),
    )
    await page.route('**/api/admin/site/data-centers', async (route) => {
      if (await page.evaluate(() => 'isPressed' in window)) await route.continue()
      else await route.fulfill({ status: 503, body: '' })
    })
    await goInside(page, '/admin/site/ip-ranges')
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    expect(await page.getByRole('main').innerText()).not.toContain('0 ranges')
    const timesOfRanges = () => asked.filter((path) => path === '/api/admin/site/ip-ranges').length
    await soon(timesOfRanges).toBe(1)
    await retry.click()
    await soon(timesOfRanges).toBe(2)
    await soon(() => page.getByRole('main').innerText()).toMatch(/[1-9]\d* ranges in [1-9]\d* data centers/)
  },
)

async function askWhere(page: Page) {
  const place = page.getByRole('region', { name: 'Your data center' })
  await place.getByRole('button', { name: 'Where am I?' }).click()
  await soon(() => place.getByRole('status').innerText()).toMatch(
    /^This site sees you at .+, which is loopback/,
  )
  const fromLogs = place.getByLabel('An address from your logs')
  await soon(() => fromLogs.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.type('8.8.8.8')
  await page.keyboard.press('Enter')
  await soon(() => answer(page)).toBe('Not one of our addresses.')
}

async function expectRegion(page: Page, tid: number | undefined) {
  const europe = page.locator('details', {
    has: page.getByRole('heading', { name: 'Europe', exact: true }),
  })
  const frankfurt = europe.getByRole('row', { name: /^Frankfurt I/ }).first()
  await soon(() => frankfurt.innerText()).toContain('203.0.113.32/28')
  const others = page.locator('main details', { hasNot: page.locator(`#region-${tid}`) })
  expect(await others.count()).toBeGreaterThan(0)
  expect(await others.getByRole('row').count()).toBe(0)
  if (isShort) return

  await page.locator('main details:not([open]) > summary').evaluateAll((summaries: HTMLElement[]) => {
    for (const summary of summaries) summary.click()
  })
  await soon(() => page.locator('main details:not([open])').count()).toBe(0)
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await axeViolations(page), `at ${width} px`).toEqual([])
  }
}

async function forget(range: string) {
  await site().db.deleteFrom('ip_ranges').where('range', '=', range).execute()
}

async function expectFound(page: Page) {
  await lookUp(page, ` [${ANYCAST}]:443 `)
  await soon(() => answer(page)).toContain('belongs to 4 data centers.')
  expect(await answer(page)).toContain(`Read as ${ANYCAST}: ignored the port.`)
  expect(await page.getByRole('list', { name: /^Data centers of/ }).innerText()).toMatch(
    /Frankfurt I[\s\S]*Running/,
  )
  expect(new URL(page.url()).searchParams.get('address')).toContain(ANYCAST)
  const onMap = page.getByRole('link', { name: /^On the map.*Frankfurt I$/ })
  expect(await onMap.getAttribute('href')).toMatch(/^\/northwall\.net\/data-center-map#dc-\d+$/)
}

async function lookUp(page: Page, address: string) {
  await field(page).fill(address)
  await page.getByRole('button', { name: 'Look up' }).click()
}

function field(page: Page) {
  return page.getByRole('searchbox', { name: 'Look up an IP address' })
}

async function answer(page: Page) {
  return (await page.getByRole('search').getByRole('status').innerText()).trim()
}
