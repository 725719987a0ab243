import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailMessage, MailOutcome } from '../../src/mail/mail-message.ts'
import { type MailerOptions, openMailer } from '../../src/mail/mailer.ts'
import { isShort } from '../size.ts'
import { eventually } from '../support/eventually.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'
import { hangUp, rawServer, talk, trickle } from '../support/raw-mail-server.ts'

const NOW = new Date('2026-11-15T10:00:00.000Z')
const SHORT = { connectMs: 300, greetMs: 300, answerMs: 300, sendMs: 600, closeMs: 100 }

let dir: string
let server: MailServer
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'candor-mail-'))
  server = await mailServer()
})

afterAll(async () => {
  for (const close of opened) await close()
  await server.stop()
  await rm(dir, { recursive: true, force: true })
})

describe('with a mail server', () => {
  test('a mail arrives with text and HTML, and headers for automatic mail', async () => {
    const outcome = await mailer({ smtpUrl: server.url }).send(message({ to: 'ada@customer.example' }))
    expect(outcome).toEqual({ kind: 'sent' })
    const { envelope, parsed, raw } = await server.mailTo('ada@customer.example')
    expect(envelope.from).toBe('no-reply@trust.northwall.example')
    expect(parsed.from).toEqual({ name: 'Northwall Trust', address: 'no-reply@trust.northwall.example' })
    expect(parsed.to).toEqual([{ name: '', address: 'ada@customer.example' }])
    expect(parsed.subject).toBe('Grüße – 你好')
    expect(parsed.text).toContain('Es geht los.')
    expect(parsed.html).toContain('<b>Es geht los.</b>')
    expect(parsed.messageId).toBe('<mail-1@trust.northwall.example>')
    expect(parsed.date).toBe(NOW.toISOString())
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m)
    expect(raw).not.toMatch(/^X-Mailer/m)
    // A server may take a bare line feed for the end of a line, and then for the end of the mail.
    expect(raw).not.toMatch(/[^\r]\n|\r[^\n]/)
  })

  test('MAIL_FROM is the sender', async () => {
    const from = { name: 'Trust Team', address: 'trust@northwall.example' }
    await mailer({ smtpUrl: server.url, from }).send(message({ to: 'bob@customer.example' }))
    const { envelope, parsed } = await server.mailTo('bob@customer.example')
    expect(envelope.from).toBe('trust@northwall.example')
    expect(parsed.from).toEqual(from)
  })

  test('no text of a mail can inject a header or recipient', async () => {
    const bad = 'Hello\r\nBcc: eve@evil.example\nX-Evil: 1\u2028X: 2'
    const mail = message({ to: 'cyd@customer.example', subject: bad, senderName: bad })
    await mailer({ smtpUrl: server.url }).send(mail)
    const { envelope, raw, parsed } = await server.mailTo('cyd@customer.example')
    expect(envelope.to).toEqual(['cyd@customer.example'])
    const names = parsed.headers.map(({ key }) => key)
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-evil')
    expect(parsed.subject).toBe('Hello Bcc: eve@evil.example X-Evil: 1 X: 2')
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc|^x-evil/im)
  })

  test.each([
    'ada@customer.example\r\nBcc: eve@evil.example',
    'ada@customer.example, eve@evil.example',
    'Ada <ada@customer.example>',
    '<ada@customer.example>',
    'ada',
    '',
  ])('nothing is sent to "%s"', async (to) => {
    const before = server.attempts
    expect(await mailer({ smtpUrl: server.url }).send(message({ to }))).toEqual({
      kind: 'refused',
      reason: 'no address',
      isAboutAddress: true,
    })
    expect(server.attempts).toBe(before)
  })

  test.each([
    [450, { kind: 'later' }],
    [421, { kind: 'later' }],
    [503, { kind: 'later' }],
    [550, { kind: 'refused', isAboutAddress: true }],
    [552, { kind: 'refused', isAboutAddress: false }],
  ])('an answer %i means %j', async (code, means) => {
    server.answerWith(code)
    const outcome = await mailer({ smtpUrl: server.url }).send(message({ to: 'dan@customer.example' }))
    server.answerWith(250)
    expect(outcome).toMatchObject({ ...means, reason: expect.stringContaining(String(code)) })
    expect(JSON.stringify(outcome)).not.toContain('dan@customer.example')
  })

  test('after a rejection the same mailer continues', async () => {
    const own = mailer({ smtpUrl: server.url })
    server.answerWith(550)
    await own.send(message({ to: 'eva@customer.example' }))
    server.answerWith(250)
    expect(await own.send(message({ to: 'eva@customer.example' }))).toEqual({ kind: 'sent' })
  })

  test.each([
    ['sends no greeting', () => {}],
    ['rejects every connection', (socket: Socket) => socket.end('554 Go away\r\n')],
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['rejects our sender', (socket: Socket) => talk(socket, { mail: '550 Who are you?\r\n' })],
    ['goes silent after the mail', (socket: Socket) => talk(socket, { end: '' })],
    ['hangs up after the mail', (socket: Socket) => talk(socket, { end: hangUp })],
    ['refuses to relay', (socket: Socket) => talk(socket, { rcpt: '554 5.7.1 Relay access denied\r\n' })],
    ['sends an endless answer', (socket: Socket) => talk(socket, { end: trickle })],
  ])('a server that %s is retried later', async (_, onConnection) => {
    const sick = await rawServer(onConnection)
    const outcome = await mailer({ smtpUrl: sick.url, limits: SHORT }).send(message({}))
    expect(outcome.kind).toBe('later')
    sick.stop()
  })

  test('a mail rejected for its content says nothing about its address', async () => {
    const strict = await rawServer((socket) => talk(socket, { end: '550 5.7.1 Looks like spam\r\n' }))
    const outcome = await mailer({ smtpUrl: strict.url }).send(message({}))
    expect(outcome).toEqual({ kind: 'refused', reason: '550 5.7.1 DATA', isAboutAddress: false })
    strict.stop()
  })

  test('a missing server is retried later', async () => {
    const gone = await rawServer(() => {})
    gone.stop()
    await once(gone.server, 'close')
    expect(await mailer({ smtpUrl: gone.url }).send(message({}))).toMatchObject({ kind: 'later' })
  })

  test.skipIf(isShort)('after a trickling server, the next mail gets a new connection', async () => {
    let isSick = true
    const sick = await rawServer((socket) => talk(socket, isSick ? { end: trickle } : {}))
    const own = mailer({ smtpUrl: sick.url, limits: SHORT })
    const untilItIs = (outcome: MailOutcome) =>
      eventually(async () => expect(await own.send(message({}))).toEqual(outcome))
    // Again if the machine is too slow for the short limits.
    await untilItIs({ kind: 'later', reason: 'timeout' })
    isSick = false
    await untilItIs({ kind: 'sent' })
    sick.stop()
  })

  test('a closed mailer sends nothing', async () => {
    const own = mailer({ smtpUrl: server.url })
    await own.close()
    expect(await own.send(message({ to: 'fay@customer.example' }))).toEqual({
      kind: 'later',
      reason: 'closed',
    })
  })
})

