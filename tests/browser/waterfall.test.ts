import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { testBrowser } from './browser.ts'
import { PATH, richIncident } from './demo-site.ts'

const browser = testBrowser()

const OF_FIRST_SCREEN = ['Script', 'Stylesheet', 'Font', 'Image', 'Other']

interface Asked {
  path: string
  type: string
  /** What made the browser ask: the document itself, or something that had to arrive first. */
  by: string
}

test.each([
  ['home', PATH.home],
  ['cloud status', PATH.cloudStatus],
  ['a list', PATH.incidents],
  ['the map', `${PATH.home}/data-center-map`],
  ['the threat map', `${PATH.home}/threat-map`],
  ['analytics', `${PATH.home}/analytics`],
  ['the FAQ', PATH.faq],
])('%s names in its document all that its first screen needs', async (_what, path) => {
  expect((await visit(path)).filter(isFoundLate)).toEqual([])
})

test('so does a post', async () => {
  const { id } = await richIncident()
  expect((await visit(`${PATH.home}/posts/${id}`)).filter(isFoundLate)).toEqual([])
})

test('nothing is asked for twice, and no data that came with the page', async () => {
  const asked = (await visit(PATH.incidents)).map(({ path }) => path)
  expect(asked.length).toBe(new Set(asked).size)
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/edition')).toEqual([])
})

test('what has a hash in its name is kept for a year, and comes compressed', async () => {
  const siteUrl = inject('siteUrl')
  const hashed = (await visit(`${PATH.home}/data-center-map`)).filter(({ path }) =>
    path.startsWith('/assets/'),
  )
  expect(hashed.length).toBeGreaterThan(5)
  for (const { path } of hashed) {
    const { headers } = await fetch(siteUrl + path, { headers: { 'accept-encoding': 'br' } })
    expect(headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable')
    const isText = /\.(js|css|svg)$/.test(path)
    expect(headers.get('content-encoding'), path).toBe(isText ? 'br' : null)
  }
})

/** What the home page puts to it after everything else, and what a browser shows beside the page, is no part of the first screen. */
const AFTERWARDS = ['/theme/speedometer.js', '/favicon.svg', '/favicon.ico']

function isFoundLate({ path, type, by }: Asked) {
  return OF_FIRST_SCREEN.includes(type) && by !== 'parser' && !AFTERWARDS.includes(path)
}

/** All that a browser with an empty cache asks for, by its own account. */
async function visit(path: string): Promise<Asked[]> {
  const page: Page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  const asked: Asked[] = []
  session.on('Network.requestWillBeSent', ({ request, type = '', initiator }) => {
    const { pathname, search } = new URL(request.url)
    if (type !== 'Document') asked.push({ path: pathname + search, type, by: initiator.type })
  })
  await session.send('Network.enable')
  await page.goto(path, { waitUntil: 'networkidle' })
  return asked
}
