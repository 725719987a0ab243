import type { Global } from '../src/contract/global.ts'
import type { ReadAnswer } from '../src/contract/public-reads.ts'
import type { ListResponse } from '../src/contract/records.ts'
import { placesFeedPath } from '../src/domain/feed-name.ts'
import { placePath } from '../src/domain/place-address.ts'
import { makeDatabases } from './bench-databases.ts'
import { getBytes, getJson } from './get-bytes.ts'
import { cpuSeconds } from './process-figures.ts'
import type { Report } from './report.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { median, thousands, wholeMs } from './statistics.ts'
import { inWorkshop } from './workshop.ts'

const LONG_HISTORY = 50_000
/** Lets the JIT compiler finish before anything counts. */
const WARM_UP_ANSWERS = 60
const ANSWERS_MEASURED = 60
/** CPU time has a resolution of 10 ms, so a cached answer is requested many times. */
const CACHED_REPETITIONS = 40
const MOST_UNCACHED_CPU_MS = 25
/** The spread between two runs of the same server on a busy machine. */
const SAME_COST_WITHIN = 1.3

interface Kind {
  what: string
  /** With different answers. The first ones are for warming up. */
  addresses: string[]
}

interface Measured {
  what: string
  uncachedMs: number
  cachedMs: number
}

export function benchAnswers(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const databases = await makeDatabases(workshop, LONG_HISTORY)
    const sites: SiteProcess[] = []
    for (const { url } of databases) {
      sites.push(await startSiteProcess(workshop, { dataDir: workshop.folder('answers'), databaseUrl: url }))
    }
    const measured: Measured[][] = []
    for (const site of sites) measured.push(await measureSite(site))
    return reportOf(
      databases.map(({ records }) => records),
      measured,
    )
  })
}

async function measureSite(site: SiteProcess): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const kind of await kindsOf(site)) measured.push(await measureKind(site, kind))
  return measured
}

async function measureKind({ url, pid }: SiteProcess, { what, addresses }: Kind): Promise<Measured> {
  const wanted = WARM_UP_ANSWERS + ANSWERS_MEASURED
  if (addresses.length < wanted) throw new Error(`${what}: only ${addresses.length} different answers`)
  await askAll(url, addresses.slice(0, WARM_UP_ANSWERS))
  const fresh = addresses.slice(WARM_UP_ANSWERS, wanted)
  const uncachedMs = await cpuMsPerAnswer(pid, fresh.length, () => askAll(url, fresh))
  const cached = Array.from({ length: CACHED_REPETITIONS }, () => fresh).flat()
  const cachedMs = await cpuMsPerAnswer(pid, cached.length, () => askAll(url, cached))
  return { what, uncachedMs, cachedMs }
}

async function cpuMsPerAnswer(pid: number, answers: number, ask: () => Promise<void>) {
  const before = cpuSeconds([pid])
  await ask()
  return ((cpuSeconds([pid]) - before) / answers) * 1000
}

/** One after another, to measure work and not waiting. */
async function askAll(url: string, addresses: readonly string[]) {
  for (const address of addresses) {
    const { status } = await getBytes(url + address, { 'accept-encoding': 'br' })
    if (status !== 200) throw new Error(`${address} answered ${status}`)
  }
}

