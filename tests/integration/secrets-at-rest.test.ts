import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fromBase32 } from '../../src/accounts/second-factor/app-secret.ts'
import { timeStep, totpCode } from '../../src/accounts/second-factor/totp.ts'
import type { AppToAdd, OwnSecondFactor } from '../../src/contract/second-factor.ts'
import { countLocked, resealAll } from '../../src/db/at-rest/reseal.ts'
import { makeVault, OPEN_VAULT, type Vault } from '../../src/db/at-rest/vault.ts'
import { channelsOfUser } from '../../src/db/channels.ts'
import { connect } from '../../src/db/connect.ts'
import { currentPauses } from '../../src/db/delivery-pauses.ts'
import { bounceKey, openedSecret, SITE_SECRETS, sealedSecret, unsubscribeKey } from '../../src/db/secrets.ts'
import { httpSender } from '../../src/delivery/http/http-sender.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import { signMessageToken } from '../../src/delivery/message-token.ts'
import { openDelivery } from '../../src/delivery/worker/open-delivery.ts'
import { type DeliveryWorker, startDelivery } from '../../src/delivery/worker/start-delivery.ts'
import { NO_RATES } from '../../src/domain/notifying/mail-rates.ts'
import { publicKeyOf, signingKeyOf } from '../../src/edition/file/edition-keys.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { LOCKED, startSealing } from '../../src/server/start/start-sealing.ts'
import { bareDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { type AccountSite, SITE } from '../support/account-site.ts'
import { backUp, backupFolder, putBack } from '../support/backups.ts'
import { type ChannelSite, channelActs, channelSite } from '../support/channel-site.ts'
import { publishIncident } from '../support/demo-cloud.ts'
import { eventually } from '../support/eventually.ts'
import { fakeSender } from '../support/fake-sender.ts'
import type { TestAccount } from '../support/make-account.ts'
import { runCommand } from '../support/run-command.ts'
import { addSmallSite } from '../support/small-site.ts'
import type { TestBrowser } from '../support/test-browser.ts'

const KEY = randomBytes(32)
const NEXT_KEY = randomBytes(32)
const vault = makeVault([KEY])
const LOCKED_WORDS = 'We can’t read its address right now, so nothing is sent there.'

let site: ChannelSite
let keyless: AccountSite
let misled: AccountSite
const workers: DeliveryWorker[] = []

beforeAll(async () => {
  site = await channelSite({ vault, isEmpty: true })
  const { alpha } = await addSmallSite(site.database.db)
  await publishIncident(site.database.db, alpha)
  keyless = await site.another({ desk: { vault: OPEN_VAULT }, config: { isWebhookLocal: true } })
  misled = await site.another({ desk: { vault: makeVault([NEXT_KEY]) }, config: { isWebhookLocal: true } })
})
afterEach(stopWorkers)
afterAll(async () => {
  await keyless.stop()
  await misled.stop()
  await site.stop()
})

async function dump() {
  const { db } = site.database
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const parts = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(row_of::text, ' ') as text from ${sql.table(name)} as row_of`.execute(db)
    parts.push(rows[0]?.text ?? '')
  }
  return parts.join('\n')
}

async function addApp({ uid, pass }: TestAccount, browser: TestBrowser) {
  const url = `/api/user/${uid}/second-factor/app`
  const { secret } = (await browser.post(url, { pass })).json<AppToAdd>().data
  const code = codeOf(secret)
  return { secret, confirm: async () => browser.post(`${url}/confirm`, { code }) }
}

function codeOf(secret: string, away = 0) {
  return totpCode(fromBase32(secret), timeStep(site.clock.now) + away)
}

async function afterPassword(of: AccountSite, { email, pass }: TestAccount) {
  const browser = of.browser()
  await browser.post('/api/user/login', { name: email, pass })
  return (code: string) => browser.post('/api/user/second-step', { code })
}

function startWorker(of: Vault) {
  const { db, url } = site.database
  const clock = () => new Date()
  const http = httpSender({ poster: openPoster({ isLocalAllowed: true, clock }), publicUrl: SITE, clock })
  const worker = startDelivery({
    db,
    vault: of,
    url,
    senders: { mail: fakeSender(), http },
    mailConnections: 1,
    rates: NO_RATES,
    clock,
    onEvent: () => {},
    lookEveryMs: 50,
  })
  workers.push(worker)
}

async function stopWorkers() {
  for (const worker of workers.splice(0)) await worker.stop()
}

async function queueDelivery({ uid }: TestAccount, channelId: number, kind = 'webhook'): Promise<number> {
  // Together: a worker that already runs would make the same delivery as soon as it sees the subscription.
  return site.database.db.transaction().execute(async (db) => {
    await sql`
      insert into subscriptions (user_id, scope, tid, created_at)
      select ${uid}, 'record', record_id, now() from publications order by id limit 1
      on conflict do nothing`.execute(db)
    const { rows } = await sql<{ id: number }>`
      insert into deliveries (publication_id, user_id, channel_id, kind, lane, priority, due_at)
      select (select min(id) from publications), ${uid}, ${channelId}, ${kind}, ${kind === 'email' ? 'mail' : 'http'}, 0, now()
      returning id`.execute(db)
    return rows[0]?.id ?? 0
  })
}

function deliveryOf(id: number) {
  return site.database.db
    .selectFrom('deliveries')
    .where('id', '=', id)
    .select(['state', 'attempts', 'last_error'])
    .executeTakeFirstOrThrow()
}

describe('with a key', () => {
  test('the database contains no channel addresses, webhook keys or app secrets in clear', async () => {
    const { account, browser } = await site.newcomer()
    const path = `/hooks/${randomBytes(8).toString('hex')}`
    const { id, secret } = await site.add(account, browser, { address: site.receiver.url + path })
    expect((await site.trial(account, browser, id)).has_arrived).toBe(true)
    const rotated = (await browser.post(`/api/user/${account.uid}/channels/${id}/secret`)).json().data.secret
    const app = await addApp(account, browser)
    const during = await dump()
    expect((await app.confirm()).statusCode).toBe(200)
    startWorker(vault)
    const delivery = await queueDelivery(account, id)
    const posted = await site.receiver.postTo(path, 2)
    await eventually(async () => expect((await deliveryOf(delivery)).state).toBe('sent'))
    expect(String(posted.headers['webhook-signature']).split(' ')).toHaveLength(2)
    await (await afterPassword(site, account))('000000')

    const hex = fromBase32(app.secret).toString('hex')
    for (const text of [during, await dump()]) {
      expect(text).toContain(account.email)
      expect(text).toContain(vault.newest)
      for (const word of [path, site.receiver.url, secret, rotated, app.secret, hex])
        expect(text).not.toContain(word)
    }
  })

  test('users notice nothing: addresses, duplicates, signatures, codes and the data export work as usual', async () => {
    const { account, browser } = await site.newcomer()
    const address = 'https://hooks.customer.example/services/one-that-is-long-enough'
    const { id } = await site.add(account, browser, { address })
    expect((await site.only(account, browser, 'webhook')).address).toBe(
      'https://hooks.customer.example/…ough',
    )
    const again = await site.tryToAdd(account, browser, { address })
    expect(again.json().errors).toEqual({ address: 'You have already added this address' })
    const data = (await browser.get(`/api/user/${account.uid}/data`)).json()
    expect(data.channels.find((channel: { id: number }) => channel.id === id).address).toBe(
      'https://hooks.customer.example/…ough',
    )
    const app = await addApp(account, browser)
    await app.confirm()
    const enter = await afterPassword(site, account)
    expect((await enter(codeOf(app.secret, 1))).statusCode).toBe(200)
  })

  test('the longest allowed address fits', async () => {
    const { account, browser } = await site.newcomer()
    const address = `https://hooks.customer.example/${randomBytes(1500).toString('hex').slice(0, 1960)}`
    const { id } = await site.add(account, browser, { address })
    expect((await site.rowOf(id)).address).toMatch(/^sealed:/)
  })
})

