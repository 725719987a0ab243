import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { findSuppression } from '../../src/db/channels.ts'
import { bounceKey } from '../../src/db/secrets.ts'
import {
  type BounceMailboxEvent,
  type BounceMailboxOptions,
  startBounceMailbox,
} from '../../src/delivery/bounces/start-bounce-mailbox.ts'
import type { DeliveryEvent } from '../../src/delivery/worker/delivery-event.ts'
import { openDelivery } from '../../src/delivery/worker/open-delivery.ts'
import { NO_RATES } from '../../src/domain/notifying/mail-rates.ts'
import { bounceAddress } from '../../src/mail/bounce-address.ts'
import { openMailer } from '../../src/mail/mailer.ts'
import { readConfig } from '../../src/server/config.ts'
import { makeMetrics } from '../../src/server/metrics.ts'
import { openWorker } from '../../src/server/start/open-worker.ts'
import { isShort } from '../size.ts'
import { SITE } from '../support/account-site.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { imapServer } from '../support/imap-server.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'
import { rawServer, talk } from '../support/raw-mail-server.ts'
import { complaintReport, deliveryReport, outOfOffice } from '../support/returned-mail.ts'

/** From our mail through a real mail server to its bounce in a real mailbox. */

const ADDRESS = 'bounces@mail.northwall.example'

let site: DeliverySite
let mails: MailServer

beforeAll(async () => {
  site = await deliverySite()
  mails = await mailServer()
})

afterAll(async () => {
  await mails.stop()
  await site.stop()
})

test('mail about publications and accounts has a unique envelope sender per recipient', async () => {
  const [ada, bea] = await subscribers(2)
  const worker = await deliver()
  await site.publish()
  const toAda = await mails.mailTo(ada)
  const toBea = await mails.mailTo(bea)
  await worker.stop()
  expect(toAda.envelope.from).toMatch(/^bounces\+[a-z2-7]{40}@mail\.northwall\.example$/)
  expect(toBea.envelope.from).not.toBe(toAda.envelope.from)
  expect(toAda.parsed.from?.address).toBe('no-reply@trust.northwall.example')

  const mailer = openMailer({
    smtpUrl: mails.url,
    outboxDir: '',
    from: undefined,
    publicUrl: SITE,
    clock: () => new Date(),
    report: () => {},
    returnPath: { address: ADDRESS, key: bounceKey(site.db, OPEN_VAULT) },
  })
  const message = {
    id: 'one',
    senderName: 'Northwall Trust',
    subject: 'Hello',
    text: '',
    html: '',
    link: undefined,
  }
  expect(await mailer.send({ ...message, to: ada })).toEqual({ kind: 'sent' })
  await mailer.close()
  expect((await mails.mailTo(ada, 2)).envelope.from).toBe(toAda.envelope.from)
})

test('a permanently bounced address is suppressed; delays, replies and forgeries change nothing', async () => {
  const people = await subscribers(7)
  const [gone, complains, slow, away, forwards, other, forged] = people
  const returned = await envelopeSenders()
  const box = await imapServer()
  box.put(deliveryReport({ to: returned(gone), recipient: gone }))
  box.put(complaintReport({ about: returned(complains) }))
  box.put(deliveryReport({ to: returned(slow), recipient: slow, action: 'delayed', status: '4.4.1' }))
  box.put(outOfOffice(returned(away)))
  box.put(deliveryReport({ to: returned(forwards), recipient: 'one-of-many@customer.example' }))
  box.put(
    deliveryReport({
      to: returned(other),
      recipient: other,
      status: '5.7.1',
      diagnostic: 'smtp; 550 5.7.1 Spam',
    }),
  )
  const wrongKey = bounceAddress(ADDRESS, { key: randomBytes(32), to: forged, now: new Date() })
  box.put(deliveryReport({ to: wrongKey, recipient: forged }))
  box.put(deliveryReport({ to: ADDRESS, recipient: forged }))
  box.put(complaintReport({ about: forged }))

  const reader = read({ mailbox: box.mailbox })
  await eventually(() => expect(box.seen('INBOX')).toEqual([]))
  await reader.stop()
  expect(box.seen('Processed')).toEqual(Array(9).fill(true))
  expect(reader.events).toEqual([
    { kind: 'leading' },
    { kind: 'read', suppressed: 2, unproven: 4, ignored: 3 },
  ])
  const reasons = await Promise.all(
    people.map(async (email) => (await findSuppression(site.db, email))?.reason),
  )
  expect(reasons).toEqual([
    '550 5.1.1 RCPT TO, reported by the bounce mailbox',
    'complaint, reported by the bounce mailbox',
    ...Array(5).fill(undefined),
  ])

  mails.mails.length = 0
  const worker = await deliver()
  await site.publish()
  await mails.mailTo(slow)
  await eventually(async () => expect((await site.states()).due ?? 0).toBe(0))
  await worker.stop()
  const recipients = mails.mails.flatMap(({ envelope }) => envelope.to)
  expect(recipients).not.toContain(gone)
  expect(recipients).not.toContain(complains)
  await box.stop()
})

