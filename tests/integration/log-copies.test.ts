import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RFC9162 } from '@transmute/rfc9162'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { raiseEdition } from '../../src/db/edition.ts'
import { keepCosignature } from '../../src/db/log/cosignatures.ts'
import { type LogHeadRow, openLogKey } from '../../src/db/log/read-log.ts'
import { verifierKey, verifierKeyText, WITNESS_KEY } from '../../src/domain/log/checkpoint.ts'
import { sha256 } from '../../src/domain/log/log-crypto.ts'
import { logIdIn } from '../../src/domain/log/log-entry.ts'
import { consistencyProof, inclusionProof } from '../../src/domain/log/merkle.ts'
import { type GetBytes, tileReader } from '../../src/domain/log/read-site-log.ts'
import { bundleOf, entriesIn, TILE_WIDTH, type Tile, tilePath, tilesOf } from '../../src/domain/log/tiles.ts'
import { verifySite } from '../../src/domain/log/verify-site.ts'
import { makePrivateKey } from '../../src/edition/file/edition-keys.ts'
import { placeOf } from '../../src/edition/file/edition-targets.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { copyLogTo, logOfFiles } from '../../src/edition/log/log-beside-editions.ts'
import { logOfDatabase } from '../../src/edition/log/public-log.ts'
import { makeReadCounter } from '../../src/server/answers/read-counter.ts'
import { buildApp } from '../../src/server/app.ts'
import { standingHolder } from '../../src/server/commands/find-edition.ts'
import type { AppContext } from '../../src/server/context.ts'
import { exportSite } from '../../src/server/export/export-site.ts'
import { fileOf } from '../../src/server/export/file-of.ts'
import { makeMetrics } from '../../src/server/metrics.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import {
  entriesOfBundle,
  isConsistentToOthers,
  isIncludedToOthers,
  readBySigstore,
} from '../support/other-log-verifiers.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { type StandingHolder, testAssets, testConfig } from '../support/test-app.ts'

/* The log beside the edition files and in the static export can be verified like that of the site. */
let site: AccountSite
let cloud: SmallCloud
let staff: Staff
const folder = mkdtempSync(join(tmpdir(), 'candor-log-'))
const editions = join(folder, 'editions')
const publicUrl = 'https://trust.northwall.example'
/** Files of the static export. */
let release = ''

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  const { db } = site.database
  const { alpha, beta } = await addSmallSite(db)
  cloud = alpha
  // One cloud has half as many files.
  await db.updateTable('clouds').set({ retired_at: new Date() }).where('id', '=', beta.id).execute()
  await openLogKey(db, OPEN_VAULT, { make: makePrivateKey, host: 'trust.northwall.example' })
  staff = await newsroomStaff(site, 'administrator')
  await publish('One')
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await site.stop()
})

async function publish(title: string) {
  const { id, version } = await staff.create(incidentOn(cloud, { title }))
  return staff.published(id, version, { notifies: false })
}

/** Logs every record again, this many times. */
async function logAgain(times: number) {
  for (let time = 0; time < times; time++)
    await site.database.db.transaction().execute((trx) =>
      raiseEdition(trx, { at: new Date(), changes: 'records' }, async (edition) => {
        await trx.updateTable('records').set({ edition }).where('state', '=', 'published').execute()
        return {}
      }),
    )
}

/** A checkpoint is signed once a second at most, so that much passes between two. */
let time = Date.now()
function clock() {
  time += 2_000
  return new Date(time)
}

const database = () => logOfDatabase({ db: site.database.db, vault: OPEN_VAULT, publicUrl, clock })
const place = () => placeOf({ kind: 'folder', path: editions }, new AbortController().signal)

async function loaded() {
  const edition = await loadEdition(site.database.db)
  ;(site.holder as StandingHolder).hold(edition)
  return edition
}

const verified = (get: GetBytes) =>
  verifySite({
    get,
    editionAt: () => undefined,
    pause: async () => {},
    mayBeNew: false,
    isWhole: true,
    now: new Date(),
  })

const ofSite: GetBytes = async (path) => {
  const answer = await site.app.inject({ url: path })
  return answer.statusCode === 200 ? answer.rawPayload : undefined
}

/** As a recovery site answers: everything else is in the edition. */
function ofCopy(): GetBytes {
  const files = logOfFiles({ read: place().read, clock: () => new Date() })
  return async (path) => {
    if (path === '/log/checkpoint') {
      const signed = await files.checkpoint((await loaded()).log as never)
      return signed && Buffer.from(signed.note)
    }
    return path.startsWith('/log/') && path !== '/log/key'
      ? files.file(path.slice('/log/'.length))
      : ofSite(path)
  }
}

/** In as many rounds as a busy machine needs. */
async function copied(copying: ReturnType<typeof copyLogTo>) {
  const edition = await loaded()
  while ((await copying.copy(edition, { mayWrite: () => true })) !== 'done');
}

