import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { openLogKey, readLogHead } from '../../src/db/log/read-log.ts'
import { readVerifierKey, WITNESS_KEY } from '../../src/domain/log/checkpoint.ts'
import { sha256 } from '../../src/domain/log/log-crypto.ts'
import { cosignersOf } from '../../src/domain/log/witness.ts'
import { makePrivateKey } from '../../src/edition/file/edition-keys.ts'
import { logOfDatabase } from '../../src/edition/log/public-log.ts'
import { startWitnessing, type WitnessEvent } from '../../src/edition/log/start-witnessing.ts'
import { toLogWitnesses } from '../../src/server/config/keys-config.ts'
import { logWitnesses } from '../../src/server/start/log-events.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'
import { openIncident } from '../support/life.ts'
import { type LogWitnessServer, logWitness } from '../support/log-witness.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'

/* Witnesses cosign the checkpoints of the public log. The ones here are written from the specification alone. */
let database: TestDatabase
let cloud: SmallCloud
let first: LogWitnessServer
let second: LogWitnessServer
let logKey: Buffer
const events: WitnessEvent[] = []
let stop: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  const { db, url } = database
  cloud = (await addSmallSite(db)).alpha
  await openLogKey(db, OPEN_VAULT, { make: makePrivateKey, host: 'trust.northwall.example' })
  logKey = Buffer.from((await readLogHead(db)).public_key ?? '', 'hex')
  first = await logWitness({ name: 'first.example/w', logKey: () => logKey })
  second = await logWitness({ name: 'second.example', logKey: () => logKey })
  second.mode.current = 'down'
  await openIncident(db, { clouds: [cloud], title: 'One' })
  const witnesses = toLogWitnesses(`${first.setting}, ${second.setting}`)
  const clock = () => new Date()
  const publicLog = logOfDatabase({
    db,
    vault: OPEN_VAULT,
    publicUrl: 'https://trust.northwall.example',
    clock,
  })
  const onEvent = (event: WitnessEvent) => events.push(event)
  const options = {
    db,
    url,
    publicLog,
    witnesses,
    clock,
    onEvent,
    atMostEveryMs: 10,
    pollEveryMs: 50,
    firstRetryMs: 20,
  }
  const workers = [startWitnessing(options), startWitnessing(options)]
  stop = async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
})

afterAll(async () => {
  await stop()
  await Promise.all([first.close(), second.close()])
  await database.drop()
})

/** As `/log/checkpoint` answers, a second after the last one was signed. */
async function checkpoint(witnesses = [first, second]) {
  const { db } = database
  const keys = witnesses.flatMap(({ key }) => readVerifierKey(sha256, key, WITNESS_KEY) ?? [])
  const served = logOfDatabase({
    db,
    vault: OPEN_VAULT,
    publicUrl: 'https://trust.northwall.example',
    witnesses: keys,
    clock: () => new Date(),
  })
  const signed = await served.checkpoint(await readLogHead(db))
  const cosigned = await cosignersOf(signed?.note ?? '', keys)
  return { ...signed, names: cosigned.map(({ name }) => name) }
}

const cosignedBy = (...names: string[]) =>
  eventually(async () => expect((await checkpoint()).names).toEqual(names))

test('checkpoints carry the cosignatures that are there, and say when to look again while one is missing', async () => {
  await cosignedBy(first.name)
  expect((await checkpoint()).until).toBeGreaterThan(Date.now())
  // Again if the cosignatures took too long to read.
  await eventually(async () => expect((await checkpoint([first])).until).toBeUndefined())
  expect(first.requests).toEqual([{ old: 0, status: 200 }])
  // Only one of both workers asks.
  expect(events.filter(({ kind }) => kind === 'leading')).toHaveLength(1)
})

test('what is published later is proven to continue it, and a witness that was away joins', async () => {
  const { db } = database
  for (const title of ['Two', 'Three', 'Four']) await openIncident(db, { clouds: [cloud], title })
  await cosignedBy(first.name)
  second.mode.current = 'honest'
  await cosignedBy(first.name, second.name)
  expect(second.requests.some(({ status }) => status === 503)).toBe(true)
  expect(first.requests.filter(({ status }) => status !== 200)).toEqual([])
  expect(
    events
      .filter(({ kind }) => kind === 'failed')
      .every((event) => 'witness' in event && event.witness === second.name),
  ).toBe(true)
})