test.skipIf(isShort)('in a mailbox without a processed folder, read mail stays and is marked', async () => {
  const box = await imapServer({ hasProcessed: false })
  box.put(outOfOffice(ADDRESS))
  const reader = read({ mailbox: box.mailbox })
  await eventually(() => expect(box.seen('INBOX')).toEqual([true]))
  await eventually(() =>
    expect(reader.events).toContainEqual({ kind: 'read', suppressed: 0, unproven: 0, ignored: 1 }),
  )
  await reader.stop()
  await box.stop()
})

test.skipIf(isShort)('only one of several workers reads; another takes over when it stops', async () => {
  const box = await imapServer()
  const first = read({ mailbox: box.mailbox })
  await eventually(() => expect(first.events).toEqual([{ kind: 'leading' }]))
  const second = read({ mailbox: box.mailbox })
  box.put(outOfOffice(ADDRESS))
  await eventually(() => expect(box.seen('Processed')).toEqual([true]))
  expect(second.events).toEqual([])
  await first.stop()
  await eventually(() => expect(second.events).toEqual([{ kind: 'leading' }]))
  await second.stop()
  await box.stop()
})

test('an unreadable mailbox is reported with a code, retried, and read when it is back', async () => {
  const box = await imapServer({ port: await freePort() })
  const wrong = read({ mailbox: { ...box.mailbox, password: 'not this one' } })
  await eventually(() => expect(wrong.events[1]).toMatchObject({ kind: 'failed', reason: 'sign-in refused' }))
  await wrong.stop()

  await box.stop()
  const reader = read({ mailbox: box.mailbox })
  await eventually(() =>
    expect(reader.events.slice(1, 3)).toEqual([
      { kind: 'failed', reason: 'ECONNREFUSED', retryInMs: 20 },
      { kind: 'failed', reason: 'ECONNREFUSED', retryInMs: 40 },
    ]),
  )
  const back = await imapServer({ port: box.port })
  back.put(outOfOffice(ADDRESS))
  await eventually(() => expect(back.seen('Processed')).toEqual([true]))
  await eventually(() => expect(reader.events.at(-1)).toEqual({ kind: 'mended' }))
  await reader.stop()
  await back.stop()
})

test('the worker reads the configured mailbox, with metrics and logs', async () => {
  const box = await imapServer()
  box.put(outOfOffice(ADDRESS))
  const read = readConfig({
    DATABASE_URL: site.url,
    EDITION_TARGET: 'none',
    BOUNCE_ADDRESS: ADDRESS,
    BOUNCE_IMAP_URL: box.url,
  })
  if (read.kind !== 'read') throw new Error(read.line)
  const metrics = makeMetrics()
  const { log, lines } = keptLog()
  const worker = openWorker({
    config: read.config,
    log,
    report: () => {},
    onNews: (news) => metrics.observeWorker([news]),
  })
  const figure = 'candor_bounce_mailbox_total{became="ignored"} 1'
  await eventually(async () => expect(await metrics.registry.metrics()).toContain(figure))
  await worker.stop()
  expect(lines.join('')).toContain('Read messages in the bounce mailbox')
  expect(lines.join('')).not.toContain(box.mailbox.password)
  await box.stop()
})

