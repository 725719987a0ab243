import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import type { MailWay, RawMail } from '../../src/mail/raw-mail.ts'
import { openSmtpLanes } from '../../src/mail/smtp-lanes.ts'
import { eventually } from '../support/eventually.ts'
import { drip, hangUp, rawServer, sayNothing, type Talk, talk, trickle } from '../support/raw-mail-server.ts'

const SHORT = { connectMs: 300, greetMs: 300, answerMs: 300, sendMs: 600, closeMs: 100 }
const PIPELINING = { offers: ['PIPELINING'] }

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

describe.each([
  ['with', PIPELINING],
  ['without', {}],
])('%s pipelining', (_, offer) => {
  test('mails leave one after another over one connection, each whole', async () => {
    const mails: string[][] = []
    const { lanes, server } = await open({ ...offer, onMail: (lines) => mails.push(lines) })
    const bodies = ['one', '.', 'a\r\n.\r\n..b']
    for (const body of bodies) {
      expect(await lanes.sendRaw(mail({ bytes: Buffer.from(`Subject: x\r\n\r\n${body}\r\n`) }))).toEqual({
        kind: 'sent',
      })
    }
    expect(mails.map((lines) => lines.slice(2))).toEqual([['one'], ['..'], ['a', '..', '...b']])
    expect(server.connections()).toBe(1)
  })

  test.each([
    ['RCPT TO', '450 Busy', { kind: 'later', reason: '450 RCPT TO' }],
    ['RCPT TO', '550 5.1.1 Who?', { kind: 'refused', reason: '550 5.1.1 RCPT TO', isAboutAddress: true }],
    ['DATA', '451 Not now', { kind: 'later', reason: '451 DATA' }],
    ['end', '554 Spam', { kind: 'refused', reason: '554 DATA', isAboutAddress: false }],
  ])('after %s was answered "%s" the same connection goes on', async (command, answer, outcome) => {
    let isSick = true
    const at = (own: string, well: string) => () => (isSick && command === own ? `${answer}\r\n` : well)
    const hasNobody = () => isSick && command === 'RCPT TO'
    const { lanes, server } = await open({
      ...offer,
      rcpt: at('RCPT TO', '250 Fine\r\n'),
      data: () => (hasNobody() ? '554 For nobody\r\n' : at('DATA', '354 Go on\r\n')()),
      end: at('end', '250 Taken\r\n'),
    })
    expect(await lanes.sendRaw(mail())).toEqual(outcome)
    isSick = false
    expect(await lanes.sendRaw(mail())).toEqual({ kind: 'sent' })
    expect(server.connections()).toBe(1)
  })

  test('a mail that is no longer ours when the server is ready does not leave', async () => {
    const mails: string[][] = []
    const { lanes, server } = await open({ ...offer, onMail: (lines) => mails.push(lines) })
    const asked: boolean[] = []
    const isStillMine = () => {
      asked.push(true)
      return asked.length === 1
    }
    expect(await lanes.sendRaw(mail({ isStillMine }))).toEqual({ kind: 'too-late' })
    expect(asked).toHaveLength(2)
    expect(await lanes.sendRaw(mail({ to: 'next@customer.example' }))).toEqual({ kind: 'sent' })
    expect(mails).toHaveLength(1)
    expect(server.connections()).toBe(2)
  })
})

test('a mail that is no longer ours is not begun', async () => {
  const commands: string[] = []
  const { lanes, server } = await open({ onCommand: (line) => commands.push(line) })
  expect(await lanes.sendRaw(mail({ isStillMine: () => false }))).toEqual({ kind: 'too-late' })
  expect(server.connections()).toBe(0)
  expect(commands).toEqual([])
})

test('a server that wants a mail for nobody does not get one', async () => {
  const mails: string[][] = []
  const { lanes } = await open({ ...PIPELINING, rcpt: '550 Who?\r\n', onMail: (lines) => mails.push(lines) })
  expect(await lanes.sendRaw(mail())).toMatchObject({ kind: 'refused' })
  expect(mails).toEqual([])
})

