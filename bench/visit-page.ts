import type { Browser, CDPSession } from 'playwright-core'

const VIEWPORT = { width: 1280, height: 800 }
const CPU_SLOWED = 4
/** After the last request. By then the page is hydrated, even with a slowed CPU. */
const SETTLE_MS = 1_500
const LOAD_WITHIN_MS = 30_000

export const KINDS = ['HTML', 'JS', 'CSS', 'font', 'image', 'other'] as const
type Kind = (typeof KINDS)[number]

export interface Visit {
  requests: number
  /** As transferred, headers included. */
  bytes: Record<Kind, number>
  files: Map<string, number>
  withoutBrotli: string[]
  blockingFonts: string[]
  lcpMs: number
  cls: number
  blockingMs: number
}

export async function visitPage(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(LOAD_WITHIN_MS)
    const session = await context.newCDPSession(page)
    const traffic = await watchTraffic(session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED })
    await page.addInitScript(watchVitals)
    const response = await page.goto(url, { waitUntil: 'networkidle' })
    if (response?.status() !== 200) throw new Error(`${url} answered ${response?.status()}`)
    await page.waitForTimeout(SETTLE_MS)
    const vitals = await page.evaluate(readVitals)
    return { ...traffic(), ...vitals }
  } finally {
    await context.close()
  }
}

async function watchTraffic(session: CDPSession) {
  const answers = new Map<string, { kind: Kind; path: string; isBrotli: boolean }>()
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  const files = new Map<string, number>()
  const withoutBrotli: string[] = []
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http')) return
    const headers = Object.entries(response.headers)
    answers.set(requestId, {
      kind: KIND_OF_TYPE[type] ?? 'other',
      path: new URL(response.url).pathname,
      isBrotli: headers.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'br'),
    })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer === undefined) return
    bytes[answer.kind] += encodedDataLength
    if (FILE_KINDS.includes(answer.kind)) files.set(answer.path, encodedDataLength)
    const isPlainText = TEXT_KINDS.includes(answer.kind) && !answer.isBrotli
    if (isPlainText && encodedDataLength > PACKET_BYTES) withoutBrotli.push(answer.path)
  })
  await session.send('Network.enable')
  return () => ({ requests: answers.size, bytes, files, withoutBrotli })
}

const TEXT_KINDS: Kind[] = ['HTML', 'JS', 'CSS']
const FILE_KINDS: Kind[] = ['JS', 'image', 'other']
const PACKET_BYTES = 1_460
const KIND_OF_TYPE: Record<string, Kind> = {
  Document: 'HTML',
  Script: 'JS',
  Stylesheet: 'CSS',
  Font: 'font',
  Image: 'image',
}

interface Watched {
  lcpMs: number
  cls: number
  longTasks: { endsAt: number; ms: number }[]
}

type WatchedWindow = typeof globalThis & { watched: Watched }

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** Runs in the page, before its own code. */
function watchVitals() {
  const watched: Watched = { lcpMs: 0, cls: 0, longTasks: [] }
  ;(globalThis as WatchedWindow).watched = watched
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => {
    watched.lcpMs = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const shift = entry as LayoutShift
    if (!shift.hadRecentInput) watched.cls += shift.value
  })
  observe('longtask', (entry) => {
    watched.longTasks.push({ endsAt: entry.startTime + entry.duration, ms: entry.duration })
  })
}

function readVitals() {
  const LONG_TASK_MS = 50
  const { lcpMs, cls, longTasks } = (globalThis as WatchedWindow).watched
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const isWaitedFor = (font: FontFace) => font.display === 'block' || font.display === 'auto'
  const used = [...document.fonts].filter((font) => font.status === 'loaded')
  const blocking = performance
    .getEntriesByType('resource')
    .filter((entry) => /\.woff2?$/.test(entry.name))
    .filter((entry) => (entry as { renderBlockingStatus?: string }).renderBlockingStatus === 'blocking')
  return {
    lcpMs,
    cls,
    // Tasks before the first paint block no one.
    blockingMs: longTasks
      .filter(({ endsAt }) => endsAt > firstPaint)
      .reduce((sum, { ms }) => sum + ms - LONG_TASK_MS, 0),
    blockingFonts: [
      ...used.filter(isWaitedFor).map((font) => font.family),
      ...blocking.map(({ name }) => name),
    ],
  }
}
