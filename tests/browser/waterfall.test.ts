import { expect, inject, test } from 'vitest'
import { sized } from '../size.ts'
import { testBrowser } from './browser.ts'
import { PATH, richIncident } from './demo-site.ts'

const browser = testBrowser()

const OF_FIRST_SCREEN = ['Script', 'Stylesheet', 'Font', 'Image', 'Other']

interface Asked {
  path: string
  type: string
  /** The initiator of the request: the document, or a resource that had to load first. */
  by: string
}

/** The others follow the same rule, from the build's list of chunks. */
const PAGES = sized({
  short: [PATH.cloudStatus, `${PATH.home}/data-center-map`],
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

test('documents name everything their first screen needs, request nothing twice, no data that came with the page, and stay small', async () => {
  const { id } = await richIncident()
  const { visit } = await visitor()
  const all: Asked[] = []
  for (const path of [...PAGES, `${PATH.home}/posts/${id}`]) {
    const visited = await visit(path)
    expect(visited.kilobytes, path).toBeLessThanOrEqual(MOST_KILOBYTES[path] ?? 150)
    const asked = visited.asked.filter((each) => !OF_THE_MOMENT.some((call) => each.path.startsWith(call)))
    all.push(...asked)
    expect(asked.filter(isFoundLate), path).toEqual([])
    const paths = asked.map((each) => each.path)
    expect(paths.toSorted(), path).toEqual([...new Set(paths)].toSorted())
    expect(
      paths.filter((each) => each.startsWith('/api/')),
      path,
    ).toEqual([])
  }

  // Files with a hash in their name are cached for a year and compressed.
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

const MOST_KILOBYTES: Record<string, number> = {
  [`${PATH.home}/data-center-map`]: 180,
  [`${PATH.home}/analytics`]: 180,
  [`${PATH.home}/threat-map`]: 180,
}

/** Answers that a page can't contain: whether there is news, and where this reader comes from. */
const OF_THE_MOMENT = ['/api/edition', '/api/where']

const TOO_SMALL_TO_COMPRESS_BYTES = 512

/** Files that the home page adds last, and icons, are not part of the first screen. */
const AFTERWARDS = ['/theme/speedometer.js', '/favicon.svg', '/favicon.ico']

function isFoundLate({ path, type, by }: Asked) {
  return OF_FIRST_SCREEN.includes(type) && by !== 'parser' && !AFTERWARDS.includes(path)
}

/** Visits pages as if each were the first: all requests of a browser without a cache. */
async function visitor() {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  let asked: Asked[] = []
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  session.on('Network.requestWillBeSent', ({ request, type = '', initiator }) => {
    const { pathname, search } = new URL(request.url)
    if (type !== 'Document') asked.push({ path: pathname + search, type, by: initiator.type })
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const visit = async (path: string) => {
    await page.goto('about:blank')
    asked = []
    bytes = 0
    await page.goto(path, { waitUntil: 'networkidle' })
    return { asked, kilobytes: bytes / 1000 }
  }
  return { visit }
}
