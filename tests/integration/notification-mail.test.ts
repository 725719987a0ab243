import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmailSenderOptions, emailSender } from '../../src/delivery/email/email-sender.ts'
import { readMessageToken } from '../../src/delivery/message-token.ts'
import type { Publication } from '../../src/domain/notifying/publication.ts'
import { openMailWay } from '../../src/mail/mail-way.ts'
import { madeUpDelivery, type Recipient } from '../support/made-up-delivery.ts'
import { madeUpPublication } from '../support/made-up-publication.ts'
import { type MailServer, mailServer, type ReceivedMail } from '../support/mail-server.ts'

const SITE = 'https://trust.northwall.example'
const NOW = new Date('2026-03-01T11:00:10.000Z')
const KEY = Buffer.alloc(32, 7)
const PROVIDER = { name: 'Northwall', feedback_email: 'trust-feedback@northwall.example' }

let server: MailServer
const closes: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await mailServer()
})
afterAll(async () => {
  for (const close of closes) await close()
  await server.stop()
})

describe('U-10 a message about a publication', () => {
  test('has list headers with one-click unsubscribe', async () => {
    const { raw, parsed, envelope } = await sent({ to: 'ada@customer.example', channelId: 77 })
    expect(envelope).toEqual({ from: 'no-reply@trust.northwall.example', to: ['ada@customer.example'] })
    expect(parsed.from).toEqual({ name: 'Northwall Trust', address: 'no-reply@trust.northwall.example' })
    expect(parsed.to).toEqual([{ name: '', address: 'ada@customer.example' }])
    expect(parsed.date).toBe('2026-03-01T11:00:10.000Z')
    expect(parsed.messageId).toBe('<p12.c77@trust.northwall.example>')
    const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
    expect(header('list-id')).toBe('Northwall Trust <notifications.trust.northwall.example>')
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/trust\.northwall\.example\/unsubscribe\?token=([\w-]+)>, <mailto:trust-feedback@northwall\.example\?subject=Unsubscribe%20\1>$/,
    )
    expect(header('precedence')).toBe('list')
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(raw).not.toMatch(/[^\r]\n|\r[^\n]/)
    expect(raw).not.toMatch(/^X-Mailer/m)
  })

  test('carries a token of its channel and publication, the same in header, text and HTML', async () => {
    const { parsed } = await sent({ to: 'bea@customer.example', channelId: 7_000_000_078 })
    const tokens = [
      ...`${parsed.text}`.matchAll(/unsubscribe\?token=([\w-]+)/g),
      ...`${parsed.html}`.matchAll(/unsubscribe\?token=([\w-]+)/g),
      ...JSON.stringify(parsed.headers).matchAll(/unsubscribe\?token=([\w-]+)/g),
    ].map(([, token = '']) => token)
    expect(tokens).toHaveLength(5)
    expect(new Set(tokens).size).toBe(1)
    expect(readMessageToken(KEY, 'unsubscribe', tokens[0] ?? '')).toEqual({
      channelId: 7_000_000_078,
      publicationId: 12,
    })
    expect(parsed.text).toContain(`Unsubscribe from all mail: ${SITE}/unsubscribe?token=${tokens[0]}&all=1`)
    expect(parsed.html).toContain(`${SITE}/unsubscribe?token=${tokens[0]}&amp;all=1`)
  })

  test("says what happened, where, when in the reader's zone, and why they get it", async () => {
    const { parsed } = await sent({ to: 'cyd@customer.example', zone: 'Asia/Tokyo' })
    expect(parsed.subject).toBe('northwall.net: Incident: Sign-in fails <for some> & others')
    expect(parsed.html).toMatch(/display:none[^>]*>Service Disruption, In Progress/)
    expect(parsed.text).toContain('Service Disruption, In Progress')
    expect(parsed.text).toContain('Incident update on northwall.net\nSign-in fails <for some> & others\n')
    expect(parsed.text).toContain('We found the cause.\n\nThe fix is on its way.')
    expect(parsed.text).toContain('Customer impact\n\nUsers cannot sign in.')
    expect(parsed.text).toContain(
      'Data center: Zurich I\nBegan: Sun, 01 Mar 2026 18:00:00\u00a0GMT+9\nUpdated: Sun, 01 Mar 2026 20:00:00\u00a0GMT+9',
    )
    expect(parsed.text).toContain(`Read the post:\n${SITE}/northwall.net/posts/345`)
    expect(parsed.text).toContain('You’re receiving this because you follow Gateway on northwall.net.')
    expect(parsed.html).toContain('Sign-in fails &lt;for some&gt; &amp; others')
    expect(parsed.html).toContain(`href="${SITE}/northwall.net/posts/345"`)
    expect(parsed.html).not.toMatch(/<img|<script|<link|url\(/i)
  })

  test('counts the other subscriptions that match', async () => {
    const own = sender()
    const one = delivery({ to: 'one@customer.example' })
    const three = delivery({ to: 'three@customer.example' })
    const because = { scope: 'service', cloudId: 1, tid: 2001, others: 2 } as const
    await own.send(one, madeUpPublication())
    await own.send({ ...three, because }, madeUpPublication())
    expect((await server.mailTo('one@customer.example')).parsed.text).toContain(' Gateway on northwall.net.')
    expect((await server.mailTo('three@customer.example')).parsed.text).toContain(
      'You’re receiving this because you follow Gateway on northwall.net and 2 other things.',
    )
  })

  test('says first if it no longer affects what its reader follows, and only to that reader', async () => {
    const own = sender()
    const stays = delivery({ to: 'stays@customer.example' })
    const left = delivery({ to: 'left@customer.example' })
    const because = { scope: 'service', cloudId: 1, tid: 2001, others: 0 } as const
    await own.send({ ...stays, because: { ...because, noLongerAffected: false } }, madeUpPublication())
    await own.send({ ...left, because: { ...because, noLongerAffected: true } }, madeUpPublication())
    const words = 'This incident no longer affects what you follow.'
    expect((await server.mailTo('stays@customer.example')).parsed.text).not.toContain(words)
    const { text = '' } = (await server.mailTo('left@customer.example')).parsed
    expect(text.indexOf(words)).toBeGreaterThan(0)
    expect(text.indexOf(words)).toBeLessThan(text.indexOf('We found the cause.'))
    expect(text).toContain('You’re receiving this because it was about something that you follow.')
  })

  test('starts with the summary if the record is new, and says it once', async () => {
    const of = { step: 'opened', update: null, summary: 'Signing in fails.' } as const
    const more = madeUpPublication({ ...of, id: 22, body: '<p>We look for the cause.</p>' })
    const same = madeUpPublication({ ...of, id: 23, body: '<p>Signing in fails.</p><p>We look.</p>' })
    const first = await sent({ to: 'liz@customer.example', publication: more })
    expect(first.parsed.text).toContain('\n\nSigning in fails.\n\nWe look for the cause.\n\n')
    const second = await sent({ to: 'max@customer.example', publication: same })
    expect(`${second.parsed.text}`.split('Signing in fails.')).toHaveLength(2)
    expect(second.parsed.html).toContain('Signing in fails.')
  })

  test('threads with others of its incident: all refer to its root, and only the first is not a reply', async () => {
    const first = await sent({
      to: 'dan@customer.example',
      publication: madeUpPublication({ id: 20, step: 'opened' }),
    })
    const next = await sent({ to: 'dan@customer.example', publication: madeUpPublication({ id: 21 }) }, 2)
    expect(first.parsed.references).toBe('<r345.c9@trust.northwall.example>')
    expect(first.parsed.inReplyTo).toBeUndefined()
    expect(next.parsed.references).toBe('<r345.c9@trust.northwall.example>')
    expect(next.parsed.inReplyTo).toBe('<r345.c9@trust.northwall.example>')
  })

  test('keeps its ID when retried', async () => {
    const to = 'eva@customer.example'
    const [once, twice] = [await sent({ to }), await sent({ to }, 2)]
    expect(once.parsed.messageId).toBe(twice.parsed.messageId)
    expect(once.parsed.text).toBe(twice.parsed.text)
  })

  test('arrives intact whatever the title, for any site URL', async () => {
    const title = `Störung – 通知 🙂 ${'long '.repeat(40)}=?UTF-8?Q?x?=`
    const publicUrl = `https://${'sub.'.repeat(30)}northwall.example`
    const { parsed } = await sent(
      { to: 'fay@customer.example', publication: madeUpPublication({ title }) },
      1,
      { publicUrl },
    )
    expect(parsed.subject).toContain(title.trim())
    expect(parsed.text).toContain(title)
    expect(parsed.text).toMatch(
      new RegExp(`^Unsubscribe from this: ${publicUrl}/unsubscribe\\?token=[\\w-]{39}$`, 'm'),
    )
    expect(parsed.html).toContain(`${publicUrl}/northwall.net/posts/345`)
  })

  test("can't inject a header or recipient by title or name", async () => {
    const bad = 'Hello\r\nBcc: eve@evil.example\nX-Evil: 1\u2028X: 2'
    const { envelope, parsed, raw } = await sent(
      { to: 'gus@customer.example', publication: madeUpPublication({ title: bad }) },
      1,
      { provider: () => ({ name: bad, feedback_email: 'x@y.example\r\nBcc: eve@evil.example' }) },
    )
    expect(envelope.to).toEqual(['gus@customer.example'])
    expect(parsed.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']))
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^\s*(bcc|x-evil|x):/im)
    expect(parsed.subject).toContain('Hello Bcc: eve@evil.example X-Evil: 1 X: 2')
  })

  test.each([
    'ada@customer.example\r\nBcc: eve@evil.example',
    'ada@customer.example>\r\nRCPT TO:<eve@evil.example',
    'ada',
  ])('does not go to "%s"', async (to) => {
    const before = server.attempts
    expect(await sender().send(delivery({ to }), madeUpPublication())).toEqual({
      kind: 'refused',
      reason: 'no address',
    })
    expect(server.attempts).toBe(before)
  })
})