describe('a process without the key', () => {
  test("says that it can't read a channel, sends nothing there, and counts no failure", async () => {
    const { account, browser } = await site.newcomer()
    const path = `/held/${account.uid}`
    const { id } = await site.add(account, browser, { address: site.receiver.url + path })
    await site.trial(account, browser, id)
    const before = await site.rowOf(id)

    for (const other of [keyless, misled]) {
      const acts = channelActs(other)
      const own = await ownBrowser(other, account)
      expect(await acts.only(account, own, 'webhook')).toMatchObject({
        address: null,
        is_enabled: true,
        is_failing: true,
        last_result: LOCKED_WORDS,
      })
      expect(await acts.trial(account, own, id)).toMatchObject({
        has_arrived: false,
        message: `The test message didn’t arrive. ${LOCKED_WORDS}`,
      })
      const data = (await own.get(`/api/user/${account.uid}/data`)).json()
      expect(data.channels.map((channel: { address: unknown }) => channel.address)).toEqual([null, null])
    }

    startWorker(OPEN_VAULT)
    const delivery = await queueDelivery(account, id)
    await eventually(async () =>
      expect(await deliveryOf(delivery)).toEqual({
        state: 'due',
        attempts: 0,
        last_error: 'SECRETS_KEY is missing or wrong',
      }),
    )
    expect(site.receiver.posts.filter((post) => post.path === path)).toHaveLength(1)
    expect(await site.rowOf(id)).toEqual(before)

    await stopWorkers()
    await site.database.db
      .updateTable('deliveries')
      .set({ due_at: new Date(0) })
      .where('id', '=', delivery)
      .execute()
    startWorker(vault)
    await eventually(async () => expect((await deliveryOf(delivery)).state).toBe('sent'))
  })

  test("can replace a webhook's key immediately, without the unreadable one", async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: `${site.receiver.url}/renewed` })
    const own = await ownBrowser(misled, account)
    expect((await own.post(`/api/user/${account.uid}/channels/${id}/secret`)).statusCode).toBe(200)
    expect(await site.rowOf(id)).toMatchObject({ previous_secret: null, previous_secret_until: null })
  })

  test('does not count app codes as wrong, and accepts recovery codes', async () => {
    const { account, browser } = await site.newcomer()
    const app = await addApp(account, browser)
    const codes = (await app.confirm()).json<OwnSecondFactor>().data.new_codes ?? []
    const enter = await afterPassword(keyless, account)
    for (let attempt = 0; attempt < 12; attempt++) {
      const refused = await enter(codeOf(app.secret, 1))
      expect([refused.statusCode, refused.body]).toEqual([
        422,
        expect.stringContaining('We can’t check codes from your app right now.'),
      ])
    }
    expect((await enter(codes[0] ?? '')).statusCode).toBe(200)
  })
})

