import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import { renderInThread } from '../../src/server/render/render-in-thread.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { standingHolder, testApp } from '../support/test-app.ts'

const THREAD = resolve(import.meta.dirname, '../../dist/render/thread.js')
const PAGES = [
  '',
  '/cloud-status',
  '/incidents?status=resolved',
  '/data-center-map',
  '/availability',
  '/faq',
  '/no-such-page',
]
const folder = mkdtempSync(join(tmpdir(), 'candor-thread-'))
const warnings: string[] = []
const log = makeLog({ level: 'warn', to: { write: (line) => warnings.push(JSON.parse(line).msg) } })
const stops: (() => Promise<void>)[] = []
let edition: Edition

beforeAll(async () => {
  edition = await demoEdition()
})

afterEach(async () => {
  vi.useRealTimers()
  warnings.length = 0
  for (const stop of stops.splice(0)) await stop()
})

afterAll(() => rmSync(folder, { recursive: true }))

/** A thread that says it is ready, and then does this with every message. */
function threadThat(does: string): string {
  const file = join(folder, `${stops.length}.mjs`)
  const begins = `import { parentPort } from 'node:worker_threads'`
  const answers = `parentPort.on('message', ({ id }) => { ${does} })`
  writeFileSync(file, `${begins}\n${answers}\nparentPort.postMessage({ kind: 'ready' })\n`)
  return file
}

/** Pages as readers get them. Styles of the built program have other class names than those of a test. */
async function pagesFrom(render?: ReturnType<typeof renderInThread>['render'], paths = PAGES) {
  const holder = standingHolder(new Date())
  holder.hold(edition)
  const at = new Date()
  const { app } = await testApp({ holder, clock: () => at, ...(render !== undefined && { render }) })
  stops.push(() => app.close())
  const { domain = '' } = edition.site.clouds[0] ?? {}
  const pages: string[] = []
  for (const path of paths) {
    const { body } = await app.inject(`/${domain}${path}`)
    pages.push(body.replaceAll(/ class="[^"]*"/g, ''))
  }
  return pages
}

async function openThread(file: string) {
  const counted = { rendered: 0 }
  const rendering = renderInThread({ file, log })
  stops.push(rendering.stop)
  // It is ready when a page is promised instead of rendered at once.
  const render: typeof rendering.render = (page) => {
    const made = rendering.render(page)
    if (made instanceof Promise) counted.rendered++
    return made
  }
  return { render, counted }
}

test('a page is the same whichever thread renders it', async () => {
  const { render, counted } = await openThread(THREAD)
  const here = await pagesFrom()
  await eventually(async () => {
    expect(await pagesFrom(render)).toEqual(here)
    expect(counted.rendered).toBeGreaterThanOrEqual(PAGES.length)
  })
  expect(warnings).toEqual([])
})

test.each([
  ['ends', 'process.exit(1)'],
  ['fails', "throw new Error('broken')"],
  ['can’t render a page', "parentPort.postMessage({ kind: 'rendered', id })"],
])('if the thread %s, the page is rendered without it', async (_, does) => {
  const { render, counted } = await openThread(threadThat(does))
  const here = await pagesFrom()
  await eventually(async () => {
    expect(await pagesFrom(render)).toEqual(here)
    expect(counted.rendered).toBeGreaterThan(0)
  })
})

test('a thread that does not answer is replaced, and the page is rendered without it', async () => {
  const { render, counted } = await openThread(threadThat(''))
  const [home = ''] = PAGES
  const here = await pagesFrom(undefined, [home])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Until it is ready, pages are rendered at once.
  while (counted.rendered === 0) {
    const made = pagesFrom(render, [home])
    while ((await Promise.race([made, nextTurn()])) === undefined && warnings.length === 0)
      await vi.advanceTimersByTimeAsync(1_000)
    expect(await made).toEqual(here)
  }
  expect(warnings).toEqual(['The thread that renders pages does not answer'])
})
