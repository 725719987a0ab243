import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { forMachinesPath } from '../../src/domain/machine-paths.ts'
import { isShort } from '../size.ts'
import { addressOf, soon, testBrowser, untilSeenAfter } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()
const PAGE = forMachinesPath(CLOUD.first.domain)

test('L-03 every footer links to the developer page, which copies full URLs even if the browser refuses, shows live answers, follows the chosen cloud, and fits the screen', async () => {
  const page = await browser.open(PATH.incidents, { expects: isShort ? [] : [/status of 503/] })
  await copyAddresses(page)
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  // In the short run: for-machines.test.ts of the integration tests calls every address.
  if (isShort) return
  await showAnswers(page)
  await copyRefused(page)
})

async function copyAddresses(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click()
  await soon(() => addressOf(page)).toBe(PAGE)
  await soon(() => shellOf(page).heading.textContent()).toBe('Developers')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const entry = page.getByRole('region', { name: 'Google Cloud incidents' })
  const copy = entry.getByRole('button', { name: /^Cop(y|ied) Incidents$/ })
  const announced = await watchAnnounced(page, entry)
  await copy.click()
  await soon(announced).toEqual(expect.arrayContaining(['Copied Incidents', 'Copied']))
  expect(await copied(page)).toBe(`${inject('siteUrl')}/${CLOUD.first.domain}/incidents.json`)
  // Every press is announced again.
  await copy.click()
  await soon(async () => (await announced()).filter((words) => words === 'Copied')).toHaveLength(2)

  const badges = page.getByRole('region', { name: 'Badges' })
  const images = () =>
    badges
      .getByRole('img')
      .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalHeight))
  await soon(images).toEqual([20, 20])
  await badges.getByLabel('Size').selectOption('for-the-badge')
  await badges.getByLabel('About').selectOption({ index: 1 })
  await soon(images).toEqual([28, 28])
  const markdown = badges.getByText(/^\[!\[Status of/)
  await soon(() => markdown.textContent()).toMatch(
    /\/badge\/service\/\d+\.svg\?style=for-the-badge&theme=auto\)/,
  )

  const widget = page.getByRole('region', { name: 'Widget' })
  await soon(() => widget.locator('candor-status').getByRole('status').textContent()).toContain('Read more')
  await widget.getByLabel('Corner').selectOption('top-left')
  await widget.getByLabel('Show when everything is running').check()
  const line = widget.getByText(/^<script/)
  await soon(() => line.textContent()).toContain('data-position="top-left" data-show="always" async>')
  await widget.getByLabel('Place').selectOption('inline')
  await soon(() => line.textContent()).toContain(
    `data-cloud="${CLOUD.first.domain}" data-mode="inline" async>`,
  )
}

async function showAnswers(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const entry = page.getByRole('region', { name: 'Statuspage v2' })
  const answer = entry.getByRole('region', { name: 'Response of summary.json' })
  expect(await answer.count()).toBe(0)
  const fold = entry.getByText('Live example')
  const times = () => asked.filter((path) => path.endsWith('/summary.json')).length
  await fold.click()
  await soon(() => answer.textContent()).toContain(`/${CLOUD.first.domain}"`)
  await soon(times).toBe(1)
  await fold.click()
  await fold.click()
  await soon(() => answer.textContent()).toContain('"page": {')
  await soon(times).toBe(2)
  expect((await answer.boundingBox())?.height).toBeLessThan(400)

  for (const [region, name, said] of [
    ['Model Context Protocol', 'tools/list', '"inputSchema": {'],
  ] as const) {
    const other = page.getByRole('region', { name: region })
    await other.getByText('Live example').click()
    await soon(() => other.getByRole('region', { name: `Response of ${name}` }).textContent()).toContain(said)
  }
  await soon(() =>
    page
      .locator('main img')
      .evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
  ).toBe(true)

  await page.route('**/llms.txt', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  const llms = page.getByRole('region', { name: 'llms.txt' })
  const foldOfLlms = llms.getByText('Live example')
  await foldOfLlms.click()
  await llms.getByRole('status').filter({ hasText: 'We couldn’t load it.' }).waitFor()
  await foldOfLlms.click()
  await foldOfLlms.click()
  await llms.getByRole('region', { name: 'Response of llms.txt' }).waitFor()
  await llms.getByRole('status').filter({ hasText: 'Loaded' }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseCloud(page, CLOUD.second.domain)
  await soon(() => addressOf(page)).toBe(forMachinesPath(CLOUD.second.domain))
  await entry.getByText(`${inject('siteUrl')}/${CLOUD.second.domain}`, { exact: true }).waitFor()
  const link = entry.getByRole('link', { name: 'summary.json', exact: true })
  expect(await link.getAttribute('href')).toBe(`/${CLOUD.second.domain}/api/v2/summary.json`)
  const badge = page.getByRole('region', { name: 'Badges' }).getByRole('img').first()
  expect(await badge.getAttribute('src')).toContain(`/${CLOUD.second.domain}/badge.svg`)
  await soon(() => badge.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(20)
  expect(await answer.count()).toBe(0)
  await fold.click()
  await soon(() => answer.textContent()).toContain(`/${CLOUD.second.domain}"`)
}

async function copyRefused(page: Page) {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  const button = page.getByRole('button', {
    name: /^Cop\w+ address of scheduled-maintenances\/active\.json$/,
  })
  await untilSeenAfter(() => button.click(), button.and(page.locator('[aria-label^="Copied "]')))
  expect(await copied(page)).toBe(
    `${inject('siteUrl')}/${CLOUD.second.domain}/api/v2/scheduled-maintenances/active.json`,
  )
  expect(await button.evaluate((node) => node === document.activeElement)).toBe(true)

  await page.evaluate(() => {
    document.execCommand = () => false
  })
  const entry = page.getByRole('region', { name: 'llms.txt' })
  await untilSeenAfter(
    () => entry.getByRole('button', { name: 'Copy Address' }).click(),
    entry.getByText('Selected; press Ctrl+C to copy'),
  )
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(`${inject('siteUrl')}/llms.txt`)

  const other = page.getByRole('button', { name: 'Copy address of Incidents as Atom' })
  await other.click()
  const shown = page.getByRole('textbox', {
    name: 'Selected; press Ctrl+C to copy: address of Incidents as Atom',
  })
  await shown.waitFor()
  const marked = () =>
    shown.evaluate((node: HTMLTextAreaElement) => node.value.slice(node.selectionStart, node.selectionEnd))
  await soon(marked).toMatch(new RegExp(`^${inject('siteUrl')}/.+=atom$`))
  await page.keyboard.press('Escape')
  await soon(() => shown.count()).toBe(0)
  await soon(() => other.evaluate((node) => node === document.activeElement)).toBe(true)
}

type WindowWithAnnounced = typeof window & { announced: (string | null)[] }

/**
 * The message fades after some seconds. Returns a function that reads the names and texts that have
 * appeared since.
 */
async function watchAnnounced(page: Page, part: Locator) {
  await part.evaluate((element) => {
    const announced: (string | null)[] = []
    Object.assign(window, { announced })
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        if (type === 'attributes') announced.push((target as Element).getAttribute('aria-label'))
        for (const { textContent } of addedNodes) announced.push(textContent)
      }
    }).observe(element, { childList: true, attributeFilter: ['aria-label'], subtree: true })
  })
  return () => page.evaluate(() => (window as WindowWithAnnounced).announced)
}

function copied(page: Page) {
  return page.evaluate(() => navigator.clipboard.readText())
}
