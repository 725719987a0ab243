import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginCrashWorker, bundleProgram } from '../crash/bundle-program.ts'
import { NEVER } from '../crash/crash-point.ts'
import { CONNECTIONS, crashSenders } from '../crash/crash-senders.ts'
import { type CrashSink, crashSink } from '../crash/crash-sink.ts'
import type { CrashTask } from '../crash/crash-worker.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'
import { addDraft } from '../support/small-site.ts'

const PEOPLE = 12
const LEASE_IS_OVER_MS = 60_000

let site: DeliverySite
let sinkOfStopped: CrashSink
let sinkOfNext: CrashSink
let worker: string
let stopped: ChildProcess
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-clock-'))
  site = await deliverySite()
  sinkOfStopped = await crashSink()
  sinkOfNext = await crashSink()
  worker = await bundleProgram('crash-worker.ts')
  stopped = await beginCrashWorker(worker)
})

afterAll(async () => {
  stopped.kill('SIGKILL')
  await site.stop()
  await sinkOfStopped.stop()
  await sinkOfNext.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('U-10 a worker suspended past its lease sends nothing that another has sent meanwhile', async () => {
  await site.subscribe(PEOPLE)
  const clockFile = join(folder, 'ahead')
  writeFileSync(clockFile, '0')
  let asked = 0
  sinkOfStopped.onStage = (stage) => {
    if (stage === 'data') asked += 1
  }
  // Their mails have begun, and the server has not asked for their data yet.
  sinkOfStopped.holdAt('data')
  const task: CrashTask = {
    databaseUrl: site.url,
    smtpUrl: sinkOfStopped.url,
    recordId: await addDraft(site.db, { clouds: [site.alpha] }),
    idempotencyKey: 'once',
    people: PEOPLE,
    point: NEVER,
    clockFile,
  }
  stopped.send(task)
  await eventually(() => expect(asked).toBe(CONNECTIONS))
  // A worker suspended during expansion would hold its locks until the database ends the transaction.
  await eventually(async () => expect(countOf(await site.states())).toBe(PEOPLE))
  stopped.kill('SIGSTOP')

  site.clock.aheadMs = LEASE_IS_OVER_MS
  writeFileSync(clockFile, String(LEASE_IS_OVER_MS))
  const senders = await crashSenders(site.db, { smtpUrl: sinkOfNext.url, clock: site.clock.now })
  site.start({ senders, mailConnections: CONNECTIONS })
  await eventually(async () => expect(await site.states()).toEqual({ sent: PEOPLE }))
  expect(sinkOfNext.accepted).toHaveLength(PEOPLE)

  sinkOfStopped.goOn()
  stopped.kill('SIGCONT')
  await sinkOfStopped.untilClosed()
  expect(sinkOfStopped.accepted).toEqual([])
  expect(await site.states()).toEqual({ sent: PEOPLE })
})

function countOf(states: Record<string, number>) {
  return Object.values(states).reduce((sum, count) => sum + count, 0)
}