async function kindsOf({ url }: SiteProcess): Promise<Kind[]> {
  const { clouds } = await getJson<Global>(`${url}/api/global`)
  const [first] = clouds
  if (first === undefined) throw new Error('The demo has no clouds.')
  const { machine_name: cloud, domain } = first
  const incidents = await getJson<ListResponse>(`${url}/api/incident?cloud=${cloud}`)
  const centers = await getJson<{ data: { datacenters: { tid: number }[] } }>(`${url}/api/dc_map/${cloud}`)
  const tids = centers.data.datacenters.map(({ tid }) => tid)
  const { data } = await getJson<ReadAnswer<'/api/availability'>>(`${url}/api/availability?cloud=${cloud}`)
  const slugs = data.regions.flatMap(({ data_centers }) => data_centers.map(({ slug }) => slug))
  const statuses = incidents.statuses.map(({ id }) => id)
  const days = Array.from({ length: 200 }, (_, ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  )
  const weeks = Array.from({ length: 12 }, (_, at) => at + 1)
  const queriesOfTimeline = weeks.flatMap((week) =>
    ['', '&centers=premium', '&troubled=1', '&centers=premium&troubled=1'].map(
      (rest) => `week=${week}${rest}`,
    ),
  )
  const withCenters = clouds.filter(({ cloud_status }) => cloud_status.datacenter === '1')
  return [
    {
      what: 'list as JSON, by day',
      addresses: days.map((day) => `/api/incident?cloud=${cloud}&date=${day}`),
    },
    {
      what: 'list as JSON, by status and data center',
      addresses: statuses.flatMap((status) =>
        tids.slice(0, 30).map((tid) => `/api/incident?cloud=${cloud}&category=${status}&datacenter=${tid}`),
      ),
    },
    { what: 'list as a page, by day', addresses: days.map((day) => `/${domain}/incidents?date=${day}`) },
    {
      what: 'list as a page, by status',
      addresses: statuses.flatMap((status) =>
        days
          .slice(0, 20)
          .map((day) => `/${domain}/maintenance?category=${status}&month=${day.slice(0, 7)}&date=${day}`),
      ),
    },
    {
      what: 'timeline as JSON',
      addresses: clouds.flatMap(({ machine_name }) =>
        ['core_cloud_services', 'public', 'premium'].flatMap((type) =>
          weeks.map(
            (week) => `/api/cloud-status?cloud=${machine_name}&requestType=${type}&dateOffset=${week}`,
          ),
        ),
      ),
    },
    {
      what: 'timeline as a page',
      addresses: withCenters.flatMap((shown) =>
        queriesOfTimeline.map((query) => `/${shown.domain}/cloud-status?${query}`),
      ),
    },
    {
      what: 'page of a data center',
      // An ID alone would only redirect to the page.
      addresses: slugs.map((slug) => placePath(domain, 'data-center', slug)),
    },
    {
      what: 'feed of a data center',
      addresses: tids.map((tid) => placesFeedPath(cloud, { services: [], dataCenters: [tid] })),
    },
  ]
}

function reportOf(records: readonly number[], measured: readonly Measured[][]): Report {
  const [demo = [], long = []] = measured
  const rows = demo.map((of, at) => {
    const other = long[at] ?? of
    return [
      of.what,
      wholeMs(of.uncachedMs),
      wholeMs(other.uncachedMs),
      of.cachedMs.toFixed(2),
      other.cachedMs.toFixed(2),
    ]
  })
  const dearest = [...demo, ...long].toSorted((a, b) => b.uncachedMs - a.uncachedMs)[0]
  const growth = median(demo.map((of, at) => (long[at]?.cachedMs ?? Number.NaN) / of.cachedMs))
  const [few, many] = records.map(thousands)
  return {
    name: 'answers',
    tables: [
      {
        title: 'CPU per answer of lists and timelines: uncached and cached (ms)',
        columns: ['', `uncached, ${few} records`, `uncached, ${many}`, `cached, ${few}`, `cached, ${many}`],
        rows,
      },
    ],
    notes: [
      'An uncached answer includes its compression; a cached one includes a new connection for each request.',
    ],
    goals: [
      {
        goal: `an uncached list or timeline costs under ${MOST_UNCACHED_CPU_MS} ms of CPU, even with ${many} records`,
        measured: `${wholeMs(dearest?.uncachedMs ?? Number.NaN)} at worst (${dearest?.what})`,
        isMet: (dearest?.uncachedMs ?? Number.NaN) < MOST_UNCACHED_CPU_MS,
      },
      {
        goal: 'a cached one costs the same, however long the history',
        measured: `${growth.toFixed(2)} times`,
        isMet: growth <= SAME_COST_WITHIN,
      },
    ],
  }
}