describe('the whole way is blocked', () => {
  const WAYS: [string, (socket: Socket) => void, string][] = [
    ['greets nobody', () => {}, 'ETIMEDOUT'],
    [
      'greets by one byte at a time',
      (socket) => drip(socket, '220 Hello there, nice to meet you\r\n'),
      'ETIMEDOUT',
    ],
    ['turns everybody away', (socket) => void socket.end('554 Go away\r\n'), '554 EPROTOCOL'],
    ['hangs up', (socket) => void socket.destroy(), 'ECONNECTION'],
    ['is no mail server', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'EPROTOCOL'],
    ['refuses our sender', (socket) => talk(socket, { mail: '550 5.7.1 Who?\r\n' }), '550 5.7.1 MAIL FROM'],
    ['has no time', (socket) => talk(socket, { mail: '421 Later\r\n' }), '421 MAIL FROM'],
    ['falls silent at once', (socket) => talk(socket, { mail: sayNothing }), 'timeout'],
    ['answers without end', (socket) => talk(socket, { mail: trickle }), 'timeout'],
    ['hangs up at once', (socket) => talk(socket, { mail: hangUp }), 'dropped'],
  ]
  test.each(WAYS)('by a server that %s', async (_, onConnection, reason) => {
    const { lanes } = await open(onConnection)
    expect(await lanes.sendRaw(mail())).toEqual({ kind: 'away', reason })
  })

  test('by a server that is not there', async () => {
    const { lanes, server } = await open({})
    server.stop()
    await once(server.server, 'close')
    expect(await lanes.sendRaw(mail())).toEqual({ kind: 'away', reason: 'ECONNREFUSED' })
  })
})

describe('one mail has to wait', () => {
  test.each([
    ['falls silent after the recipient', { rcpt: sayNothing }, 'timeout'],
    ['falls silent after the mail', { end: sayNothing }, 'timeout'],
    [
      'answers the mail by one byte at a time',
      { end: (own: Socket) => drip(own, '250 Taken at last\r\n') },
      'timeout',
    ],
    ['answers the mail without end', { end: trickle }, 'timeout'],
    ['hangs up in the middle of the mail', { data: endAfterReadiness }, 'dropped'],
    ['hangs up after the mail', { end: hangUp }, 'dropped'],
    ['answers with nonsense', { end: 'What?\r\n' }, 'protocol'],
  ] as [string, Talk, string][])('because the server %s', async (_, options, reason) => {
    const { lanes } = await open(options)
    expect(await lanes.sendRaw(mail())).toEqual({ kind: 'later', reason })
  })

  test('and the others do not', async () => {
    const { lanes, server } = await open(
      (socket, count) => talk(socket, count === 1 ? { end: sayNothing } : {}),
      {
        connections: 2,
      },
    )
    const hung = lanes.sendRaw(mail())
    await eventually(() => expect(server.connections()).toBe(1))
    for (let count = 0; count < 20; count += 1) expect(await lanes.sendRaw(mail())).toEqual({ kind: 'sent' })
    expect(server.connections()).toBe(2)
    expect(await hung).toEqual({ kind: 'later', reason: 'timeout' })
    expect(await lanes.sendRaw(mail())).toEqual({ kind: 'sent' })
  })
})

describe('a connection that lay idle', () => {
  test('and was closed by the server is opened anew, and nobody notices', async () => {
    const { lanes, server } = await open({})
    await lanes.sendRaw(mail())
    for (const socket of server.sockets) socket.end()
    await eventually(() => expect(server.sockets.size).toBe(0))
    expect(await lanes.sendRaw(mail())).toEqual({ kind: 'sent' })
  })

  test.each([
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['says goodbye', (socket: Socket) => void socket.end('421 Too long\r\n')],
  ])('on which the server %s at the next mail is opened anew', async (_, leave) => {
    const { lanes, server } = await open((socket, count) => {
      let mails = 0
      talk(socket, {
        mail: (own) => {
          mails += 1
          if (count > 1 || mails === 1) return '250 Fine\r\n'
          leave(own)
          return undefined
        },
      })
    })
    await lanes.sendRaw(mail())
    expect(await lanes.sendRaw(mail())).toEqual({ kind: 'sent' })
    expect(server.connections()).toBe(2)
  })

  test('is left politely', async () => {
    const commands: string[] = []
    const { lanes, server } = await open({ onCommand: (line) => commands.push(line) })
    await lanes.sendRaw(mail())
    await eventually(() => expect(server.sockets.size).toBe(0))
    expect(commands.at(-1)).toBe('QUIT')
  })
})

test('a connection is left after a hundred mails', async () => {
  const commands: string[] = []
  const { lanes, server } = await open({ ...PIPELINING, onCommand: (line) => commands.push(line) })
  for (let count = 0; count < 101; count += 1) await lanes.sendRaw(mail())
  expect(server.connections()).toBe(2)
  expect(commands.filter((line) => line === 'QUIT')).toHaveLength(1)
})

