import { expect, inject, test } from 'vitest'
import { sized } from '../size.ts'
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

/** The others are made by the same rule, from the list of chunks that the build wrote. */
const PAGES = sized({
  short: [PATH.home, PATH.cloudStatus, `${PATH.home}/data-center-map`],
  long: [
    PATH.home,
    PATH.cloudStatus,
    PATH.incidents,
    `${PATH.home}/data-center-map`,
    `${PATH.home}/threat-map`,
    `${PATH.home}/analytics`,
    PATH.faq,
  ],
})

test('pages name in their documents all that their first screens need, ask for nothing twice, and for no data that came with them', async () => {
  const { id } = await richIncident()
  const { visit } = await visitor()
  const all: Asked[] = []
  for (const path of [...PAGES, `${PATH.home}/posts/${id}`]) {
    const asked = (await visit(path)).filter((each) => each.path !== '/api/edition')
    all.push(...asked)
    expect(asked.filter(isFoundLate), path).toEqual([])
    const paths = asked.map((each) => each.path)
    expect(paths.toSorted(), path).toEqual([...new Set(paths)].toSorted())
    expect(
      paths.filter((each) => each.startsWith('/api/')),
      path,
    ).toEqual([])
  }

  // What has a hash in its name is kept for a year, and comes compressed.
  const hashed = new Set(all.map(({ path }) => path).filter((path) => path.startsWith('/assets/')))
  expect(hashed.size).toBeGreaterThan(5)
  for (const path of hashed) {
    const answer = await fetch(inject('siteUrl') + path, { headers: { 'accept-encoding': 'br' } })
    const { headers } = answer
    const isTooSmall = (await answer.arrayBuffer()).byteLength < TOO_SMALL_TO_COMPRESS_BYTES
    expect(headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable')
    const isText = /\.(js|css|svg)$/.test(path)
    expect(headers.get('content-encoding'), path).toBe(isText && !isTooSmall ? 'br' : null)
  }
})

const TOO_SMALL_TO_COMPRESS_BYTES = 256

/** What the home page puts to it after everything else, and what a browser shows beside the page, is no part of the first screen. */
const AFTERWARDS = ['/theme/speedometer.js', '/favicon.svg', '/favicon.ico']

function isFoundLate({ path, type, by }: Asked) {
  return OF_FIRST_SCREEN.includes(type) && by !== 'parser' && !AFTERWARDS.includes(path)
}

/** Visits pages as if each were the first: all that a browser without a cache asks for, by its own account. */
async function visitor() {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  let asked: Asked[] = []
  session.on('Network.requestWillBeSent', ({ request, type = '', initiator }) => {
    const { pathname, search } = new URL(request.url)
    if (type !== 'Document') asked.push({ path: pathname + search, type, by: initiator.type })
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const visit = async (path: string) => {
    await page.goto('about:blank')
    asked = []
    await page.goto(path, { waitUntil: 'networkidle' })
    return asked
  }
  return { visit }
}
