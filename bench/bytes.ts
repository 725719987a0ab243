import { launchBrowser } from './browser.ts'
import { getBytes } from './get-bytes.ts'
import { type PageToVisit, pagesToVisit } from './pages-to-visit.ts'
import type { Goal, Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { startStaticPeer } from './static-peer.ts'
import { kilobytes, median } from './statistics.ts'
import { KINDS, type Visit, visitPage } from './visit-page.ts'
import { inWorkshop } from './workshop.ts'

const VISITS = 3
const FEWER_REQUESTS_THAN = 12
const MOST_KB = 150
const MOST_KB_OF_MAPS = 180
const MOST_LCP_MS = 350
const MOST_BLOCKING_MS = 30

interface Visited extends PageToVisit {
  visits: Visit[]
  /** The same page without scripts. Each visit follows one of ours. */
  peers: Visit[]
}

export function benchBytes(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const found = await launchBrowser(workshop)
    if (found.kind === 'missing') return { name: 'bytes', tables: [], notes: [found.line], goals: [] }
    const site = await startSiteProcess(workshop, { dataDir: workshop.folder('bytes') })
    const visited: Visited[] = []
    const pages = await pagesToVisit(site.url)
    const peer = await startStaticPeer(
      workshop,
      site.url,
      pages.map(({ path }) => path),
    )
    for (const page of pages) {
      const visits: Visit[] = []
      const peers: Visit[] = []
      for (let at = 0; at < VISITS; at++) {
        visits.push(await visitPage(found.browser, site.url + page.path))
        peers.push(await visitPage(found.browser, peer.url + page.path))
      }
      visited.push({ ...page, visits, peers })
    }
    const strayed = await findStrayed(site.url, visited)
    return reportOf(visited, { version: found.browser.version(), strayed })
  })
}

/** Words that only occur in the code of maps and charts, whatever the files are called. */
const WORDS_OF_DRAWING = ['World map of data centers', 'World map with lines', 'By category and family']

async function findStrayed(siteUrl: string, visited: readonly Visited[]): Promise<string[]> {
  const plain = visited.filter(({ isDrawn }) => !isDrawn).flatMap(filesOf)
  const scripts = [...new Set(plain)].filter((path) => path.endsWith('.js'))
  const texts = await Promise.all(
    scripts.map(async (path) => (await getBytes(siteUrl + path)).body.toString()),
  )
  return scripts
    .filter((_, at) => WORDS_OF_DRAWING.some((words) => texts[at]?.includes(words)))
    .map(fileNameOf)
}

function reportOf(
  visited: readonly Visited[],
  { version, strayed }: { version: string; strayed: readonly string[] },
): Report {
  const plain = [...new Set(visited.flatMap(({ visits }) => visits.flatMap((visit) => visit.withoutBrotli)))]
  return {
    name: 'bytes',
    tables: [bytesTable(visited), ownFilesTable(visited), timesTable(visited)],
    notes: [
      `Chromium ${version}, 1280 × 800, empty cache, headers included; processor slowed four times, median of ${VISITS}.`,
      ...(plain.length === 0 ? [] : [`Sent without brotli: ${plain.join(', ')}.`]),
    ],
    goals: goalsOf(visited, strayed),
  }
}

function bytesTable(visited: readonly Visited[]) {
  return {
    title: 'First visit: kB over the wire',
    columns: ['page', 'requests', 'total', ...KINDS, 'address'],
    rows: visited.map(({ name, path, visits }) => {
      const [{ requests, bytes }] = visits as [Visit]
      return [
        name,
        String(requests),
        kilobytes(totalOf(bytes)),
        ...KINDS.map((kind) => kilobytes(bytes[kind])),
        path,
      ]
    }),
  }
}

function ownFilesTable(visited: readonly Visited[]) {
  return {
    title: 'Files that plain pages do not load: kB over the wire',
    columns: ['page', 'kB', 'files'],
    rows: visited
      .filter(({ isDrawn }) => isDrawn)
      .map((page) => {
        const own = ownFiles(page, visited)
        const sum = own.reduce((total, [, size]) => total + size, 0)
        return [page.name, kilobytes(sum), own.map(([path]) => fileNameOf(path)).join(' ')]
      }),
  }
}