test('there are never more connections than lanes, and what waits is sent', async () => {
  const { lanes, server } = await open({ ...PIPELINING }, { connections: 3 })
  expect(lanes.size).toBe(3)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => lanes.sendRaw(mail())))
  expect(outcomes).toEqual(Array.from({ length: 50 }, () => ({ kind: 'sent' })))
  expect(server.connections()).toBe(3)
})

test.each(['recorded', 'given up'])(
  'a connection begins its next mail once the last one is %s',
  async (end) => {
    const mails: string[][] = []
    const { lanes } = await open({ ...PIPELINING, onMail: (lines) => mails.push(lines) })
    let settle = () => {}
    const recorded = new Promise<void>((resolve, reject) => {
      settle = end === 'recorded' ? resolve : () => reject(new Error('no database'))
    })
    expect(await lanes.sendRaw(mail({ recorded }))).toEqual({ kind: 'sent' })
    let isNextSent = false
    const next = lanes.sendRaw(mail()).then((outcome) => {
      isNextSent = true
      return outcome
    })
    // A round trip of another connection: time enough for one that would not wait.
    const other = await open({ ...PIPELINING })
    await other.lanes.sendRaw(mail())
    expect([isNextSent, mails.length]).toEqual([false, 1])
    settle()
    expect(await next).toEqual({ kind: 'sent' })
    expect(mails).toHaveLength(2)
  },
)

test('closing waits for what is under way, and sends nothing more', async () => {
  let release = () => {}
  const { lanes } = await open({
    end: (socket) => {
      release = () => socket.write('250 Taken\r\n')
      return undefined
    },
  })
  const underWay = lanes.sendRaw(mail())
  const waiting = lanes.sendRaw(mail())
  const before = release
  await eventually(() => expect(release).not.toBe(before))
  const closing = lanes.close()
  expect(await waiting).toEqual({ kind: 'away', reason: 'closed' })
  expect(await lanes.sendRaw(mail())).toEqual({ kind: 'away', reason: 'closed' })
  release()
  expect(await underWay).toEqual({ kind: 'sent' })
  await closing
})

describe('the address of the server', () => {
  const ANYONE = 'tls.rejectUnauthorized=false'

  test('may name a user and a password', async () => {
    const url = await realServer({ disabledCommands: ['STARTTLS'], onAuth: allowAda })
    expect(await send(`smtp://ada:p%40ss@${url}`)).toEqual({ kind: 'sent' })
    expect(await send(`smtp://ada:wrong@${url}`)).toEqual({ kind: 'away', reason: '535 EAUTH' })
  })

  test('with smtp: is encrypted where the server offers it', async () => {
    const secure: boolean[] = []
    const url = await realServer({
      authOptional: true,
      onData: (stream, session, done) => {
        secure.push(session.secure)
        stream.resume().on('end', done)
      },
    })
    expect(await send(`smtp://${url}?${ANYONE}`)).toEqual({ kind: 'sent' })
    expect(secure).toEqual([true])
    expect(await send(`smtp://${url}`)).toMatchObject({ kind: 'away' })
  })

  test('with smtps: is encrypted from the beginning', async () => {
    const url = await realServer({ secure: true, authOptional: true })
    expect(await send(`smtps://${url}?${ANYONE}`)).toEqual({ kind: 'sent' })
  })

  const allowAda: NonNullable<SMTPServerOptions['onAuth']> = (auth, _, done) => {
    if (auth.username === 'ada' && auth.password === 'p@ss') done(null, { user: 'ada' })
    else done(new Error('No'))
  }

  async function send(url: string) {
    const lanes = openSmtpLanes({ url, host: 'trust.northwall.example', connections: 1 })
    stops.push(lanes.close)
    return lanes.sendRaw(mail())
  }
})

async function realServer(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ closeTimeout: 50, ...options })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

async function open(
  how: Talk | ((socket: Socket, count: number) => void),
  { connections = 1 } = {},
): Promise<{ lanes: MailWay; server: Awaited<ReturnType<typeof rawServer>> }> {
  const server = await rawServer(typeof how === 'function' ? how : (socket) => talk(socket, how))
  const lanes = openSmtpLanes({
    url: server.url,
    host: 'trust.northwall.example',
    connections,
    limits: SHORT,
  })
  stops.push(() => server.stop(), lanes.close)
  return { lanes, server }
}

function mail(of: Partial<RawMail> = {}): RawMail {
  return {
    from: 'trust@northwall.example',
    to: 'ada@customer.example',
    bytes: Buffer.from('Subject: Hello\r\n\r\nHello.\r\n'),
    isStillMine: () => true,
    note: '',
    ...of,
  }
}

function endAfterReadiness(socket: Socket): undefined {
  socket.end('354 Go on\r\n')
}
