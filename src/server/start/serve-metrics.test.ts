import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeLog } from './make-log.ts'
import type { ToWeb } from './open-web-processes.ts'
import { addUpMetrics, serveMetrics } from './serve-metrics.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test('serves metrics at their own address and nothing else', async () => {
  const { url } = await serve({ port: 0, isChosen: true })
  const answer = await fetch(`${url}/metrics`)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain; version=0.0.4',
    'candor_edition_number 7\n',
  ])
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${url}/`)).status).toBe(404)
})

test('a chosen address in use refuses the start; the default one is skipped', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  stops.push(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  expect((await serve({ port, isChosen: true })).serving).toEqual({
    kind: 'refused',
    line: `METRICS_LISTEN: cannot listen on 127.0.0.1:${port} (EADDRINUSE). Set it to a free address, or to none.`,
  })
  const second = await serve({ port, isChosen: false })
  expect(second.serving.kind).toBe('serving')
  expect(second.lines).toMatchObject([{ msg: expect.stringContaining('This process serves no metrics.') }])
})

async function serve(listen: { port: number; isChosen: boolean }) {
  const lines: { msg: string; port?: number }[] = []
  const serving = await serveMetrics({
    config: { metricsListen: { host: '127.0.0.1', ...listen } },
    log: makeLog({ level: 'info', to: { write: (line) => lines.push(JSON.parse(line)) } }),
    contentType: 'text/plain; version=0.0.4',
    text: async () => 'candor_edition_number 7\n',
  })
  if (serving.kind === 'serving') stops.push(serving.stop)
  return { serving, lines, url: `http://127.0.0.1:${lines[0]?.port}` }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface FakeProcess {
  isBusy: boolean
  send(message: ToWeb): void
}

const processes = new Set<FakeProcess>()
const ofAll = addUpMetrics<FakeProcess>({ own: new Registry(), others: () => processes })

function startProcess({ losses = 2 } = {}): FakeProcess {
  const registry = new Registry()
  new Counter({ name: 'failures', help: 'x', labelNames: ['became'], registers: [registry] }).inc(
    { became: 'failed' },
    10,
  )
  new Counter({ name: 'losses', help: 'x', registers: [registry], aggregator: 'max' }).inc(losses)
  new Gauge({ name: 'connections', help: 'x', registers: [registry] }).set(5)
  const web: FakeProcess = {
    isBusy: false,
    send: async (message) => {
      if (web.isBusy || message.kind !== 'metrics-asked') return
      const metrics = await registry.getMetricsAsJSON()
      ofAll.receive(web, { kind: 'metrics', id: message.id, metrics })
    },
  }
  processes.add(web)
  return web
}

function die(web: FakeProcess) {
  processes.delete(web)
  ofAll.forget(web)
}

async function figures() {
  const text = ofAll.textOfAll()
  await vi.advanceTimersByTimeAsync(1_000)
  return (await text).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('counters never fall: a busy process counts as before, and so do the counters of dead ones', async () => {
  const [one, , third] = [startProcess({ losses: 3 }), startProcess(), startProcess()]
  const all = ['failures{became="failed"} 30', 'losses 3', 'connections 15']
  expect(await figures()).toEqual(all)
  one.isBusy = true
  expect(await figures()).toEqual(all)
  die(one)
  die(third)
  expect((await figures()).toSorted()).toEqual(['connections 5', 'failures{became="failed"} 30', 'losses 3'])
  startProcess()
  expect((await figures()).toSorted()).toEqual(['connections 10', 'failures{became="failed"} 40', 'losses 3'])
})
