import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cloudBadgePath, WIDGET_SCRIPT_PATH } from '../../src/domain/machine-paths.ts'
import { isShort } from '../size.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { axeViolations } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { untilEdition } from './own-site.ts'
import { recordSite } from './record-site.ts'

const TITLE = 'Tunnels <b>drop</b> "sessions" שלום 🚒'
/** Longer than the polling interval including jitter. */
const NEXT_QUESTION_MS = 76_000

const browser = testBrowser()
const site = recordSite()
let otherSite: Server
let otherUrl: string
let cloud: SmallCloud
let published: number[] = []

beforeAll(async () => {
  cloud = await demoCloud(site().db, CLOUD.second.machineName)
  otherSite = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://other.invalid')
    if (pathname !== '/') return void response.writeHead(204).end()
    const trust = site().url
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        // The page allows only what our snippet needs.
        'content-security-policy': `default-src 'none'; script-src ${trust}; connect-src ${trust}; img-src ${trust}; require-trusted-types-for 'script'; trusted-types 'none'`,
      })
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${searchParams.get('markup')}<p>Below</p></main></html>`,
      )
  })
  otherSite.listen(0, '127.0.0.1')
  await once(otherSite, 'listening')
  // A different host as well as port, so cookies would not be sent either.
  otherUrl = `http://localhost:${(otherSite.address() as AddressInfo).port}`
})

afterEach(async () => {
  for (const id of published) await untilEdition(site(), await unpublish(site().db, id))
  published = []
})

afterAll(async () => {
  otherSite.close()
  otherSite.closeAllConnections()
})

describe('the widget on a page of another site, under its strict policy,', () => {
  test("follows the cloud's status: hidden while all is well, in a corner with a link to an incident, closed by keyboard, back with a different message", async () => {
    const page = await openOther(script(), { movesClock: true })
    const notice = page.getByRole('status')
    const afterNextQuestion = async () => {
      await page.clock.runFor(NEXT_QUESTION_MS)
      return notice.textContent()
    }
    await soon(() => askedTimes(page)).toBe(1)
    expect(await notice.textContent()).toBe('')

    const id = await publishIncident()
    await soon(afterNextQuestion).toMatch(/^Northwall: .*disrupted/)
    const link = notice.getByRole('link')
    expect(await link.getAttribute('href')).toBe(`${site().url}/${cloud.domain}/posts/${id}`)
    expect(await link.getAttribute('aria-label')).toBe(`Read more: ${TITLE}`)
    const box = await notice.boundingBox()
    expect(box && box.x + box.width).toBeGreaterThan(1_350)
    expect(box && box.y + box.height).toBeGreaterThan(850)
    expect(
      await page.evaluate(
        () => getComputedStyle(document.querySelector('candor-status') as Element).position,
      ),
    ).toBe('fixed')
    expect(await axeViolations(page)).toEqual([])

    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await soon(() => notice.textContent()).toBe('')
    const asked = askedTimes(page)
    await soon(async () => {
      await page.clock.runFor(NEXT_QUESTION_MS)
      return askedTimes(page)
    }).toBeGreaterThan(asked + 1)
    expect(await notice.textContent()).toBe('')

    await publishIncident()
    await soon(afterNextQuestion).toContain('disrupted')
    for (const over of published.splice(0)) await untilEdition(site(), await unpublish(site().db, over))
    await soon(afterNextQuestion).toBe('')
    await leavesNothing(page)
  })

  // In the short run the tests above and below show the widget.
  test.skipIf(isShort)(
    'appears once, however often its script is loaded; only the first polls, until the page removes it',
    async () => {
      const always = script('data-show="always"')
      const page = await openOther(always + always, { movesClock: true })
      await soon(() => page.getByRole('status').allTextContents()).toEqual([
        expect.stringContaining('is running'),
      ])
      expect(await page.locator('candor-status').count()).toBe(1)
      await soon(() => askedTimes(page)).toBe(1)
      await page.locator('candor-status').evaluate((host) => host.remove())
      for (let time = 0; time < 3; time++) await page.clock.runFor(NEXT_QUESTION_MS)
      await page.reload()
      // Only the reloaded page polled.
      await soon(() => askedTimes(page)).toBe(2)
    },
  )

  // In the short run the developer page shows one inline.
  test.skipIf(isShort)(
    'inline, it appears where its script is, even while all is well; floating, it has the configured corner and colors; badges beside it are images',
    async () => {
      const floating = script('data-position="top-left" data-theme="dark" data-show="always"')
      const page = await openOther(script('data-mode="inline"') + floating + BADGES.map(badge).join(''), {
        width: 390,
      })
      const inline = page.locator('candor-status[data-mode="inline"]').getByRole('status')
      await soon(() => inline.textContent()).toMatch(/^.*Everything( else)?( on \S+)? is running\./)
      const [place, below] = await Promise.all([inline.boundingBox(), page.getByText('Below').boundingBox()])
      expect(place?.height).toBeGreaterThan(30)
      expect(below?.y).toBeGreaterThanOrEqual((place?.y ?? 0) + (place?.height ?? 0))
      expect(await inline.getByRole('button').count()).toBe(0)

      const corner = page.locator('candor-status[data-position="top-left"]').getByRole('status')
      await soon(() => corner.textContent()).toContain('is running')
      const box = await corner.boundingBox()
      expect([box?.x, box?.y]).toEqual([16, 16])
      expect(box && box.x + box.width).toBeLessThanOrEqual(390 - 16)
      const ground = await corner.evaluate(
        (region) => getComputedStyle(region.firstElementChild as Element).backgroundColor,
      )
      expect(ground).toBe('rgb(22, 29, 36)')
      await soon(() => sizesOfImages(page)).toEqual([
        [true, 20, true],
        [true, 28, true],
        [true, 20, true],
      ])
      await leavesNothing(page)
    },
  )

  test('is hidden and throws nothing if the cloud is unknown or the site is down', async () => {
    const nowhere = script('', 'nowhere.net')
    const page = await openOther(`${nowhere}${script('data-mode="inline"', '')}${script()}`, {
      expects: [/status of 404/, /ERR_FAILED/],
      isAway: true,
    })
    await soon(() => page.locator('candor-status').count()).toBe(2)
    await soon(() => askedTimes(page)).toBe(1)
    expect(await page.getByRole('status').allTextContents()).toEqual(['', ''])
  })
})