function ownFiles({ visits }: Visited, visited: readonly Visited[]): [path: string, bytes: number][] {
  const plain = new Set(visited.filter(({ isDrawn }) => !isDrawn).flatMap(filesOf))
  return [...(visits[0]?.files ?? [])].filter(([path]) => !plain.has(path))
}

function filesOf({ visits }: Visited): string[] {
  return visits.flatMap(({ files }) => [...files.keys()])
}

function fileNameOf(path: string) {
  return path.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1')
}

function timesTable(visited: readonly Visited[]) {
  return {
    title: 'First visit: how soon it is shown, compared with the same page without scripts',
    columns: ['page', 'LCP ms', 'static', 'ratio', 'CLS', 'blocking ms', 'static'],
    rows: visited.map(({ name, visits, peers }) => [
      name,
      middle(visits, lcpOf).toFixed(0),
      middle(peers, lcpOf).toFixed(0),
      (middle(visits, lcpOf) / middle(peers, lcpOf)).toFixed(2),
      middle(visits, ({ cls }) => cls).toFixed(3),
      middle(visits, blockingOf).toFixed(0),
      middle(peers, blockingOf).toFixed(0),
    ]),
  }
}

function middle(visits: readonly Visit[], figure: (visit: Visit) => number) {
  return median(visits.map(figure))
}

function lcpOf({ lcpMs }: Visit) {
  return lcpMs
}

function blockingOf({ blockingMs }: Visit) {
  return blockingMs
}

function goalsOf(visited: readonly Visited[], strayed: readonly string[]): Goal[] {
  const worst = (figure: (visit: Visit) => number) =>
    Math.max(...visited.flatMap(({ visits }) => visits.map(figure)))
  const requests = worst((visit) => visit.requests)
  const most = (pages: readonly Visited[]) =>
    Math.max(...pages.flatMap(({ visits }) => visits.map(({ bytes }) => totalOf(bytes)))) / 1000
  const plain = most(visited.filter(({ isDrawn }) => !isDrawn))
  const drawn = most(visited.filter(({ isDrawn }) => isDrawn))
  const slowest = Math.max(...visited.map(({ visits }) => middle(visits, lcpOf)))
  const longest = Math.max(...visited.map(({ visits }) => middle(visits, blockingOf)))
  const shift = worst(({ cls }) => cls)
  const fonts = [...new Set(visited.flatMap(({ visits }) => visits.flatMap((visit) => visit.blockingFonts)))]
  return [
    {
      goal: `every page: fewer than ${FEWER_REQUESTS_THAN} requests`,
      measured: `${requests} at most`,
      isMet: requests < FEWER_REQUESTS_THAN,
    },
    {
      goal: `pages without a map or charts: at most ${MOST_KB} kB, everything included`,
      measured: `${plain.toFixed(1)} kB at most`,
      isMet: plain <= MOST_KB,
    },
    {
      goal: `maps and charts: at most ${MOST_KB_OF_MAPS} kB`,
      measured: `${drawn.toFixed(1)} kB at most`,
      isMet: drawn <= MOST_KB_OF_MAPS,
    },
    {
      goal: `every page: LCP within ${MOST_LCP_MS} ms`,
      measured: `${slowest.toFixed(0)} ms at most`,
      isMet: slowest <= MOST_LCP_MS,
    },
    {
      goal: `every page: blocked for at most ${MOST_BLOCKING_MS} ms`,
      measured: `${longest.toFixed(0)} ms at most`,
      isMet: longest <= MOST_BLOCKING_MS,
    },
    {
      goal: 'nothing moves while a page loads',
      measured: `${shift.toFixed(3)} at most`,
      isMet: shift === 0,
    },
    {
      goal: 'maps and charts load only on their pages',
      measured: strayed.length === 0 ? 'nothing strayed' : strayed.join(', '),
      isMet: strayed.length === 0,
    },
    {
      goal: 'no text waits for a web font',
      measured: fonts.length === 0 ? 'none' : fonts.join(', '),
      isMet: fonts.length === 0,
    },
  ]
}

function totalOf(bytes: Visit['bytes']) {
  return KINDS.reduce((sum, kind) => sum + bytes[kind], 0)
}
