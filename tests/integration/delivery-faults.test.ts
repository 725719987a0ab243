import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { connect } from '../../src/db/connect.ts'
import { currentPauses } from '../../src/db/delivery-pauses.ts'
import { unsubscribeKey } from '../../src/db/secrets.ts'
import { emailSender } from '../../src/delivery/email/email-sender.ts'
import { httpSender } from '../../src/delivery/http/http-sender.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import type { SendOutcome } from '../../src/delivery/sender.ts'
import { openSmtpLanes } from '../../src/mail/smtp-lanes.ts'
import { sized } from '../size.ts'
import { proxyDatabase } from '../support/database-proxy.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'
import { fakeSender, held } from '../support/fake-sender.ts'
import { httpReceiver } from '../support/http-receiver.ts'
import { hangUp, rawServer, talk } from '../support/raw-mail-server.ts'

const PEOPLE = sized({ short: 12, long: 60 })
const MANY = sized({ short: 120, long: 400 })
const LEASE_IS_OVER_MS = 60_000

let site: DeliverySite
const stops: (() => unknown)[] = []

beforeEach(async () => {
  site = await deliverySite()
})

afterEach(async () => {
  await site.stop()
  for (const stop of stops.splice(0).reverse()) await stop()
})

describe('a mail server', () => {
  test('that answers 4xx is retried later, and then accepts', async () => {
    let isBusy = true
    const { accepted } = await mailSite({ rcpt: () => (isBusy ? '450 Busy\r\n' : '250 Fine\r\n') })
    await site.subscribe(5)
    await site.publish()
    await eventually(async () => expect(await attempts()).toEqual([1, 1, 1, 1, 1]))
    await eventually(async () => expect(await site.states()).toEqual({ due: 5 }))
    isBusy = false
    site.clock.aheadMs = 120_000
    await eventually(async () => expect(await site.states()).toEqual({ sent: 5 }))
    expect(accepted).toHaveLength(5)
  })

  test('that rejects an address with 5xx gets no more mail for it, and the others get theirs', async () => {
    const [refused] = await site.subscribe(5)
    const { accepted } = await mailSite({
      rcpt: (to) => (to === addressOf(refused) ? '550 5.1.1 Who?\r\n' : '250 Fine\r\n'),
    })
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 4, suppressed: 1 }))
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 8, suppressed: 1 }))
    expect(accepted).not.toContain(addressOf(refused))
  })

  test('that hangs on one mail delays no other, and that one is retried', async () => {
    const [stuck] = await site.subscribe(PEOPLE)
    const hanging: Socket[] = []
    const { accepted } = await mailSite({
      rcpt: (to) =>
        to === addressOf(stuck) && hanging.length === 0
          ? (socket) => void hanging.push(socket)
          : '250 Fine\r\n',
    })
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: PEOPLE - 1, leased: 1 }))
    expect(accepted).toHaveLength(PEOPLE - 1)
    hanging[0]?.destroy()
    await eventually(async () => expect(await site.states()).toEqual({ sent: PEOPLE - 1, due: 1 }))
    site.clock.aheadMs = 120_000
    await eventually(async () => expect(await site.states()).toEqual({ sent: PEOPLE }))
    expect(accepted).toHaveLength(PEOPLE)
  })

  test('that is down for a while gets everything when it is back, without counted attempts', async () => {
    let isAway = true
    const { accepted, worker } = await mailSite({ isAway: () => isAway })
    await site.subscribe(20)
    await site.publish()
    await eventually(() =>
      expect(worker.events.filter(({ kind }) => kind === 'paused').length).toBeGreaterThan(2),
    )
    isAway = false
    await eventually(async () => expect(await site.states()).toEqual({ sent: 20 }))
    expect(new Set(await attempts())).toEqual(new Set([1]))
    expect(accepted).toHaveLength(20)
  })

  test('that accepts mails but never answers is paused after a few, probed, and gets the rest later', async () => {
    let isDropping = true
    const { accepted, worker } = await mailSite({
      end: () => (isDropping ? hangUp : '250 Taken\r\n'),
    })
    await site.subscribe(MANY)
    await site.publish()
    const pauses = () => worker.events.filter(({ kind }) => kind === 'paused')
    await eventually(() => expect(pauses().length).toBeGreaterThan(1))
    expect(pauses()[0]).toMatchObject({ way: 'mail', reason: 'unanswered: dropped' })
    await eventually(async () =>
      expect(await currentPauses(site.db)).toMatchObject([{ way: 'mail', reason: 'unanswered: dropped' }]),
    )
    isDropping = false
    await eventually(() => expect(worker.events).toContainEqual({ kind: 'resumed', way: 'mail' }))
    await eventually(async () => expect((await site.states()).sent).toBe(MANY - (await unanswered()).length))
    await eventually(async () => expect(await currentPauses(site.db)).toEqual([]))
    // One per connection, the few it takes to notice, and one per probe.
    expect((await unanswered()).length).toBeLessThanOrEqual(4 + 2 + pauses().length)
    const reasons = worker.events.flatMap((event) => (event.kind === 'settled' ? [event.reasons] : []))
    expect(reasons).toContainEqual({ 'unanswered: dropped': expect.any(Number) })
    // They are retried once, and not soon.
    site.clock.aheadMs = 25 * 60_000
    const soon = accepted.length
    await site.publish()
    await eventually(() => expect(accepted).toHaveLength(soon + MANY))
    site.clock.aheadMs = 3 * 3_600_000
    await eventually(async () => expect(await site.states()).toEqual({ sent: 2 * MANY }))
    // At most two of the first publication, and one of the second.
    expect(Math.max(...copies(accepted))).toBe(3)
  })

  test('that never answers causes at most two copies per recipient', async () => {
    const { accepted } = await mailSite({ end: () => hangUp })
    await site.subscribe(3)
    await site.publish()
    await eventually(async () => expect((await unanswered()).length).toBe(3))
    site.clock.aheadMs = 3 * 3_600_000
    await eventually(async () => expect(await site.states()).toEqual({ dead: 3 }))
    expect(copies(accepted)).toEqual([2, 2, 2])
    expect(new Set((await site.deliveries()).map(({ last_error }) => last_error))).toEqual(
      new Set(['unanswered: dropped']),
    )
  })

  test('gets the next mail over a connection only when the last one is recorded', async () => {
    let count = 0
    const server = await rawServer((socket) => talk(socket, { onMail: () => void count++ }))
    const lanes = openSmtpLanes({ url: server.url, host: 'localhost', connections: 2 })
    stops.push(server.stop, lanes.close)
    const records = [held<void>(), held<void>(), held<void>()]
    const sends = records.map(({ answer: recorded }, index) =>
      lanes.sendRaw({
        from: 'a@site.example',
        to: `${index}@customer.example`,
        bytes: Buffer.from('Subject: x\r\n\r\nx\r\n'),
        isStillMine: () => true,
        recorded,
        note: '',
      }),
    )
    await Promise.all(sends.slice(0, 2))
    expect([count, server.connections()]).toEqual([2, 2])
    records[1]?.give()
    await sends[2]
    expect([count, server.connections()]).toEqual([3, 2])
    records[0]?.give()
    records[2]?.give()
  })
})