test('the log is copied beside the editions, what is new with each, and verified from there', async () => {
  const copying = copyLogTo({ db: site.database.db, publicLog: database(), place: place() })
  await loaded()
  await expect(verified(ofCopy())).rejects.toThrow('There is no checkpoint of the log')
  await copied(copying)
  expect(await verified(ofCopy())).toMatchObject({ records: 1 })
  // Past the end of the first tile, with few transactions.
  for (const title of ['Two', 'Three', 'Four', 'Five', 'Six']) await publish(title)
  await logAgain(42)
  // Another worker takes over.
  const other = copyLogTo({ db: site.database.db, publicLog: database(), place: place() })
  await copied(other)
  expect((await loaded()).log?.size).toBeGreaterThan(TILE_WIDTH)
  expect(await verified(ofCopy())).toMatchObject({ records: 6 })
  await publish('Last')
  await copied(other)
  // Partial tiles are removed, but not those that the newest checkpoint needs.
  await logAgain(1)
  await copied(other)
  expect((await verified(ofCopy())).records).toBe(7)
})

test('programs of others verify what the site serves to a tool that is given its host and /log', async () => {
  const served = async () => {
    await loaded()
    site.clock.pass(2)
    const [key, note] = await Promise.all(['/log/key', '/log/checkpoint'].map(ofSite))
    const { origin, logSize, logHash } = readBySigstore(String(note), String(key))
    return { origin, size: Number(logSize), root: logHash }
  }
  const before = await served()
  await publish('Verified by others')
  const { origin, size, root } = await served()
  expect(origin).toMatch(/^trust\.northwall\.example\/log\/[0-9a-f]{16}$/)
  expect(size).toBeGreaterThan(before.size)

  const bundles = tilesOf(size).filter(({ level }) => level === 'entries')
  const read = await Promise.all(bundles.map((tile) => ofSite(`/log/${tilePath(tile)}`)))
  const entries = read.flatMap((bundle) => entriesOfBundle(bundle as Uint8Array))
  expect(entries).toHaveLength(size)
  expect(JSON.parse(String(entries.at(-1)))).toMatchObject({ act: 'opened' })
  expect(Buffer.from(await RFC9162.treeHead(entries))).toEqual(root)
  const { face: hash } = JSON.parse(String(entries.at(-1)))
  const { salt, face } = JSON.parse(String(await ofSite(`/log/faces/${hash}`)))
  expect(
    createHash('sha256')
      .update(`${salt}${canonicalize(face)}`)
      .digest('hex'),
  ).toBe(hash)

  // Proofs from the hashes that the site serves.
  const { hashOf } = tileReader(ofSite, { prefix: '/log/', size })
  for (const index of [0, 7, TILE_WIDTH - 1, TILE_WIDTH, size - 1]) {
    const proof = await inclusionProof(sha256, hashOf, { index, size })
    const accepts = (entry: Uint8Array) => isIncludedToOthers({ entry, index, size, root, proof })
    expect(await accepts(entries[index] as Uint8Array), `entry ${index}`).toBe(true)
    expect(await accepts(entries[1] as Uint8Array)).toBe(false)
  }
  const proof = await consistencyProof(sha256, hashOf, { oldSize: before.size, size })
  const grown = { oldSize: before.size, size, root, proof }
  expect(await isConsistentToOthers({ ...grown, oldRoot: before.root })).toBe(true)
  expect(await isConsistentToOthers({ ...grown, oldRoot: Buffer.alloc(32) })).toBe(false)
})

test('cosignatures that arrive after the log was copied are added to the checkpoint there, and stay', async () => {
  const { db } = site.database
  const key = verifierKey(sha256, { name: 'witness.example', type: WITNESS_KEY, publicKey: Buffer.alloc(32) })
  const publicLog = logOfDatabase({
    db,
    vault: OPEN_VAULT,
    publicUrl,
    witnesses: [key],
    clock,
  })
  const copying = copyLogTo({ db, publicLog, place: place() })
  const there = async () => String(await place().read('log/checkpoint'))
  await copied(copying)
  expect(await there()).not.toContain('witness.example')
  const { id, size } = (await loaded()).log as LogHeadRow
  const signature = Buffer.alloc(76, 1)
  const row = { witness: verifierKeyText(key), size, signature, cosigned_at: new Date() }
  await keepCosignature(db, { log: id, ...row })
  await copied(copying)
  expect(await there()).toContain('witness.example')

  await sql`alter table log_cosignatures rename to log_cosignatures_away`.execute(db)
  try {
    // The next worker, and a checkpoint whose cosignatures can't be read.
    await copied(copyLogTo({ db, publicLog, place: place() }))
    expect((await publicLog.checkpoint((await loaded()).log as LogHeadRow))?.size).toBe(size)
    expect(await there()).toContain('witness.example')
  } finally {
    await sql`alter table log_cosignatures_away rename to log_cosignatures`.execute(db)
  }
})