test('a witness that has seen another size says so, and gets the proof from there', async () => {
  const { db } = database
  await db.deleteFrom('log_cosignatures').execute()
  const before = first.requests.length
  await openIncident(db, { clouds: [cloud], title: 'Five' })
  await cosignedBy(first.name, second.name)
  const [asked, again] = first.requests.slice(before)
  expect(asked).toEqual({ old: 0, status: 409 })
  expect(again).toMatchObject({ status: 200 })
  expect(again?.old).toBeGreaterThan(0)
})

test('a cosignature over something else is not added', async () => {
  second.mode.current = 'forging'
  await openIncident(database.db, { clouds: [cloud], title: 'Six' })
  await cosignedBy(first.name)
  await eventually(() =>
    expect(events.at(-1)).toMatchObject({
      kind: 'failed',
      line: expect.stringContaining('no valid cosignature'),
    }),
  )
  second.mode.current = 'honest'
})

test('a witness that has seen more entries than the log has is reported, and never overruled', async () => {
  for (const [origin, seen] of first.seen) first.seen.set(origin, { ...seen, size: 1_000 })
  await openIncident(database.db, { clouds: [cloud], title: 'Seven' })
  await eventually(() =>
    expect(events.some(({ kind, ...more }) => kind === 'ahead' && 'size' in more)).toBe(true),
  )
  expect((await checkpoint([first])).names).toEqual([])
})

/** What the second witness cosigned last, with another root: as if the log had been set back and gone on from there. */
async function seeFork(size?: number): Promise<number> {
  const [[origin, last] = ['', { size: 0 }]] = second.seen
  const seen = { size: size ?? last.size, root: 'AAAA' }
  second.seen.set(origin, seen)
  // The cosignatures of a database that was set back are older, so the witness names its size.
  await database.db.deleteFrom('log_cosignatures').execute()
  return seen.size
}

const forks = () => events.flatMap((event) => (event.kind === 'forked' ? event : []))

test('a log that has forked is reported once, as an error, while the witness is asked again and again', async () => {
  const { db } = database
  await cosignedBy(second.name)
  const size = await seeFork()
  await openIncident(db, { clouds: [cloud], title: 'Eight' })
  await eventually(() =>
    expect(forks()).toEqual([
      expect.objectContaining({ witness: second.name, size, ownSize: expect.any(Number) }),
    ]),
  )
  const isRefused = ({ old, status }: { old: number; status: number }) => old === size && status === 422
  await eventually(() => expect(second.requests.filter(isRefused).length).toBeGreaterThan(1))
  expect(forks()).toHaveLength(1)

  // As many entries, but others.
  const all = (await checkpoint()).size ?? 0
  await seeFork(all)
  await eventually(() => expect(forks()[1]).toMatchObject({ size: all, ownSize: all }))
  expect(second.requests.at(-1)).toEqual({ old: all, status: 409 })
  const lines: [level: string, line: unknown][] = []
  const log = { error: (_: object, line: string) => lines.push(['error', line]) } as unknown as Logger
  for (const event of forks()) logWitnesses(log)(event)
  expect(lines[0]).toEqual(['error', expect.stringMatching(/^The public log has forked: /)])

  second.seen.clear()
  await cosignedBy(second.name)
})

test('LOG_WITNESSES names keys and addresses', () => {
  expect(toLogWitnesses(undefined)).toEqual([])
  const wrong = [
    first.key,
    `${first.setting} more`,
    'witness.example https://witness.example',
    `${first.key} ftp://x`,
  ]
  for (const value of wrong) expect(() => toLogWitnesses(value)).toThrow('LOG_WITNESSES must be')
  for (const key of [first.key, 'not-a-key']) {
    const withPassword = `${key} https://someone:hunter2@witness.example`
    expect(() => toLogWitnesses(withPassword)).toThrow(/^LOG_WITNESSES must (?!.*hunter2)/)
  }
  expect(() => toLogWitnesses(`${first.setting},${first.setting}`)).toThrow('names a witness twice')
})