test('an envelope sender is in no copy: not in the mail, the database or an event, though servers repeat it', async () => {
  await subscribers(3)
  const senders = new Set<string>()
  const bodies: string[] = []
  let mails = 0
  const server = await rawServer((socket) => {
    let sender = ''
    const repeat = (code: string) => () => `${code} <${sender}>: not from this sender\r\n`
    const isOdd = () => mails++ % 2 === 1
    talk(socket, {
      onCommand: (line) => {
        const [, from] = /^MAIL FROM:<(\S+)>/.exec(line) ?? []
        if (from === undefined) return
        sender = from
        senders.add(from)
      },
      rcpt: () => (isOdd() ? repeat('450 4.1.8')() : '250 Fine\r\n'),
      onMail: (lines) => bodies.push(lines.join('\n')),
      end: repeat('554 5.1.8'),
    })
  })
  const events: DeliveryEvent[] = []
  const worker = await deliver({ smtpUrl: server.url, onEvent: (event) => events.push(event) })
  await site.publish()
  await eventually(async () => {
    const reasons = new Set((await site.deliveries()).map(({ last_error }) => last_error))
    expect([...reasons].join()).toMatch(/4\.1\.8.*5\.1\.8|5\.1\.8.*4\.1\.8/s)
  })
  await worker.stop()
  server.stop()
  expect(bodies.length).toBeGreaterThan(0)
  expect(senders.size).toBeGreaterThanOrEqual(3)
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(site.db)
  const copies = [JSON.stringify(events), ...bodies]
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(each::text, ' ') as text from ${sql.table(name)} as each`.execute(site.db)
    copies.push(rows[0]?.text ?? '')
  }
  for (const sender of senders) {
    const token = sender.replace(/^bounces\+|@.*/g, '')
    expect(token).toMatch(/^[a-z2-7]{40}$/)
    for (const copy of copies) expect(copy).not.toContain(token)
  }
})

async function subscribers(count: number): Promise<[string, string, string, string, string, string, string]> {
  const ids = await site.subscribe(count)
  const rows = await site.db
    .selectFrom('users')
    .where('id', 'in', ids)
    .select('email')
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email ?? '') as [string, string, string, string, string, string, string]
}

async function deliver(of: Partial<Parameters<typeof openDelivery>[0]> = {}) {
  const opened = await openDelivery({
    databaseUrl: site.url,
    dataDir: '',
    vault: OPEN_VAULT,
    publicUrl: SITE,
    smtpUrl: mails.url,
    smtpConnections: 4,
    outboxDir: '',
    mailFrom: undefined,
    dkim: undefined,
    bounces: { address: ADDRESS },
    mailRates: NO_RATES,
    isWebhookLocal: true,
    clock: () => new Date(),
    report: () => {},
    onEvent: () => {},
    signal: new AbortController().signal,
    ...of,
  })
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  return opened.worker
}

function keptLog() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) }
}

async function envelopeSenders() {
  const key = await bounceKey(site.db, OPEN_VAULT)()
  return (to: string) => bounceAddress(ADDRESS, { key, to, now: new Date() })
}

function read(of: Pick<BounceMailboxOptions, 'mailbox'>) {
  const events: BounceMailboxEvent[] = []
  const { stop } = startBounceMailbox({
    db: site.db,
    vault: OPEN_VAULT,
    url: site.url,
    address: ADDRESS,
    clock: () => new Date(),
    onEvent: (event) => events.push(event),
    lookEveryMs: 50,
    firstRetryMs: 20,
    ...of,
  })
  return { events, stop }
}