describe('sealing existing values', () => {
  test.skipIf(isShort)('two processes in parallel seal plain values, in small batches', async () => {
    const { db } = site.database
    const { account, browser } = await ownNewcomer(keyless)
    const acts = channelActs(keyless)
    const ids: number[] = []
    for (let n = 0; n < 5; n++)
      ids.push(
        (await acts.add(account, browser, { address: `https://hooks.customer.example/clear/${n}` })).id,
      )
    const app = await addApp(account, browser)
    await app.confirm()
    expect(await dump()).toContain('https://hooks.customer.example/clear/')

    await Promise.all([resealAll(db, vault, { batch: 2 }), resealAll(db, vault, { batch: 2 })])
    const text = await dump()
    expect(text).not.toContain('hooks.customer.example/clear/')
    expect(text).not.toContain(app.secret)
    expect(await resealAll(db, vault)).toBe(0)

    const own = await ownBrowser(site, account, codeOf(app.secret, 1))
    expect((await site.list(account, own)).channels.map(({ address }) => address)).toEqual([
      account.email,
      ...ids.map(() => 'https://hooks.customer.example/…'),
    ])
    const again = await site.tryToAdd(account, own, { address: 'https://hooks.customer.example/clear/0' })
    expect(again.json().errors).toEqual({ address: 'You have already added this address' })
  })

  test.skipIf(isShort)('a process stopped midway leaves the rest for the next', async () => {
    const { db } = site.database
    const { account, browser } = await ownNewcomer(keyless)
    for (let n = 0; n < 3; n++)
      await channelActs(keyless).add(account, browser, {
        address: `https://hooks.customer.example/half/${n}`,
      })
    const stopping = new AbortController()
    const halting: Vault = {
      ...vault,
      seal: (value, place) => {
        stopping.abort()
        return vault.seal(value, place)
      },
    }
    expect(await resealAll(db, halting, { batch: 1, signal: stopping.signal })).toBe(1)
    expect(await dump()).toContain('hooks.customer.example/half/')
    expect(await resealAll(db, vault, { batch: 1 })).toBe(2)
  })

  test('a new key reseals everything, and then the old one is no longer needed', async () => {
    const { db } = site.database
    const { account, browser } = await site.newcomer()
    const address = 'https://hooks.customer.example/services/rotated-with-the-key'
    const { id } = await site.add(account, browser, { address })
    await browser.post(`/api/user/${account.uid}/channels/${id}/secret`)
    const before = await site.rowOf(id)
    const next = makeVault([NEXT_KEY])
    expect(await countLocked(db, next)).toContainEqual({
      place: 'channels.address',
      count: expect.any(Number),
    })

    expect(await resealAll(db, makeVault([NEXT_KEY, KEY]))).toBeGreaterThan(0)
    expect(await countLocked(db, next)).toEqual([])
    const own = await ownBrowser(misled, account)
    expect((await channelActs(misled).only(account, own, 'webhook')).address).toBe(
      'https://hooks.customer.example/…-key',
    )
    for (const column of ['address', 'secret', 'previous_secret'] as const) {
      const place = { table: 'channels', column, row: id }
      const after = (await site.rowOf(id))[column] ?? ''
      expect(next.open(after, place)).toBe(vault.open(before[column] ?? '', place))
    }
    await resealAll(db, makeVault([KEY, NEXT_KEY]))
  })

  test('a damaged value is left alone and blocks nothing', async () => {
    const { db } = site.database
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: 'https://hooks.customer.example/damaged' })
    const damaged = `${vault.newest}AAAA`
    await db.updateTable('channels').set({ address: damaged }).where('id', '=', id).execute()
    await resealAll(db, makeVault([NEXT_KEY, KEY]), { batch: 1 })
    expect((await site.rowOf(id)).address).toBe(damaged)
    await resealAll(db, makeVault([KEY, NEXT_KEY]), { batch: 1 })
    expect(await site.only(account, browser, 'webhook')).toMatchObject({ last_result: LOCKED_WORDS })
    await db.deleteFrom('channels').where('id', '=', id).execute()
  })
})