describe('without a mail server', () => {
  test('each mail is a private file, sorted by time, and its link a line', async () => {
    const outboxDir = join(dir, 'outbox')
    const lines: string[] = []
    const own = mailer({ outboxDir, report: (line) => lines.push(line) })
    for (const subject of ['First', 'Second', 'Third']) {
      expect(await own.send(message({ to: 'ada@customer.example', subject }))).toEqual({ kind: 'sent' })
    }
    const names = (await readdir(outboxDir)).sort()
    expect(names).toHaveLength(3)
    expect(names[0]).toMatch(/^2026-11-15T10-00-00\.000Z-.*\.eml$/)
    const mails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(outboxDir, name)))),
    )
    expect(mails.map(({ subject }) => subject)).toEqual(['First', 'Second', 'Third'])
    expect(mails[0]?.text).toContain('Es geht los.')
    expect(mails[0]?.to).toEqual([{ name: '', address: 'ada@customer.example' }])
    expect(lines[0]).toBe(
      'Mail to ada@customer.example: First https://trust.northwall.example/user/verify?token=x',
    )
    expect((await stat(join(outboxDir, names[0] ?? ''))).mode & 0o777).toBe(0o600)
    expect((await stat(outboxDir)).mode & 0o777).toBe(0o700)
  })

  test('a line break adds no second line to the console', async () => {
    const lines: string[] = []
    const own = mailer({ outboxDir: join(dir, 'lines'), report: (line) => lines.push(line) })
    await own.send(message({ subject: 'Hello\r\nCandor is ready at https://evil.example' }))
    expect(lines).toEqual([expect.not.stringMatching(/[\r\n]/)])
  })

  test("a folder that can't be written is retried later", async () => {
    await writeFile(join(dir, 'a-file'), '')
    const outcome = await mailer({ outboxDir: join(dir, 'a-file', 'outbox') }).send(message({}))
    expect(outcome).toEqual({ kind: 'later', reason: 'ENOTDIR' })
  })
})

function mailer(options: Partial<MailerOptions>) {
  const own = openMailer({
    smtpUrl: undefined,
    outboxDir: join(dir, 'unused'),
    from: undefined,
    publicUrl: 'https://trust.northwall.example',
    clock: () => NOW,
    report: () => {},
    ...options,
  })
  opened.push(own.close)
  return own
}

function message(of: Partial<MailMessage>): MailMessage {
  return {
    id: 'mail-1',
    to: 'zoe@customer.example',
    senderName: 'Northwall Trust',
    subject: 'Grüße – 你好',
    text: 'Es geht los.\n',
    html: '<p><b>Es geht los.</b></p>',
    link: 'https://trust.northwall.example/user/verify?token=x',
    ...of,
  }
}