test('the script is under 5 kB, loads from anywhere, and is revalidated within the hour', async () => {
  const answer = await fetch(site().url + WIDGET_SCRIPT_PATH)
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(5_000)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.any(String),
  })
})

const BADGES = [
  '',
  '?style=for-the-badge&theme=dark',
  '?theme=auto&label=%D7%A9%D7%9C%D7%95%D7%9D%20%26%20%3Cb%3E',
]

function badge(query: string) {
  const address = `${site().url}${cloudBadgePath(cloud.domain)}${query}`
  return `<img src="${address.replaceAll('&', '&amp;')}" alt="Status">`
}

function sizesOfImages(page: Page) {
  return page.evaluate(() =>
    [...document.images].map(({ complete, naturalHeight, naturalWidth }) => [
      complete,
      naturalHeight,
      naturalWidth > 100,
    ]),
  )
}

function script(marks = '', domain = cloud.domain) {
  return `<script src="${site().url}${WIDGET_SCRIPT_PATH}" data-cloud="${domain}" ${marks} async></script>`
}

const asked = new WeakMap<Page, number>()

function askedTimes(page: Page): number {
  return asked.get(page) ?? 0
}

async function openOther(
  markup: string,
  {
    expects = [],
    isAway = false,
    movesClock = false,
    ...options
  }: { expects?: RegExp[]; isAway?: boolean; movesClock?: boolean; width?: number } = {},
) {
  const page = await browser.newPage({
    ...options,
    movesClock,
    reducedMotion: true,
    siteUrl: otherUrl,
    expects: [new RegExp(`^foreign request: ${site().url}/`), ...expects],
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/widget.json')) asked.set(page, askedTimes(page) + 1)
  })
  if (movesClock) await page.clock.install()
  if (isAway) await page.route(`**/${cloud.domain}/widget.json`, (route) => route.abort())
  await page.goto(`/?${new URLSearchParams({ markup })}`)
  return page
}

async function leavesNothing(page: Page) {
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  expect(await page.evaluate(() => document.querySelectorAll('style, [style]').length)).toBe(0)
  expect(await page.evaluate(() => Object.keys(window).filter((name) => name.length === 1))).toEqual([])
}

async function publishIncident(): Promise<number> {
  const { db } = site()
  const id = await addDraft(db, {
    title: TITLE,
    clouds: [cloud],
    from_time: new Date(Date.now() - 600_000),
  })
  published.push(id)
  await untilEdition(site(), await publish(db, id))
  return id
}