describe('the outcome of a message', () => {
  test.each([
    [450, 'later'],
    [550, 'refused'],
    [554, 'later'],
  ])('that is answered %i: %s', async (code, kind) => {
    server.answerWith(code)
    const outcome = await sender().send(delivery({ to: 'hal@customer.example' }), madeUpPublication())
    server.answerWith(250)
    expect(outcome).toMatchObject({ kind, reason: expect.stringContaining(String(code)) })
  })

  test('whose lease has expired: not sent', async () => {
    const late = { ...delivery({ to: 'ida@customer.example' }), leasedUntil: NOW }
    expect(await sender().send(late, madeUpPublication())).toEqual({ kind: 'too-late' })
    expect(server.mails.flatMap(({ envelope }) => envelope.to)).not.toContain('ida@customer.example')
  })

  test("that can't be rendered: retried later", async () => {
    const broken = { ...madeUpPublication(), content: {} } as Publication
    expect(await sender().send(delivery({ to: 'jan@customer.example' }), broken)).toMatchObject({
      kind: 'later',
    })
  })
})

test('U-10 a digest lists each record once, with its current status, and unsubscribes as a whole', async () => {
  const to = 'kim@customer.example'
  const opened = { ...madeUpPublication({ id: 30, step: 'opened' }), edition: 70 }
  const other = { ...madeUpPublication({ id: 31, title: 'Logs are late' }), recordId: 346, edition: 71 }
  const over = {
    ...madeUpPublication({
      id: 32,
      step: 'resolved',
      status: 'Resolved',
      closed_on: '2026-03-01T12:00:00.000Z',
    }),
    edition: 72,
  }
  const deliveries = [opened, other, over].map((publication, at) =>
    delivery({ to, publication, id: 500 + at }),
  )
  expect(await sender().sendDigest(deliveries, [opened, other, over])).toEqual({ kind: 'sent' })
  const { parsed } = await server.mailTo(to)
  expect(parsed.messageId).toBe('<d32.n3.c9@trust.northwall.example>')
  expect(parsed.subject).toBe('Northwall Trust digest: 3 updates on 2 posts')
  expect(`${parsed.text}`.split('\n').filter((line) => line.startsWith('Sign-in fails'))).toHaveLength(1)
  expect(parsed.text).toContain('Service Disruption, Resolved')
  expect(parsed.text).toContain('Logs are late')
  // Each message links to the version that it described.
  for (const { edition } of [opened, other, over])
    expect(parsed.text).toMatch(new RegExp(`^https://.*/posts/\\d+\\?edition=${edition}$`, 'm'))
  expect(parsed.html).toContain(`?edition=${over.edition}"`)
  expect(parsed.text?.indexOf('Sign-in fails')).toBeLessThan(parsed.text?.indexOf('Logs are late') ?? 0)
  const header = parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const [, token = ''] = /token=([\w-]+)&all=1>/.exec(header) ?? []
  expect(readMessageToken(KEY, 'unsubscribe', token)).toEqual({ channelId: 9, publicationId: 32 })
})

