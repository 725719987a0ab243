import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountMailContent } from '../../src/accounts/mails/account-mail-content.ts'
import { hashOfSecret } from '../../src/accounts/secret.ts'
import { claimAccountMail, queueAccountMail } from '../../src/db/account-mails.ts'
import type { MailMessage, MailOutcome } from '../../src/mail/mail-message.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { runAheadBy } from '../support/clock-ahead.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { linkIn, mailServer, tokenIn } from '../support/mail-server.ts'
import { mailerTo, PROVIDER, workerOn } from '../support/mail-server-site.ts'
import { makeAccount } from '../support/make-account.ts'

let site: AccountSite
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  site = await accountSite()
})
// Workers poll, and would send the mails of the next test.
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})
afterAll(() => site.stop())

describe('A-11 a queued mail', () => {
  test('is sent with a link whose token is stored only as a hash', async () => {
    const server = await startServer()
    const { worker } = startWorker(mailerTo(server.url, site))
    const { uid, email } = await queueFor('verify-email')
    worker.wake()
    const mail = await server.mailTo(email)
    const link = linkIn(mail)
    expect(link.origin + link.pathname).toBe(`${SITE}/user/verify`)
    expect(mail.parsed.html).toContain(link.href)
    expect(Buffer.from(tokenIn(mail), 'base64url')).toHaveLength(32)
    const kept = await tokensOf(uid)
    expect(kept).toMatchObject([{ purpose: 'verify-email', email, used_at: null }])
    expect(kept[0]?.token_hash).toEqual(hashOfSecret(tokenIn(mail)))
    expect(JSON.stringify(kept)).not.toContain(tokenIn(mail))
    await eventually(async () => expect(await queued(email)).toEqual([]))
  })

  test('is found by a worker in another process', async () => {
    const server = await startServer()
    vi.useFakeTimers({ toFake: ['setInterval'] })
    try {
      startWorker(mailerTo(server.url, site))
      const { email } = await queueFor('verify-email')
      // Nothing wakes it; it polls.
      vi.advanceTimersByTime(3_000)
      await server.mailTo(email)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is leased alone, even if the planner expects a queue of one', async () => {
    const { db } = site.database
    await queueFor('verify-email')
    await sql`analyze account_mails`.execute(db)
    for (let count = 0; count < 5; count++) await queueFor('verify-email')
    const { now } = site.clock
    await claimAccountMail(db, { now, leasedUntil: new Date(now.getTime() + 1_000) })
    const leased = await db.selectFrom('account_mails').where('attempts', '>', 0).select('id').execute()
    expect(leased).toHaveLength(1)
    await db.deleteFrom('account_mails').execute()
  })

  test('is sent once by two workers', async () => {
    const server = await startServer()
    const workers = [1, 2].map(() => startWorker(mailerTo(server.url, site)).worker)
    const accounts = await Promise.all(Array.from({ length: 12 }, () => queueFor('verify-email')))
    for (const worker of workers) worker.wake()
    for (const { email } of accounts) await server.mailTo(email)
    await eventually(async () => {
      for (const { email } of accounts) expect(await queued(email)).toEqual([])
    })
    expect(server.mails).toHaveLength(12)
  })

  test('is sent by another worker within a minute if its worker died', async () => {
    const { email } = await queueFor('verify-email')
    let die = () => {}
    const dying = new Promise<never>((_, reject) => {
      die = () => reject(new Error('dead'))
    })
    let isSending = false
    const send = () => {
      isSending = true
      return dying
    }
    startWorker({ send, close: async () => die() }).worker.wake()
    await eventually(() => expect(isSending).toBe(true))
    expect(await queued(email)).toMatchObject([{ attempts: 1 }])
    const server = await startServer()
    const { worker } = startWorker(mailerTo(server.url, site))
    worker.wake()
    await worker.stop()
    expect(server.mails).toEqual([])

    site.clock.pass(59)
    const next = startWorker(mailerTo(server.url, site))
    next.worker.wake()
    await server.mailTo(email)
    expect(server.mails).toHaveLength(1)
  })
})

describe('a process whose clock is ahead', () => {
  const claimed = () =>
    claimAccountMail(site.database.db, { now: new Date(), leasedUntil: new Date(Date.now() + 50_000) })

  test('does not take a mail that another is sending, and does not delay its own', async () => {
    const { uid, email } = await makeAccount(site.database.db, { isVerified: false })
    const queue = () =>
      queueAccountMail(site.database.db, { kind: 'verify-email', email, userId: uid, now: new Date() })
    await queue()
    await eventually(async () => expect(await claimed()).toMatchObject({ email }))
    runAheadBy(300_000)
    expect(await claimed()).toBeUndefined()
    await queue()
    vi.unstubAllGlobals()
    await eventually(async () => expect(await claimed()).toMatchObject({ email, attempts: 1 }))
    await site.database.db.deleteFrom('account_mails').execute()
  })
})

describe('a mail server', () => {
  test('that is down and comes back gets the mail', async () => {
    const port = await freePort()
    const { worker, events } = startWorker(mailerTo(`smtp://127.0.0.1:${port}`, site))
    const { email } = await queueFor('verify-email')
    worker.wake()
    await eventually(() => expect(events).toMatchObject([{ kind: 'postponed', mail: 'verify-email' }]))

    const again = await startServer({ port })
    site.clock.pass(16)
    worker.wake()
    await again.mailTo(email)
  })

  test('that answers 4xx is retried with growing delays for a day', async () => {
    const server = await startServer()
    server.answerWith(451)
    const { worker, events } = startWorker(mailerTo(server.url, site))
    const { email } = await queueFor('verify-email')
    const waits: number[] = []
    while (events.at(-1)?.kind !== 'given-up') {
      const before = events.length
      worker.wake()
      await eventually(() => expect(events.length).toBeGreaterThan(before))
      const [mail] = await queued(email)
      if (mail === undefined) break
      expect(mail.last_error).toContain('451')
      const waitS = (mail.due_at.getTime() - site.clock.now.getTime()) / 1000
      waits.push(waitS)
      // The short run leaves out the retries in the middle of the day.
      site.clock.pass(isShort && waits.length === 4 ? 86_400 : waitS)
    }
    expect(events.at(-1)).toMatchObject({ kind: 'given-up' })
    expect(waits[0]).toBeLessThanOrEqual(15)
    expect(waits[3]).toBeGreaterThan(waits[0] ?? 0)
    if (!isShort) {
      expect(Math.max(...waits)).toBeGreaterThan(1_800)
      expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(86_400)
    }
    expect(server.mails).toEqual([])
  })

  test('that answers 5xx is not retried, and the log contains no address', async () => {
    const server = await startServer()
    server.answerWith(550)
    const { worker, events } = startWorker(mailerTo(server.url, site))
    const { email } = await queueFor('verify-email')
    worker.wake()
    await eventually(async () => expect(await queued(email)).toEqual([]))
    await eventually(() => expect(events).toMatchObject([{ kind: 'given-up', mail: 'verify-email' }]))
    expect(server.attempts).toBe(1)
    expect(JSON.stringify(events)).not.toContain(email)
  })

  test('that hangs on one mail does not block the others', async () => {
    const stuck = await queueFor('verify-email')
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => queueFor('verify-email')))
    let release = () => {}
    const hung = new Promise<MailOutcome>((resolve) => {
      release = () => resolve({ kind: 'later', reason: 'timeout' })
    })
    const sent: string[] = []
    const { worker, events } = startWorker({
      send: async ({ to }: MailMessage) => {
        if (to === stuck.email) return hung
        sent.push(to)
        return { kind: 'sent' }
      },
      close: async () => {},
    })
    // Otherwise the worker would wait for it after a failure, and hide what failed.
    stops.push(async () => release())
    // A mail that a lane claimed but could not send is due again only after its lease.
    const untilSent = (accounts: { email: string }[]) =>
      eventually(() => {
        expect(events.filter(({ kind }) => kind === 'failed')).toEqual([])
        expect(sent).toEqual(expect.arrayContaining(accounts.map(({ email }) => email)))
      })
    worker.wake()
    await untilSent(others)
    const late = await queueFor('verify-email')
    worker.wake()
    await untilSent([late])
    release()
    await worker.stop()
    expect(await queued(stuck.email)).toMatchObject([{ last_error: 'timeout' }])
    await site.database.db.deleteFrom('account_mails').execute()
  })
})