test("30 % hanging webhooks don't affect the others", async () => {
  const receiver = await httpReceiver()
  stops.push(receiver.stop)
  const people = await site.subscribe(40)
  await site.db.updateTable('channels').set({ is_enabled: false }).execute()
  for (const [index, userId] of people.entries()) {
    await site.addWebhook(userId, `${receiver.url}/${index}`)
    if (index < 12) receiver.behaveAt(`/${index}`, { kind: 'hang' })
  }
  const poster = openPoster({
    isLocalAllowed: true,
    clock: site.clock.now,
    limits: { wholeMs: 600_000, bodyBytes: 1000, idleMs: 600_000 },
  })
  const http = httpSender({
    poster,
    publicUrl: 'https://trust.example',
    clock: site.clock.now,
  })
  site.start({ senders: { mail: fakeSender(), http } })
  await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 28, leased: 12 }))
  receiver.hangUp()
  // Next time the hanging ones are known and have their own lane.
  await eventually(async () => expect(await site.states()).toEqual({ sent: 28, due: 12 }))
  await site.publish()
  await eventually(async () => expect(await site.states()).toMatchObject({ sent: 56 }))
  const troubled = (await site.deliveries()).filter(({ lane }) => lane === 'troubled')
  expect(troubled.map(({ state }) => state)).not.toContain('sent')
  expect(troubled).toHaveLength(24)
  for (let index = 0; index < 12; index++) receiver.behaveAt(`/${index}`, { kind: 'hang-up' })
  receiver.hangUp()
})

