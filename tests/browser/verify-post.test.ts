import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { bundleOf, entriesIn } from '../../src/domain/log/tiles.ts'
import { sized } from '../size.ts'
import { smallLog } from '../support/small-log.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { pathOf, recordSite } from './record-site.ts'

const browser = testBrowser()
const site = recordSite()

const log = (page: Page) => page.getByRole('region', { name: 'Public log' })
const outcome = (page: Page) => log(page).locator('[data-outcome]')
const verify = (page: Page) => log(page).getByRole('button', { name: 'Verify' }).click()

test('a reader verifies a post step by step, and the next time that the log only grew', async () => {
  const page = await browser.newPage({ siteUrl: site().url, width: 320 })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await goTo(page, pathOf(site().records.closed))
  await soon(() => log(page).textContent()).toMatch(/^Entry [\d,]+ of the public log/)
  expect(loaded.filter((path) => path.startsWith('/log/') || path.includes('verify-here'))).toEqual([])
  await verify(page)
  await soon(() => outcome(page).textContent()).toBe('✓Verified: this post matches the public log.')
  const steps = log(page).getByRole('listitem')
  expect(await steps.count()).toBe(5)
  expect(await steps.nth(1).textContent()).toContain('This device hasn’t seen the log before')
  await verify(page)
  await soon(() => steps.nth(1).textContent()).toContain(
    'The log hasn’t changed since this device checked it on',
  )
  await soon(() => outcome(page).getAttribute('data-outcome')).toBe('verified')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(320)
})

/** As somebody with the server's disk could change what it answers. */
const TAMPERINGS: Record<string, { at: RegExp; bytes: (body: Buffer) => Buffer | string; says: RegExp }> = {
  'a signature': {
    at: /\/log\/checkpoint$/,
    bytes: (body) =>
      String(body).replace(/^(.*\n)(\d+)\n/, (_, origin, size) => `${origin}${Number(size) + 1}\n`),
    says: /The signature of the checkpoint is wrong\./,
  },
  'a key': {
    at: /\/log\/key$/,
    bytes: () => 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8\n',
    says: /The checkpoint is signed with another key\./,
  },
  'a tile': {
    at: /\/tile\/\d/,
    bytes: (body) => Buffer.from(body.map((byte) => byte ^ 1)),
    says: /is not in the log of this checkpoint\./,
  },
  'an entry': {
    at: /\/tile\/entries\//,
    bytes: (body) => Buffer.from(body.toString('latin1').replaceAll('"edition":', '"Edition":'), 'latin1'),
    says: /is not in the log of this checkpoint\./,
  },
  'a version': {
    at: /\/log\/faces\//,
    bytes: (body) => String(body).replace('three updates', 'no updates'),
    says: /is not what was logged\./,
  },
}

test('a failed check is shown in red and explained, one that is offline does not cry wolf, and a browser without Ed25519 says so', async () => {
  const page = await browser.newPage({ siteUrl: site().url, expects: [/log\/key/] })
  await goTo(page, pathOf(site().records.closed))
  // In the short run verify.test.ts of the command, which reads the log by the same code, has more of them.
  const some = Object.values(TAMPERINGS).slice(...sized({ short: [3], long: [0] }))
  for (const { at, bytes, says } of some) {
    const change = async (route: Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: bytes(await response.body()) })
    }
    await page.route(at, change)
    await verify(page)
    await soon(() => outcome(page).textContent()).toMatch(says)
    expect(await outcome(page).getAttribute('data-outcome')).toBe('wrong')
    await page.unroute(at, change)
  }
  // Its body was changed in the database, behind the back of the log.
  await goTo(page, pathOf(site().records.hostile))
  await verify(page)
  await soon(() => outcome(page).textContent()).toMatch(
    /^✗Verification failed\. This page doesn’t match the log entry of .*: "body" was changed without an entry\.$/,
  )
  await page.route(/\/log\//, (route) => route.abort())
  await verify(page)
  await soon(() => outcome(page).textContent()).toContain('The site can’t be reached now')
  expect(await outcome(page).getAttribute('data-outcome')).toBe('unable')
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotSupportedError'))
    Object.assign(crypto.subtle, { generateKey: refuse })
  })
  await verify(page)
  await soon(() => outcome(page).textContent()).toContain('This browser can’t verify Ed25519 signatures')
})

test('the button of the log’s page reads the whole log, and says which post is missing and that entries were moved', async () => {
  const { files, records } = await smallLog()
  const page = await browser.newPage({ siteUrl: site().url, expects: [/api\/posts/] })
  // Another site’s log and posts, since reading those of the demo takes minutes.
  await page.route(
    /\/log\/|\/api\/(global|incident|maintenance|advisory|notifications?|posts)\b/,
    (route) => {
      const { pathname, search } = new URL(route.request().url())
      const body = files.get(pathname + search)
      return route.fulfill(body === undefined ? { status: 404, body: '{"data":null}' } : { body })
    },
  )
  await goTo(page, '/log')
  await shortenPauses(page)
  const whole = page.getByRole('main')
  const says = async () => {
    await whole.getByRole('button', { name: 'Verify the whole log here' }).click()
    await soon(() => whole.getByText('Verifying…').count()).toBe(0)
    return whole.locator('[data-outcome]').textContent()
  }
  expect(await says()).toMatch(
    /^✓Verified: the log has 5 entries\. .* 3 posts on the site match the log\. Withdrawn: 0\. Redacted versions: 0\.$/,
  )

  const [missing = 0] = records
  const list = '/api/incident?cloud=alpha'
  const tile = [...files.keys()].find((path) => path.includes('/tile/entries/')) ?? ''
  const intact = new Map(files)
  const { records: shown, ...others } = JSON.parse(String(files.get(list)))
  const left = shown.filter(({ id }: { id: number }) => id !== missing)
  files.set(list, Buffer.from(JSON.stringify({ ...others, records: left })))
  expect(await says()).toBe(
    `✗Verification failed. Record ${missing} is in the log and was not withdrawn, but it is missing on the site.`,
  )

  files.set(list, intact.get(list) as Buffer)
  const [first, second, third, ...rest] = entriesIn(intact.get(tile) as Buffer) as [Buffer, Buffer, Buffer]
  files.set(tile, Buffer.from(bundleOf([first, third, second, ...rest])))
  expect(await says()).toMatch(/^✗Verification failed\. The hashes in \S+ don't match the entries\.$/)
})

/** Before it says that something is wrong, it reads the site again for 15 seconds. */
function shortenPauses(page: Page) {
  return page.evaluate(() => {
    const wait = window.setTimeout.bind(window)
    const short = (act: () => void, ms?: number) => wait(act, Math.min(ms ?? 0, 10))
    Object.assign(window, { setTimeout: short })
  })
}
