import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import { renderInThread } from '../../src/server/render/render-in-thread.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { standingHolder, testApp } from '../support/test-app.ts'

const THREAD = resolve(import.meta.dirname, '../../dist/render/thread.js')
/** Each page is rendered four times. The threads differ only in where they run. */
const PAGES = sized({
  short: ['', '/incidents?status=resolved', '/no-such-page'],
  long: [
    '',
    '/cloud-status',
    '/incidents?status=resolved',
    '/data-center-map',
    '/availability',
    '/faq',
    '/no-such-page',
  ],
})
const SMALL = '/faq'
const AT = new Date()
const folder = mkdtempSync(join(tmpdir(), 'candor-thread-'))
const warnings: string[] = []
const log = makeLog({ level: 'warn', to: { write: (line) => warnings.push(JSON.parse(line).msg) } })
const stops: (() => Promise<void>)[] = []
let edition: Edition
let small: string | undefined

beforeAll(async () => {
  edition = await demoEdition()
  ;[small] = await (await siteOn()).pages([SMALL])
})

afterEach(async () => {
  vi.useRealTimers()
  warnings.length = 0
  for (const stop of stops.splice(0)) await stop()
})

afterAll(() => rmSync(folder, { recursive: true }))

function threadThat(does: string): string {
  const file = join(folder, `${stops.length}.mjs`)
  const begins = `import { existsSync, writeFileSync } from 'node:fs'
    import { parentPort } from 'node:worker_threads'`
  const answers = `parentPort.on('message', ({ id }) => { ${does} })`
  writeFileSync(file, `${begins}\n${answers}\nparentPort.postMessage({ kind: 'ready' })\n`)
  return file
}

interface Site {
  /** Made from nothing each time. In the built program, styles have other class names and the world has another address. */
  pages(paths?: readonly string[]): Promise<string[]>
  asked: { count: number }
}

async function siteOn(thread?: string): Promise<Site> {
  const rendering = thread === undefined ? undefined : renderInThread({ file: thread, log })
  const asked = { count: 0 }
  const holder = standingHolder(AT)
  const { app } = await testApp({
    holder,
    clock: () => AT,
    ...(rendering !== undefined && {
      render: (page) => {
        const made = rendering.render(page)
        // Until the thread is ready, pages are rendered at once.
        if (made instanceof Promise) asked.count++
        return made
      },
    }),
  })
  stops.push(async () => {
    await app.close()
    await rendering?.stop()
  })
  const { domain = '' } = edition.site.clouds[0] ?? {}
  return {
    asked,
    pages: async (paths = PAGES) => {
      holder.hold(edition)
      const pages: string[] = []
      for (const path of paths) {
        const { body } = await app.inject(`/${domain}${path}`)
        pages.push(
          body.replaceAll(/ class="[^"]*"/g, '').replaceAll(/"[^"]*\/world[^"/]*\.svg/g, '"world.svg'),
        )
      }
      return pages
    },
  }
}

test('a page is the same whichever thread renders it', async () => {
  const here = await siteOn()
  const there = await siteOn(THREAD)
  await eventually(async () => {
    await there.pages([SMALL])
    expect(there.asked.count).toBeGreaterThan(0)
  })
  there.asked.count = 0
  expect(await there.pages()).toEqual(await here.pages())
  expect(there.asked.count).toBe(PAGES.length)
  expect(warnings).toEqual([])
})

test.each([
  ['ends', 'process.exit(1)'],
  ['fails', "throw new Error('broken')"],
  ['can’t render a page', "parentPort.postMessage({ kind: 'rendered', id })"],
])('if the thread %s, the page is rendered without it', async (_, does) => {
  const { pages, asked } = await siteOn(threadThat(does))
  await eventually(async () => {
    expect(await pages([SMALL])).toEqual([small])
    expect(asked.count).toBeGreaterThan(0)
  })
})

test('a thread that does not answer is replaced, and the page is rendered without it', async () => {
  const { pages, asked } = await siteOn(threadThat(''))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  while (asked.count === 0) {
    const made = pages([SMALL])
    while ((await Promise.race([made, nextTurn()])) === undefined && warnings.length === 0)
      await vi.advanceTimersByTimeAsync(1_000)
    expect(await made).toEqual([small])
  }
  expect(warnings).toEqual(['The thread that renders pages does not answer'])
})

test('a thread that ended is started again', async () => {
  const mark = JSON.stringify(join(folder, 'ended'))
  const { pages } = await siteOn(
    threadThat(`
      if (!existsSync(${mark})) { writeFileSync(${mark}, ''); process.exit(1) }
      parentPort.postMessage({ kind: 'rendered', id, html: 'from the second thread' })`),
  )
  await eventually(async () => expect((await pages([SMALL]))[0]).toContain('from the second thread'))
})

test('if no thread can be started, pages are rendered without one', async () => {
  // Neither absolute nor relative, so that the constructor throws.
  const { pages, asked } = await siteOn('thread.mjs')
  expect(await pages([SMALL])).toEqual([small])
  expect(asked.count).toBe(0)
  // It retries after a second, so a busy machine may log this twice.
  expect(new Set(warnings)).toEqual(new Set(['The thread that renders pages can’t be started']))
})