describe('two workers', () => {
  test('of which one was suspended past its lease: it records nothing', async () => {
    await site.subscribe(1)
    // Its own clock stopped with it.
    const slow = site.start({ clock: () => new Date() })
    const gate = held<SendOutcome>()
    slow.mail.answer(() => gate.answer)
    await site.publish()
    await eventually(() => expect(slow.mail.sends).toHaveLength(1))
    site.clock.aheadMs = LEASE_IS_OVER_MS
    const next = site.start()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 1 }))
    gate.give({ kind: 'later', reason: '450' })
    await eventually(() => expect(slow.events).toContainEqual({ kind: 'overtaken', count: 1 }))
    expect(next.mail.sends).toHaveLength(1)
    const [row] = await site.deliveries()
    expect(row).toMatchObject({ state: 'sent', last_error: null, fence: 2 })
    expect(await site.channel(row?.channel_id ?? 0)).toMatchObject({ failure_count: 0 })
  })

  test('share a rate limit', async () => {
    await site.subscribe(31)
    const rates = { overAll: 50, byDomain: new Map(), toOthers: undefined }
    const times: number[] = []
    const workers = [site.start({ rates }), site.start({ rates })]
    for (const { mail } of workers) {
      mail.answer(() => {
        times.push(Date.now())
        return { kind: 'sent' }
      })
    }
    const publishedAt = Date.now()
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 31 }))
    // 31 mails are 30 steps of 20 ms.
    expect(Math.max(...times) - publishedAt).toBeGreaterThanOrEqual(600)
    expect((await site.deliveries()).every(({ attempts }) => attempts === 1)).toBe(true)
  })
})

test('a rate-limited domain delays no other', async () => {
  const slow = await site.subscribe(5, { domain: 'slow.example' })
  const others = await site.subscribe(20)
  // One in ten minutes: only the first is sent before the clock is moved.
  const perSecond = 1 / 600
  const { mail } = site.start({
    rates: { overAll: undefined, byDomain: new Map([['slow.example', perSecond]]), toOthers: undefined },
  })
  await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 21, due: 4 }))
  const sent = () => mail.sends.map(({ deliveries: [one] }) => one?.userId ?? 0)
  expect(
    sent()
      .filter((id) => !slow.includes(id))
      .sort((a, b) => a - b),
  ).toEqual(others)
  for (let count = 2; count <= 5; count++) {
    site.clock.aheadMs += 601_000
    // Also that the others are due again: until then, they take their time from the clock.
    const states = { sent: 20 + count, ...(count < 5 && { due: 5 - count }) }
    await eventually(async () => expect(await site.states()).toEqual(states))
  }
  expect(new Set(sent()).size).toBe(25)
})

