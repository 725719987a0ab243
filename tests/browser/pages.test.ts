import { describe, expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, richIncident } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

describe('lists', () => {
  test('L-04, L-12 pages can be turned, the address names the page, and going back turns back', async () => {
    const page = await browser.open(PATH.incidents)
    const { main } = shellOf(page)
    const pages = main.getByRole('navigation', { name: 'Pages' })
    const firstTitle = () => main.locator('article h2').first().textContent()
    const newest = await firstTitle()
    expect(await pages.getByRole('link', { name: /^Page \d$/ }).count()).toBe(5)

    await pages.getByRole('link', { name: 'Next page' }).click()
    await soon(firstTitle).not.toBe(newest)
    expect(await pages.locator('[aria-current="page"]').textContent()).toBe('2')
    const second = addressOf(page)
    await pages.getByRole('link', { name: 'Last' }).click()
    await soon(() => pages.getByRole('link', { name: 'Next page' }).count()).toBe(0)
    await page.goBack()
    await page.waitForURL(`**${second}`)
    await pages.getByRole('link', { name: 'First' }).click()
    await soon(firstTitle).toBe(newest)
  })

  test('L-07 maintenance has the weekly schedule of updates', async () => {
    const page = await browser.open(PATH.maintenance)
    const { main } = shellOf(page)
    const schedule = main.getByRole('region', { name: 'Service Update Schedule (UTC)' })
    await schedule.getByRole('columnheader', { name: 'Wednesday' }).waitFor()
  })

  test('L-08, P-01 an empty list says so, each kind in its own words', async () => {
    const noSuchStatus = 7
    for (const [path, text] of [
      [PATH.incidents, 'There are no records'],
      [`${PATH.home}/sub-processor-notification`, 'There are no records.'],
    ] as const) {
      const page = await browser.open(`${path}?category=${noSuchStatus}`)
      await shellOf(page).main.getByText(text, { exact: true }).waitFor()
    }
  })

  test('L-11 times are told in UTC, down to the second', async () => {
    const page = await browser.open(PATH.incidents)
    const times = await shellOf(page).main.locator('article time').allTextContents()
    expect(times.join(' ')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC/)
  })
})

describe('a post', () => {
  test('P-03 has all that its record has', async () => {
    const record = await richIncident()
    const page = await browser.open(`${PATH.home}/posts/${record.id}`)
    const { main } = shellOf(page)
    const text = (await main.textContent()) ?? ''
    const told = [
      record.title,
      record.status,
      String(record.id),
      ...record.tags,
      ...record.clusters,
      ...record.services.map(({ name }) => name),
      ...record.datacenters.map(({ name }) => name),
    ]
    for (const each of told) expect(text).toContain(each)
    const updates = main.locator('section', { has: page.getByRole('heading', { name: 'Updates' }) })
    expect(await updates.locator('li[id^="update-"]').count()).toBe(record.updates.length)
  })
})

describe('other pages', () => {
  test('M-05 the data center map says that there are over 150 data centers', async () => {
    const page = await browser.open(`${PATH.home}/data-center-map`)
    const { main, heading } = shellOf(page)
    expect(await heading.textContent()).toBe('Data Center Map')
    await main.getByText(/over 150 data centers/).waitFor()
  })

  test('C-01 compliance is a table under the text of its page', async () => {
    const page = await browser.open(`/${CLOUD.government.domain}/compliance`)
    const { main } = shellOf(page)
    expect(await main.getByRole('columnheader').allTextContents()).toEqual([
      'Feature/Capability Description',
      'Estimated Date of JAB Approval',
    ])
    expect(await main.getByRole('row').count()).toBeGreaterThan(5)
    await main.getByText(/approval by the Joint Authorization Board/).waitFor()
  })

  test.each([true, false])(
    'F-03 a hash leads to its section of the FAQ (scripts: %s)',
    async (javaScript) => {
      const page = await browser.open(`${PATH.faq}#what-do-the-severities-mean`, { javaScript })
      const section = shellOf(page).main.getByRole('heading', { name: 'What do the severities mean?' })
      await soon(async () => (await section.boundingBox())?.y ?? -1).toSatisfy(isNearTheTop)
    },
  )

  function isNearTheTop(y: number) {
    return y >= 0 && y < 150
  }
})
