import { launchBrowser } from './browser.ts'
import { getBytes } from './get-bytes.ts'
import { type PageToVisit, pagesToVisit } from './pages-to-visit.ts'
import type { Goal, Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { kilobytes, median } from './statistics.ts'
import { KINDS, type Visit, visitPage } from './visit-page.ts'
import { inWorkshop } from './workshop.ts'

const VISITS = 3
const FEWER_REQUESTS_THAN = 12
const LESS_KB_THAN = 200
const MOST_KB_OF_JS = 150

interface Visited extends PageToVisit {
  visits: Visit[]
}

/** What a browser with an empty cache loads for each kind of page, and how soon it shows it. */
export function benchBytes(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const found = await launchBrowser(workshop)
    if (found.kind === 'missing') return { name: 'bytes', tables: [], notes: [found.line], goals: [] }
    const site = await startSiteProcess(workshop, { dataDir: workshop.folder('bytes') })
    const visited: Visited[] = []
    for (const page of await pagesToVisit(site.url)) {
      const visits: Visit[] = []
      for (let at = 0; at < VISITS; at++) visits.push(await visitPage(found.browser, site.url + page.path))
      visited.push({ ...page, visits })
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
  return scripts.filter((_, at) => WORDS_OF_DRAWING.some((words) => texts[at]?.includes(words))).map(nameOf)
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
        return [page.name, kilobytes(sum), own.map(([path]) => nameOf(path)).join(' ')]
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

/** Without its hash. */
function nameOf(path: string) {
  return path.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1')
}

function timesTable(visited: readonly Visited[]) {
  return {
    title: 'First visit: how soon it is shown (information)',
    columns: ['page', 'LCP ms', 'CLS', 'blocking ms'],
    rows: visited.map(({ name, visits }) => {
      const middle = (figure: (visit: Visit) => number) => median(visits.map(figure))
      return [
        name,
        middle(({ lcpMs }) => lcpMs).toFixed(0),
        middle(({ cls }) => cls).toFixed(3),
        middle(({ blockingMs }) => blockingMs).toFixed(0),
      ]
    }),
  }
}

function goalsOf(visited: readonly Visited[], strayed: readonly string[]): Goal[] {
  const worst = (figure: (visit: Visit) => number) =>
    Math.max(...visited.flatMap(({ visits }) => visits.map(figure)))
  const requests = worst((visit) => visit.requests)
  const total = worst(({ bytes }) => totalOf(bytes)) / 1000
  const script = worst(({ bytes }) => bytes.JS) / 1000
  const fonts = [...new Set(visited.flatMap(({ visits }) => visits.flatMap((visit) => visit.blockingFonts)))]
  return [
    {
      goal: `every page: fewer than ${FEWER_REQUESTS_THAN} requests`,
      measured: `${requests} at most`,
      isMet: requests < FEWER_REQUESTS_THAN,
    },
    {
      goal: `every page: less than ${LESS_KB_THAN} kB`,
      measured: `${total.toFixed(1)} kB at most`,
      isMet: total < LESS_KB_THAN,
    },
    {
      goal: `every page: at most ${MOST_KB_OF_JS} kB of JavaScript`,
      measured: `${script.toFixed(1)} kB at most`,
      isMet: script <= MOST_KB_OF_JS,
    },
    {
      goal: 'maps and charts load on their pages only',
      measured: strayed.length === 0 ? 'nothing strayed' : strayed.join(', '),
      isMet: strayed.length === 0,
    },
    {
      goal: 'no web font that text waits for',
      measured: fonts.length === 0 ? 'none' : fonts.join(', '),
      isMet: fonts.length === 0,
    },
  ]
}

function totalOf(bytes: Visit['bytes']) {
  return KINDS.reduce((sum, kind) => sum + bytes[kind], 0)
}