describe("the site's own keys", () => {
  test('are sealed unchanged, and need their key', async () => {
    const { db } = site.database
    const unsubscribing = await unsubscribeKey(db, vault)
    const signing = publicKeyOf(await signingKeyOf(db, vault, undefined))
    await resealAll(db, vault)
    const kept = await db.selectFrom('secrets').where('name', '<>', 'demo-identity').select('value').execute()
    expect(kept.map(({ value }) => value.toString('latin1').startsWith(String(vault.newest)))).toEqual([
      true,
      true,
    ])
    expect(await unsubscribeKey(db, vault)).toEqual(unsubscribing)
    expect(publicKeyOf(await signingKeyOf(db, vault, undefined))).toBe(signing)

    await expect(signingKeyOf(db, OPEN_VAULT, undefined)).rejects.toThrow('SECRETS_KEY is missing')
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: 'https://hooks.customer.example/leave' })
    const token = signMessageToken(unsubscribing, 'unsubscribe', { channelId: id, publicationId: 1 })
    const about = (of: AccountSite) => of.browser().post('/api/unsubscribe/about', { token })
    expect((await about(site)).json().data).toMatchObject({ channel: 'webhook', is_enabled: true })
    const waits = await about(keyless)
    expect([waits.statusCode, waits.json().message]).toEqual([
      503,
      'We can’t do this right now. Please try again in a few minutes.',
    ])

    await resealAll(db, makeVault([NEXT_KEY, KEY]))
    expect(await unsubscribeKey(db, makeVault([NEXT_KEY]))).toEqual(unsubscribing)
    await resealAll(db, makeVault([KEY, NEXT_KEY]))
  })

  test("mail waits while its unsubscribe link can't be made, and staff see why", async () => {
    const { db, url } = site.database
    await resealAll(db, vault)
    const { account } = await site.newcomer()
    const { id } = await db
      .selectFrom('channels')
      .where('user_id', '=', account.uid)
      .select('id')
      .executeTakeFirstOrThrow()
    const delivery = await queueDelivery(account, id, 'email')
    const stopping = new AbortController()
    const opened = await openDelivery({
      databaseUrl: url,
      dataDir: '',
      vault: OPEN_VAULT,
      bounces: { address: undefined },
      publicUrl: SITE,
      smtpUrl: site.mails.url,
      smtpConnections: 1,
      outboxDir: '',
      mailFrom: undefined,
      dkim: undefined,
      mailRates: NO_RATES,
      isWebhookLocal: false,
      clock: () => new Date(),
      report: () => {},
      onEvent: () => {},
      signal: stopping.signal,
    })
    if (opened.kind !== 'opened') throw new Error('The worker must not refuse to start.')
    workers.push(opened.worker)
    await eventually(async () =>
      expect(await currentPauses(db)).toMatchObject([
        { way: 'mail', reason: 'SECRETS_KEY is missing or wrong' },
      ]),
    )
    await eventually(async () =>
      expect(await deliveryOf(delivery)).toMatchObject({ state: 'due', attempts: 0 }),
    )
  })
})