test('a redacted version is gone from the copy, and from the export', async () => {
  const record = await publish('Jane Doe did it')
  const copying = copyLogTo({ db: site.database.db, publicLog: database(), place: place() })
  await copied(copying)
  const version = await staff.saved(record.id, record.version, incidentOn(cloud, { title: 'Corrected' }))
  await staff.published(record.id, version, { notifies: false })
  const answer = await staff.post('/api/admin/log/redactions', {
    record: record.id,
    reason: 'It named a person',
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const again = copyLogTo({ db: site.database.db, publicLog: database(), place: place() })
  await copied(again)
  expect(await verified(ofCopy())).toMatchObject({ redacted: 1 })

  release = await exported()
  expect(await verified(ofExport)).toMatchObject({ records: 9, redacted: 1 })
  expect(
    await staff.get(`/api/admin/log/versions?record=${record.id}`).then((got) => got.json().data),
  ).toMatchObject([
    { is_shown: true, redacted: null },
    { redacted: { reason: 'It named a person' }, title: null },
  ])
  const all = readdirSync(join(release, 'log/faces')).map((name) =>
    String(readFileSync(join(release, 'log/faces', name))),
  )
  expect(all.filter((text) => text.includes('Jane Doe'))).toEqual([])
})

test('verifying finds what was changed in the files of an export', async () => {
  const checkpoint = String(readFileSync(join(release, 'log/checkpoint')))
  const [origin = '', size = ''] = checkpoint.split('\n')
  const log = `/log/${logIdIn(origin)}`
  const [entries] = tilesOf(Number(size)).filter(({ level }) => level === 'entries')
  const [hashes] = tilesOf(Number(size)).filter(({ level }) => level === 0)
  const bundle = `${log}/${tilePath(entries as Tile)}`
  const list = fileOf(`/api/incident?cloud=${cloud.machineName}`, 'read').file
  const tamperings: Record<string, { file: string; to: (bytes: Buffer) => Uint8Array; says: RegExp }> = {
    'a body': {
      file: list,
      to: (bytes) => Buffer.from(String(bytes).replace('"body":"', '"body":"No. ')),
      says: /^Record \d+ doesn't match its log entry of .*: "body" was changed without an entry\.$/,
    },
    'a start': {
      file: list,
      to: (bytes) => Buffer.from(String(bytes).replace(/"fromTime":"\d{4}/, '"fromTime":"1999')),
      says: /^Record \d+ doesn't match its log entry of .*: "fromTime" was changed without an entry\.$/,
    },
    'a record that is missing in a list': {
      file: list,
      to: (bytes) => {
        const { records, ...others } = JSON.parse(String(bytes))
        return Buffer.from(JSON.stringify({ ...others, records: records.slice(1) }))
      },
      says: /^Record \d+ is on the site, but missing in the list at /,
    },
    'two entries in another order': {
      file: bundle,
      to: (bytes) => {
        const [began, second, third, ...others] = entriesIn(bytes) as [Uint8Array, Uint8Array, Uint8Array]
        return bundleOf([began, third, second, ...others])
      },
      says: /^The hashes in \S+ don't match the entries\.$/,
    },
    'a replaced tile': {
      file: `${log}/${tilePath(hashes as Tile)}`,
      to: (bytes) => Buffer.alloc(bytes.length, 7),
      says: /^The hashes in \S+\/tile\/0\/000 don't match the entries\.$/,
    },
  }
  for (const [name, { file, to, says }] of Object.entries(tamperings)) {
    const path = join(release, file)
    const before = readFileSync(path)
    writeFileSync(path, to(before))
    await expect(verified(ofExport), name).rejects.toThrow(says)
    writeFileSync(path, before)
  }
  expect(await verified(ofExport)).toMatchObject({ records: 9 })

  // Deleted, so that it is in no file at all.
  const { records, ...others } = JSON.parse(String(readFileSync(join(release, list))))
  const [{ id }, ...left] = records
  writeFileSync(join(release, list), JSON.stringify({ ...others, records: left }))
  rmSync(join(release, fileOf(`/api/posts/${id}`, 'read').file))
  await expect(verified(ofExport)).rejects.toThrow(
    `Record ${id} is in the log and was not withdrawn, but it is missing on the site.`,
  )
})

/** As a server of files answers. */
const ofExport: GetBytes = async (path) => {
  try {
    return readFileSync(join(release, path.startsWith('/log/') ? path : fileOf(path, 'read').file))
  } catch {
    return undefined
  }
}

/** Returns the folder of its files. */
async function exported(): Promise<string> {
  const now = new Date()
  const context: AppContext = {
    config: testConfig({ isTrustDR: true, publicUrl }),
    holder: standingHolder(await loaded(), { verifiedAt: now }),
    assets: testAssets,
    publicLog: database(),
    metrics: makeMetrics(),
    reads: makeReadCounter(),
    log: makeLog({ level: 'silent', to: { write: () => {} } }),
    clock: () => now,
  }
  const app = await buildApp(context)
  const target = join(folder, 'export')
  const outcome = await exportSite({ app, context, folder: target, root: target, now, report: () => {} })
  await app.close()
  expect(outcome.kind).toBe('exported')
  return join(target, 'current', 'site')
}
