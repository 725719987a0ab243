import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { makeLog } from './make-log.ts'
import { serveMetrics } from './serve-metrics.ts'

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