test("after a lost key the site's keys are recreated, only on confirmation", async () => {
  const { db, url } = site.database
  await signingKeyOf(db, vault, undefined)
  await resealAll(db, vault)
  const kept = await db.selectFrom('secrets').selectAll().execute()
  const lostKey = (words: string[], key?: Buffer) =>
    runCommand(['lost-key', ...words], { DATABASE_URL: url, SECRETS_KEY: key?.toString('hex') ?? '' })
  expect(await lostKey(['--yes'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Set the new SECRETS_KEY first/),
  })
  expect(await lostKey(['--yes'], KEY)).toMatchObject({ code: 0, out: expect.stringMatching(/^Everything/) })
  const asked = await lostKey([], NEXT_KEY)
  expect([asked.code, asked.out]).toEqual([0, expect.stringContaining("secrets.value: 2 can't be decrypted")])
  expect(await db.selectFrom('secrets').selectAll().execute()).toEqual(kept)

  const done = await lostKey(['--yes'], NEXT_KEY)
  expect(done.out).toContain('Deleted edition-signing, unsubscribe.')
  const next = makeVault([NEXT_KEY])
  const made = await unsubscribeKey(db, next)
  expect(await unsubscribeKey(db, next)).toEqual(made)
  const audited = await db
    .selectFrom('audit_log')
    .where('action', '=', 'forget-lost-key')
    .select(['entity', 'entity_id'])
    .orderBy('entity_id')
    .execute()
  expect(audited).toEqual([
    { entity: 'secret', entity_id: 'edition-signing' },
    { entity: 'secret', entity_id: 'unsubscribe' },
  ])
  await resealAll(db, makeVault([KEY, NEXT_KEY]))
})

test('every key that the site generates is sealed again with a new key, except those that say why not', async () => {
  const { db } = site.database
  await db.deleteFrom('secrets').execute()
  const names = Object.keys(SITE_SECRETS)
  const plain = (name: string) => Buffer.from(name.padEnd(32, '.'))
  const rows = names.map((name) => ({ name, value: sealedSecret(vault, name, plain(name)) }))
  await db.insertInto('secrets').values(rows).execute()
  const next = makeVault([NEXT_KEY])
  await resealAll(db, makeVault([NEXT_KEY, KEY]))
  const stored = await db.selectFrom('secrets').selectAll().execute()
  const left = stored.filter(({ name, value }) => !openedSecret(next, name, value)?.equals(plain(name)))
  expect(left.map(({ name }) => name)).toEqual(['demo-identity'])
  await db.deleteFrom('secrets').execute()
  await resealAll(db, makeVault([KEY, NEXT_KEY]))
})

