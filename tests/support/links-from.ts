import { setTimeout as sleep } from 'node:timers/promises'
import { parseUrl } from '../../src/domain/parse-url.ts'

/** Queries make endless views of one page; this many of each are checked. */
const VIEWS_PER_PAGE = 2
/** A sitemap links to every record; every nth is checked. */
const EVERY_OF_SITEMAP = 25
const AT_ONCE = 2
const TRIES = 60
const COME_AGAIN_MS = 500
/** Only a build copies these to where browsers find them. */
const OF_THE_BUILD = /^\/src\//

interface Answered {
  address: string
  status: number
}

/** Follows all internal links of a site from its home page. */
export async function linksFrom(url: string): Promise<Answered[]> {
  const queue = ['/', '/robots.txt', '/api/docs', '/api/openapi.json', ...(await someOfSitemap(url))]
  const seen = new Set(queue)
  const views = new Map<string, number>()
  const answers: Answered[] = []

  /** The sitemap gives every worker a page to start with. */
  async function follow() {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      // Redirects to other sites are not followed.
      const response = await untilNotBusy(() => fetch(url + address, { redirect: 'manual' }))
      answers.push({ address, status: response.status })
      const location = response.headers.get('location')
      const text = await response.text()
      // Scripts contain text that only looks like links.
      const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
      for (const next of linksIn(`${isPage ? text : ''} href="${location ?? ''}"`, url)) {
        const key = keyOf(next)
        if (seen.has(key) || isSeenEnough(views, next)) continue
        seen.add(key)
        queue.push(next)
      }
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, follow))
  return answers
}

/** A busy machine answers 503 for a while. */
async function untilNotBusy(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await ask()
    if (response.status !== 503 || tries === TRIES) return response
    await response.arrayBuffer()
    await sleep(COME_AGAIN_MS)
  }
}

async function someOfSitemap(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  return paths.filter((_, index) => index % EVERY_OF_SITEMAP === 0)
}

function linksIn(body: string, origin: string): string[] {
  const found = [...body.matchAll(/(?:href|src|action)="([^"#]+)/g)].map(([, link = '']) => link)
  return found.flatMap((link) => {
    const text = link.replaceAll('&amp;', '&')
    const url = text === '' ? undefined : parseUrl(text, origin)
    return url?.origin === origin && !OF_THE_BUILD.test(url.pathname) ? url.pathname + url.search : []
  })
}

/** A record looks the same on each of its clouds. */
function keyOf(address: string) {
  return address.replace(/^\/[^/]+(?=\/(posts|notification)\/\d)/, '')
}

function isSeenEnough(views: Map<string, number>, address: string) {
  const [path = '', query = ''] = address.split('?')
  const filters = [...new Set(new URLSearchParams(query).keys())].sort()
  if (filters.length === 0) return false
  const kind = `${path} ${filters.join()}`
  const count = (views.get(kind) ?? 0) + 1
  views.set(kind, count)
  return count > VIEWS_PER_PAGE
}
