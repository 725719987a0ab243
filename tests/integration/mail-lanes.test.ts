import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { lanesTo, rawMail } from '../support/lanes-to.ts'
import { talk } from '../support/raw-mail-server.ts'

const PIPELINING = { offers: ['PIPELINING'] }

describe.each([
  ['with', PIPELINING],
  ['without', {}],
])('%s pipelining', (_, offer) => {
  test('mails are sent one after another over one connection, each complete', async () => {
    const mails: string[][] = []
    const { lanes, server } = await lanesTo({ ...offer, onMail: (lines) => mails.push(lines) })
    const bodies = ['one', '.', 'a\r\n.\r\n..b']
    for (const body of bodies) {
      expect(await lanes.sendRaw(rawMail({ bytes: Buffer.from(`Subject: x\r\n\r\n${body}\r\n`) }))).toEqual({
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
  ])('after %s was answered "%s" the same connection continues', async (command, answer, outcome) => {
    let isSick = true
    const at = (own: string, well: string) => () => (isSick && command === own ? `${answer}\r\n` : well)
    const isUnknown = () => isSick && command === 'RCPT TO'
    const { lanes, server } = await lanesTo({
      ...offer,
      rcpt: at('RCPT TO', '250 Fine\r\n'),
      data: () => (isUnknown() ? '554 For nobody\r\n' : at('DATA', '354 Go on\r\n')()),
      end: at('end', '250 Taken\r\n'),
    })
    expect(await lanes.sendRaw(rawMail())).toEqual(outcome)
    isSick = false
    expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'sent' })
    expect(server.connections()).toBe(1)
  })

  test('a mail whose lease expired when the server is ready is not sent', async () => {
    const mails: string[][] = []
    const { lanes, server } = await lanesTo({ ...offer, onMail: (lines) => mails.push(lines) })
    const asked: boolean[] = []
    const isStillMine = () => {
      asked.push(true)
      return asked.length === 1
    }
    expect(await lanes.sendRaw(rawMail({ isStillMine }))).toEqual({ kind: 'too-late' })
    expect(asked).toHaveLength(2)
    expect(await lanes.sendRaw(rawMail({ to: 'next@customer.example' }))).toEqual({ kind: 'sent' })
    expect(mails).toHaveLength(1)
    expect(server.connections()).toBe(2)
  })
})

test('a mail whose lease expired is not started', async () => {
  const commands: string[] = []
  const { lanes, server } = await lanesTo({ onCommand: (line) => commands.push(line) })
  expect(await lanes.sendRaw(rawMail({ isStillMine: () => false }))).toEqual({ kind: 'too-late' })
  expect(server.connections()).toBe(0)
  expect(commands).toEqual([])
})

test('a server that accepts no recipient gets no mail', async () => {
  const mails: string[][] = []
  const { lanes } = await lanesTo({
    ...PIPELINING,
    rcpt: '550 Who?\r\n',
    onMail: (lines) => mails.push(lines),
  })
  expect(await lanes.sendRaw(rawMail())).toMatchObject({ kind: 'refused' })
  expect(mails).toEqual([])
})

describe('an idle connection', () => {
  test('closed by the server is reopened transparently', async () => {
    const { lanes, server } = await lanesTo({})
    await lanes.sendRaw(rawMail())
    for (const socket of server.sockets) socket.end()
    await eventually(() => expect(server.sockets.size).toBe(0))
    expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'sent' })
  })

  test.each([
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['says goodbye', (socket: Socket) => void socket.end('421 Too long\r\n')],
  ])('on which the server %s at the next mail is reopened', async (_, leave) => {
    const { lanes, server } = await lanesTo((socket, count) => {
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
    await lanes.sendRaw(rawMail())
    expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'sent' })
    expect(server.connections()).toBe(2)
  })

  test('is closed with QUIT', async () => {
    const commands: string[] = []
    const { lanes, server } = await lanesTo({ onCommand: (line) => commands.push(line) }, { isHanging: true })
    // Again if it is sent too slowly for the short limits.
    await eventually(async () => expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'sent' }))
    await eventually(() => expect(server.sockets.size).toBe(0))
    expect(commands.at(-1)).toBe('QUIT')
  })
})

test('a connection is closed after a hundred mails', async () => {
  const commands: string[] = []
  const { lanes, server } = await lanesTo({ ...PIPELINING, onCommand: (line) => commands.push(line) })
  for (let count = 0; count < 101; count += 1) await lanes.sendRaw(rawMail())
  expect(server.connections()).toBe(2)
  expect(commands.filter((line) => line === 'QUIT')).toHaveLength(1)
})

test('there are never more connections than lanes, and waiting mails are sent', async () => {
  const { lanes, server } = await lanesTo({ ...PIPELINING }, { connections: 3 })
  expect(lanes.size).toBe(3)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => lanes.sendRaw(rawMail())))
  expect(outcomes).toEqual(Array.from({ length: 50 }, () => ({ kind: 'sent' })))
  expect(server.connections()).toBe(3)
})

test.each(['recorded', 'given up'])(
  'a connection starts its next mail once the last one is %s',
  async (end) => {
    const mails: string[][] = []
    const { lanes } = await lanesTo({ ...PIPELINING, onMail: (lines) => mails.push(lines) })
    let settle = () => {}
    const recorded = new Promise<void>((resolve, reject) => {
      settle = end === 'recorded' ? resolve : () => reject(new Error('no database'))
    })
    expect(await lanes.sendRaw(rawMail({ recorded }))).toEqual({ kind: 'sent' })
    let isNextSent = false
    const next = lanes.sendRaw(rawMail()).then((outcome) => {
      isNextSent = true
      return outcome
    })
    // A round trip of another connection: enough time for one that would not wait.
    const other = await lanesTo({ ...PIPELINING })
    await other.lanes.sendRaw(rawMail())
    expect([isNextSent, mails.length]).toEqual([false, 1])
    settle()
    expect(await next).toEqual({ kind: 'sent' })
    expect(mails).toHaveLength(2)
  },
)

test('closing waits for running sends and starts no more', async () => {
  let release = () => {}
  const { lanes } = await lanesTo({
    end: (socket) => {
      release = () => socket.write('250 Taken\r\n')
      return undefined
    },
  })
  const underWay = lanes.sendRaw(rawMail())
  const waiting = lanes.sendRaw(rawMail())
  const before = release
  await eventually(() => expect(release).not.toBe(before))
  const closing = lanes.close()
  expect(await waiting).toEqual({ kind: 'away', reason: 'closed' })
  expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'away', reason: 'closed' })
  release()
  expect(await underWay).toEqual({ kind: 'sent' })
  await closing
})