describe('a database', () => {
  test('that restarts while mails are sent loses none and duplicates none', async () => {
    await site.subscribe(MANY)
    const proxy = await proxyDatabase(site.url)
    const through = connect(proxy.url)
    stops.push(proxy.stop, through.close)
    const worker = site.start({ db: through.db, url: proxy.url })
    worker.mail.answer(() => {
      if (worker.mail.sends.length % (MANY / 4) === 0) {
        proxy.cut()
        setTimeout(proxy.mend, 20)
      }
      return { kind: 'sent' }
    })
    await site.publish()
    await eventually(async () => {
      const { sent = 0, leased = 0 } = await site.states()
      expect(sent + leased).toBe(MANY)
      expect(worker.events.some(({ kind }) => kind === 'failed')).toBe(true)
    })
    // A lease whose answer was lost is unknown to all workers: it expires.
    site.clock.aheadMs = LEASE_IS_OVER_MS
    await eventually(async () => expect(await site.states()).toEqual({ sent: MANY }))
    expect(worker.mail.sends).toHaveLength(MANY)
  })

  test('that restarts is listened to again', async () => {
    await site.subscribe(1)
    const proxy = await proxyDatabase(site.url)
    const through = connect(proxy.url)
    stops.push(proxy.stop, through.close)
    const worker = site.start({ db: through.db, url: proxy.url })
    await eventually(async () => expect(await listeners()).toBe(1))
    proxy.cut()
    await eventually(async () => expect(await listeners()).toBe(0))
    proxy.mend()
    await eventually(async () => expect(await listeners()).toBe(1))
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 1 }))
    await worker.stop()
  })

  test('that vanishes without closing its connections is given up, and its successor is used', async () => {
    await site.subscribe(1)
    const proxy = await proxyDatabase(site.url)
    stops.push(proxy.stop)
    const worker = site.start({ url: proxy.url, silentAfterMs: 300 })
    await eventually(async () => expect(await listeners()).toBe(1))
    proxy.strand()
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 1 }))
    await worker.stop()
  })

  test('that rejects writes, as with a full disk, loses nothing and duplicates nothing', async () => {
    await site.subscribe(50)
    const { mail, events } = site.start()
    await sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(site.db)
    mail.answer(async () => {
      if (mail.sends.length === 10) {
        await sql`create trigger full_disk before update on deliveries execute function refuse()`.execute(
          site.db,
        )
      }
      return { kind: 'sent' }
    })
    await site.publish()
    await eventually(() => expect(events.filter(({ kind }) => kind === 'failed').length).toBeGreaterThan(3))
    site.clock.aheadMs = LEASE_IS_OVER_MS
    await sql`drop trigger full_disk on deliveries`.execute(site.db)
    await eventually(async () => expect(await site.states()).toEqual({ sent: 50 }))
    expect(mail.sends).toHaveLength(50)
  })

  async function listeners() {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'candor listener'`.execute(site.db)
    return rows[0]?.count
  }
})

type Answer = string | ((socket: Socket) => string | undefined)

async function mailSite({
  rcpt = () => '250 Fine\r\n',
  isAway = () => false,
  end = () => '250 Taken\r\n',
}: {
  rcpt?: (to: string) => Answer
  isAway?: () => boolean
  end?: () => Answer
}) {
  const accepted: string[] = []
  const server = await rawServer((socket) => {
    if (isAway()) return void socket.end('421 Come back\r\n')
    let to = ''
    talk(socket, {
      onCommand: (line) => {
        if (line.startsWith('RCPT')) to = /<(.*)>/.exec(line)?.[1] ?? ''
      },
      rcpt: () => {
        const answer = rcpt(to)
        return typeof answer === 'string' ? answer : answer(socket)
      },
      onMail: () => accepted.push(to),
      end: () => {
        const answer = end()
        return typeof answer === 'string' ? answer : answer(socket)
      },
    })
  })
  const way = openSmtpLanes({
    url: server.url,
    host: 'localhost',
    connections: 4,
  })
  const mail = emailSender({
    way,
    publicUrl: 'https://trust.example',
    provider: () => ({ name: 'Northwall', feedback_email: 'feedback@northwall.example' }),
    from: undefined,
    unsubscribeKey: await unsubscribeKey(site.db, OPEN_VAULT),
    clock: site.clock.now,
  })
  stops.push(server.stop)
  const worker = site.start({ senders: { mail, http: fakeSender() } })
  return { accepted, worker }
}

function addressOf(userId: number | undefined) {
  return `person${userId}@customer.example`
}

function copies(accepted: readonly string[]) {
  return [...new Set(accepted)].map((to) => accepted.filter((other) => other === to).length)
}

/** Deliveries handed over without an answer, even if sent since. */
async function unanswered() {
  return (await site.deliveries()).filter(({ unanswered }) => unanswered > 0)
}

async function attempts() {
  return (await site.deliveries()).map(({ attempts }) => attempts)
}
