import { Counter, Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addUpMetrics } from './metrics-of-all.ts'
import type { ToWeb } from './process-messages.ts'

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

/** One with ten failures. */
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