test("counts and deletes values that their key can't decrypt, but not text that only looks sealed", async () => {
  const { db, url } = site.database
  const lostKey = (words: string[]) =>
    runCommand(['lost-key', ...words], { DATABASE_URL: url, SECRETS_KEY: KEY.toString('hex') })
  await unsubscribeKey(db, vault)
  const { value: copied } = await db
    .selectFrom('secrets')
    .where('name', '=', 'unsubscribe')
    .select('value')
    .executeTakeFirstOrThrow()
  const plain = Buffer.from('sealed: a key in clear that is long enough')
  const put = (name: string, value: Buffer) => db.insertInto('secrets').values({ name, value }).execute()
  await db.deleteFrom('secrets').where('name', 'in', ['bounces', 'edition-signing']).execute()
  await put('bounces', plain)
  expect((await lostKey([])).out).toMatch(/^Everything/)
  expect(await resealAll(db, vault)).toBe(1)
  expect(await bounceKey(db, vault)()).toEqual(plain)

  await put('edition-signing', copied)
  const { account, browser } = await site.newcomer()
  await site.add(account, browser, { address: 'https://hooks.customer.example/damaged' })
  const ofOwner = db.updateTable('channels').where('user_id', '=', account.uid).where('kind', '=', 'webhook')
  await ofOwner.set({ address: copied.toString() }).execute()
  const asked = await lostKey([])
  expect(asked.out).toContain("channels.address: 1 can't be decrypted")
  expect(asked.out).toContain("secrets.value: 1 can't be decrypted")
  expect((await lostKey(['--yes'])).out).toContain('Deleted edition-signing.')
  await ofOwner.set({ address: 'https://hooks.customer.example/damaged' }).execute()
})

test("a process logs once what it can't open, and once when it can again", async () => {
  const { db } = site.database
  const { account, browser } = await site.newcomer()
  await site.add(account, browser, { address: 'https://hooks.customer.example/told' })
  const lines: { level: number; msg: string }[] = []
  const log = makeLog({ level: 'info', to: { write: (line) => lines.push(JSON.parse(line)) } })
  const keeping = startSealing({ db, vault: makeVault([NEXT_KEY]), seals: true, log, everyMs: 20 })
  await eventually(() => expect(lines.map(({ msg }) => msg)).toContain(LOCKED))
  expect(lines.find(({ msg }) => msg === LOCKED)).toMatchObject({
    level: 50,
    locked: { 'channels.address': expect.any(Number) },
  })
  await resealAll(db, makeVault([NEXT_KEY, KEY]))
  await eventually(() =>
    expect(lines.map(({ msg }) => msg)).toContain('All secrets in the database can be decrypted again'),
  )
  await keeping.stop()
  expect(JSON.stringify(lines)).not.toContain('hooks.customer.example')
  await resealAll(db, makeVault([KEY, NEXT_KEY]))
})

describe('a backup', () => {
  test('contains sealed values; a restore says which key is missing, and the old key opens them', async () => {
    const folder = await backupFolder()
    const other = await bareDatabase()
    const { account, browser } = await site.newcomer()
    const address = 'https://hooks.customer.example/services/in-a-backup'
    const { id } = await site.add(account, browser, { address })
    await resealAll(site.database.db, vault)
    await backUp(site.database.url, folder.file('sealed.tar'))
    const lines: string[] = []
    const next = makeVault([NEXT_KEY])
    await putBack(other.url, folder.file('sealed.tar'), { vault: next, report: (line) => lines.push(line) })
    expect(lines).toEqual([
      expect.stringContaining('redact them again'),
      expect.stringMatching(
        /^Some secrets are sealed with a key that is not in SECRETS_KEY or SECRETS_KEY_OLD \(\d+ in channels\.address, .*\d+ in secrets\.value\): channels, app codes and mail that need them wait until you set it\.$/,
      ),
    ])
    const { db, close } = connect(other.url)
    expect(await countLocked(db, vault)).toEqual([])
    expect(await countLocked(db, OPEN_VAULT)).toEqual(await countLocked(db, next))
    await resealAll(db, makeVault([NEXT_KEY, KEY]))
    const channels = await channelsOfUser(db, next, account.uid)
    expect(channels.find((channel) => channel.id === id)).toMatchObject({ address, isLocked: false })
    await close()
    await other.drop()
    await folder.remove()
  })
})

async function ownNewcomer(of: AccountSite) {
  return channelActs(of).newcomer()
}

async function ownBrowser(of: AccountSite, { email, pass }: TestAccount, code?: string) {
  const browser = of.browser()
  const answer = await browser.post('/api/user/login', { name: email, pass })
  if (answer.statusCode !== 200) throw new Error(`not signed in: ${answer.body}`)
  if (code !== undefined) await browser.post('/api/user/second-step', { code })
  return browser
}