test('U-10 a retried digest is the same message, and a different one if it contains more', async () => {
  const to = 'mia@customer.example'
  const all = [40, 42, 41].map((id) => madeUpPublication({ id }))
  const ids: string[] = []
  for (const publications of [all.slice(0, 2), all.slice(0, 2), all]) {
    const deliveries = publications.map((publication, at) => delivery({ to, publication, id: 600 + at }))
    await sender().sendDigest(deliveries, publications)
    const { parsed } = await server.mailTo(to, ids.length + 1)
    ids.push(parsed.messageId ?? '')
  }
  expect(ids).toEqual([
    '<d42.n2.c9@trust.northwall.example>',
    '<d42.n2.c9@trust.northwall.example>',
    '<d42.n3.c9@trust.northwall.example>',
  ])
})

test('without a mail server a message is a file in the outbox and a line in the console', async () => {
  const outboxDir = await mkdtemp(join(tmpdir(), 'candor-outbox-'))
  const lines: string[] = []
  const own = sender({}, { smtpUrl: undefined, outboxDir, report: (line) => lines.push(line) })
  expect(await own.send(delivery({ to: 'lea@customer.example' }), madeUpPublication())).toEqual({
    kind: 'sent',
  })
  const [name = ''] = await readdir(outboxDir)
  const parsed = await PostalMime.parse(await readFile(join(outboxDir, name)))
  expect(parsed.to).toEqual([{ name: '', address: 'lea@customer.example' }])
  expect(lines).toEqual([
    `Mail to lea@customer.example: northwall.net: Incident: Sign-in fails <for some> & others ${SITE}/northwall.net/posts/345`,
  ])
  await rm(outboxDir, { recursive: true, force: true })
})

async function sent(
  recipient: Recipient,
  count = 1,
  options: Partial<EmailSenderOptions> = {},
): Promise<ReceivedMail> {
  const { publication = madeUpPublication() } = recipient
  expect(await sender(options).send(delivery(recipient), publication)).toEqual({ kind: 'sent' })
  return server.mailTo(recipient.to, count)
}

function sender(
  options: Partial<EmailSenderOptions> = {},
  way: Partial<Parameters<typeof openMailWay>[0]> = {},
) {
  const { publicUrl = SITE } = options
  const clock = () => NOW
  const own = emailSender({
    way: openMailWay({
      smtpUrl: server.url,
      outboxDir: '',
      publicUrl,
      connections: 2,
      clock,
      report: () => {},
      ...way,
    }),
    publicUrl,
    provider: () => PROVIDER,
    from: undefined,
    unsubscribeKey: KEY,
    clock,
    ...options,
  })
  closes.push(own.close)
  return own
}

function delivery(recipient: Recipient) {
  return madeUpDelivery(recipient, NOW)
}
