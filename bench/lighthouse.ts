import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { launchBrowser } from './browser.ts'
import { type PageToVisit, pagesToVisit } from './pages-to-visit.ts'
import type { Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { median } from './statistics.ts'
import { freePort, inWorkshop } from './workshop.ts'

/** Fetched by this bench alone: it brings 12,000 files, as many as half of all other packages. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024
const RUNS = 3

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

const GOALS: Record<Category, number> = {
  performance: 100,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}

interface Audited extends PageToVisit {
  scores: Record<Category, number[]>
  metrics: Record<string, number[]>
  failed: Set<string>
}

const METRICS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'blocking ms',
  'cumulative-layout-shift': 'CLS',
}

/** For every kind of page, with Lighthouse's default settings: a slow phone on a slow network. */
export function benchLighthouse(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const port = await freePort()
    const found = await launchBrowser(workshop, { args: [`--remote-debugging-port=${port}`] })
    if (found.kind === 'missing') return { name: 'lighthouse', tables: [], notes: [found.line], goals: [] }
    const site = await startSiteProcess(workshop, { dataDir: workshop.folder('lighthouse') })
    // Browsers trust this name like https, and the site knows it as its own.
    const origin = site.url.replace('127.0.0.1', 'localhost')
    const pages = await pagesToVisit(site.url)
    const audited: Audited[] = []
    for (const page of pages) audited.push(await audit(page, origin + page.path, port))
    return reportOf(audited)
  })
}

async function audit(page: PageToVisit, url: string, port: number): Promise<Audited> {
  const audited: Audited = {
    ...page,
    scores: { performance: [], accessibility: [], 'best-practices': [], seo: [] },
    metrics: {},
    failed: new Set(),
  }
  for (let run = 0; run < RUNS; run++) {
    const { categories, audits, runtimeError } = await runLighthouse(url, port)
    if (runtimeError !== undefined)
      throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
    for (const category of CATEGORIES) {
      const { score, auditRefs } = categories[category] ?? { score: null, auditRefs: [] }
      audited.scores[category].push(Math.round((score ?? 0) * 100))
      for (const { id, weight } of auditRefs) {
        const isLess = weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 0.9
        if (isLess) audited.failed.add(`${category}: ${audits[id]?.title}`)
      }
    }
    for (const metric of Object.keys(METRICS)) {
      const figures = audited.metrics[metric] ?? []
      audited.metrics[metric] = [...figures, audits[metric]?.numericValue ?? Number.NaN]
    }
  }
  return audited
}

interface LighthouseResult {
  categories: Partial<Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
  audits: Partial<Record<string, { title: string; score: number | null; numericValue?: number }>>
  runtimeError?: { message: string }
}

async function runLighthouse(url: string, port: number): Promise<LighthouseResult> {
  const options = [`--port=${port}`, '--quiet', '--output=json', `--only-categories=${CATEGORIES.join(',')}`]
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options], {
    maxBuffer: MOST_OUTPUT_BYTES,
  })
  return JSON.parse(stdout) as LighthouseResult
}

function reportOf(audited: readonly Audited[]): Report {
  const score = ({ scores }: Audited, category: Category) => median(scores[category])
  return {
    name: 'lighthouse',
    tables: [
      {
        title: 'Lighthouse, mobile',
        columns: ['page', ...CATEGORIES, ...Object.values(METRICS)],
        rows: audited.map((page) => [
          page.name,
          ...CATEGORIES.map((category) => String(score(page, category))),
          ...Object.keys(METRICS).map((metric) =>
            median(page.metrics[metric] ?? []).toFixed(metric === 'cumulative-layout-shift' ? 3 : 0),
          ),
        ]),
      },
    ],
    notes: [
      `Lighthouse’s own mobile settings, median of ${RUNS}.`,
      ...audited.flatMap(({ name, failed }) => [...failed].map((words) => `${name}: ${words}`)),
    ],
    goals: CATEGORIES.map((category) => {
      const judged = category === 'seo' ? audited.filter(({ isIndexed }) => isIndexed) : audited
      const worst = Math.min(...judged.map((page) => score(page, category)))
      return {
        goal: `Lighthouse, ${category}: at least ${GOALS[category]} on every page${category === 'seo' ? ' that search engines may index' : ''}`,
        measured: `${worst} at worst`,
        isMet: worst >= GOALS[category],
      }
    }),
  }
}
