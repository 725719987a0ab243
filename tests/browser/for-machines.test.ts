import { describe, expect, inject, test } from 'vitest'
import { forMachinesPath } from '../../src/domain/machine-paths.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const PAGE = forMachinesPath(CLOUD.first.domain)

describe('L-03 the page for machines', () => {
  test('is led to by the footer of every page', async () => {
    const page = await browser.open(PATH.incidents)
    await page.getByRole('contentinfo').getByRole('link', { name: 'For machines' }).click()
    await soon(() => addressOf(page)).toBe(PAGE)
    await soon(() => shellOf(page).heading.textContent()).toBe('For machines')
  })

  test('copies an address in full, and says so', async () => {
    const page = await browser.open(PAGE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const entry = page.getByRole('region', { name: 'Google Cloud incidents' })
    await entry.getByRole('button', { name: 'Copy Incidents' }).click()
    await soon(() => entry.getByRole('status').textContent()).toBe('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${inject('siteUrl')}/${CLOUD.first.domain}/incidents.json`,
    )
  })

  test('marks what a browser lets nobody else copy', async () => {
    const page = await browser.newPage()
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.goto(PAGE)
    const entry = page.getByRole('region', { name: 'llms.txt' })
    await entry.getByRole('button', { name: 'Copy Address' }).click()
    await soon(() => entry.getByRole('status').textContent()).toBe('Marked for you to copy')
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(
      `${inject('siteUrl')}/llms.txt`,
    )
  })

  test('shows what an address answers now once a reader asks for it', async () => {
    const page = await browser.open(PAGE)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const entry = page.getByRole('region', { name: 'Statuspage v2' })
    const answer = entry.getByRole('region', { name: 'Answer of summary.json' })
    expect(await answer.count()).toBe(0)
    await entry.getByText('What it answers now').click()
    await soon(() => answer.textContent()).toContain('"page": {')
    expect(asked.filter((path) => path.endsWith('/summary.json'))).toHaveLength(1)
    expect((await answer.boundingBox())?.height).toBeLessThan(400)
  })

  test('says so when there is no answer, and asks again', async () => {
    const page = await browser.open(PAGE, { expects: [/status of 503/] })
    await page.route('**/llms.txt', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    const entry = page.getByRole('region', { name: 'llms.txt' })
    const fold = entry.getByText('What it answers now')
    await fold.click()
    await entry.getByRole('alert').waitFor()
    await fold.click()
    await fold.click()
    await entry.getByRole('region', { name: 'Answer of llms.txt' }).waitFor()
  })

  test('a badge looks as it is chosen, and the snippets with it', async () => {
    const page = await browser.open(PAGE)
    const entry = page.getByRole('region', { name: 'Badges' })
    const images = () =>
      entry
        .getByRole('img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalHeight))
    await soon(images).toEqual([20, 20])
    await entry.getByLabel('Size').selectOption('for-the-badge')
    await entry.getByLabel('About').selectOption({ index: 1 })
    await soon(images).toEqual([28, 28])
    const markdown = entry.getByText(/^\[!\[Status of/)
    await soon(() => markdown.textContent()).toMatch(
      /\/badge\/service\/\d+\.svg\?style=for-the-badge&theme=auto\)/,
    )
  })

  test('the widget stands on the page, and its line follows what is chosen', async () => {
    const page = await browser.open(PAGE)
    const entry = page.getByRole('region', { name: 'Widget' })
    await soon(() => entry.locator('candor-status').getByRole('status').textContent()).toContain('Read more')
    await entry.getByLabel('Corner').selectOption('top-left')
    await entry.getByLabel('Also while all is well').check()
    const line = entry.getByText(/^<script/)
    await soon(() => line.textContent()).toContain('data-position="top-left" data-show="always" async>')
    await entry.getByLabel('Place').selectOption('inline')
    await soon(() => line.textContent()).toContain(
      `data-cloud="${CLOUD.first.domain}" data-mode="inline" async>`,
    )
  })

  test('has everything but the buttons without scripts', async () => {
    const page = await browser.open(PAGE, { javaScript: false })
    expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0)
    expect(await page.getByText(`${inject('siteUrl')}/mcp`, { exact: true }).count()).toBe(1)
    await page.getByText('What it answers now').first().click()
    await page.getByRole('link', { name: 'Open the whole answer' }).first().click()
    expect(new URL(page.url()).pathname).toBe(`/${CLOUD.first.domain}/api/v2/summary.json`)
  })

  test.each([390, 800, 1440])('fits into %i px', async (width) => {
    const page = await browser.open(PAGE, { width })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
})