describe('an obsolete mail is not sent', () => {
  test.each([
    ['to a locked user', { locked_at: new Date() }],
    ['to a user who has changed the address', { email: 'other-address@customer.example' }],
    ['to a user who is already verified', { email_verified_at: new Date() }],
  ])('%s', async (_, change) => {
    const { uid, email } = await queueFor('verify-email')
    await site.database.db.updateTable('users').set(change).where('id', '=', uid).execute()
    const sent: string[] = []
    const { worker, events } = startWorker(keeping(sent))
    worker.wake()
    await eventually(() => expect(events).toMatchObject([{ kind: 'void' }]))
    expect(sent).toEqual([])
    expect(await queued(email)).toEqual([])
    expect(await tokensOf(uid)).toEqual([])
  })
})

test('each kind of mail states its purpose in text and HTML, and escapes its input', async () => {
  const hostile = { ...PROVIDER, name: 'North<wall> & "Sons"' }
  const own = {
    link: { link: `${SITE}/user/verify?token=a&b="c"`, livesHours: 1 },
    channel: {
      kind: 'slack' as const,
      name: 'Ops "c" <wall>',
      address: 'https://hooks.slack.com/services/x',
    },
  }
  const { mailHtml, mailText } = await import('../../src/mail/mail-template.ts')
  for (const kind of [
    'verify-email',
    'reset-password',
    'change-email',
    'email-changed',
    'password-changed',
    'channel-disabled',
    'channel-added',
    'calendar-added',
  ] as const) {
    const content = accountMailContent(kind, { provider: hostile, publicUrl: SITE, isGov: false }, own)
    const html = mailHtml(content)
    expect(html).not.toContain('<wall>')
    expect(html).not.toContain('"c"')
    expect(html).toContain('North&lt;wall&gt; &amp; &quot;Sons&quot;')
    expect(html).not.toMatch(/<img|<script|<link|url\(/i)
    const text = mailText(content)
    expect(text).toContain(content.heading)
    expect(text).toContain(content.action?.link)
    for (const said of [...content.paragraphs, ...content.notes, content.smallPrint])
      expect(text).toContain(said)
  }
})

function keeping(sent: string[]): Mailer {
  return {
    send: async ({ to }) => {
      sent.push(to)
      return { kind: 'sent' }
    },
    close: async () => {},
  }
}

async function startServer(of: { port?: number } = {}) {
  const server = await mailServer(of)
  stops.push(server.stop)
  return server
}

function startWorker(mailer: Mailer) {
  const started = workerOn(site, mailer)
  const stop = async () => {
    await Promise.all([started.worker.stop(), mailer.close()])
  }
  stops.push(stop)
  return { ...started, stop }
}

async function queueFor(kind: 'verify-email') {
  const account = await makeAccount(site.database.db, { isVerified: false })
  const { uid: userId, email } = account
  await queueAccountMail(site.database.db, { kind, email, userId, now: site.clock.now })
  return account
}

function queued(email: string) {
  return site.database.db.selectFrom('account_mails').where('email', '=', email).selectAll().execute()
}

function tokensOf(uid: number) {
  return site.database.db.selectFrom('one_time_tokens').where('user_id', '=', uid).selectAll().execute()
}
