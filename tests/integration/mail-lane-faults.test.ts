import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, test } from 'vitest'
import type { RawOutcome } from '../../src/mail/mail-message.ts'
import { eventually } from '../support/eventually.ts'
import { lanesTo, rawMail } from '../support/lanes-to.ts'
import { drip, hangUp, sayNothing, type Talk, talk, trickle } from '../support/raw-mail-server.ts'

// In parallel: most of these wait for a timeout.
describe('the mail server is blocked', { concurrent: true }, () => {
  const WAYS: [string, (socket: Socket) => void, string][] = [
    ['sends no greeting', () => {}, 'ETIMEDOUT'],
    [
      'greets one byte at a time',
      (socket) => drip(socket, '220 Hello there, nice to meet you\r\n'),
      'ETIMEDOUT',
    ],
    ['rejects every connection', (socket) => void socket.end('554 Go away\r\n'), '554 EPROTOCOL'],
    ['hangs up', (socket) => void socket.destroy(), 'ECONNECTION'],
    ['is not a mail server', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'EPROTOCOL'],
    ['rejects our sender', (socket) => talk(socket, { mail: '550 5.7.1 Who?\r\n' }), '550 5.7.1 MAIL FROM'],
    ['is busy', (socket) => talk(socket, { mail: '421 Later\r\n' }), '421 MAIL FROM'],
    ['hangs up after the greeting', (socket) => talk(socket, { mail: hangUp }), 'dropped'],
  ]
  test.for(WAYS)('if it %s', async ([, onConnection, reason], { expect, onTestFinished }) => {
    const isHanging = /TIMED?OUT/i.test(reason)
    const { lanes } = await lanesTo(onConnection, { isHanging, onTestFinished })
    expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'away', reason })
  })

  test.for([
    ['goes silent after the greeting', { mail: sayNothing }],
    ['sends an endless answer', { mail: trickle }],
  ] as [string, Talk][])('if it %s', async ([, options], { expect, onTestFinished }) => {
    const { lanes, hasComeTo } = await lanesTo(options, { isHanging: true, onTestFinished })
    expect(await outcomeAt('MAIL', { lanes, hasComeTo })).toEqual({ kind: 'away', reason: 'timeout' })
  })

  test('if it is not there', async ({ expect, onTestFinished }) => {
    const { lanes, server } = await lanesTo({}, { onTestFinished })
    server.stop()
    await once(server.server, 'close')
    expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'away', reason: 'ECONNREFUSED' })
  })
})

describe('one mail has to wait', { concurrent: true }, () => {
  test.for([
    ['goes silent after the recipient', { rcpt: sayNothing }, 'timeout'],
    ['hangs up after the recipient', { rcpt: hangUp }, 'dropped'],
    ['answers the recipient with nonsense', { rcpt: 'What?\r\n' }, 'protocol'],
    ['says goodbye instead of accepting the mail', { end: '421 Too late\r\n' }, '421 DATA'],
    ['refuses to relay', { rcpt: '550-relay not permitted\r\n550 ask us\r\n' }, '550 RCPT TO'],
  ] as [string, Talk, string][])(
    'because the server %s',
    async ([, options, reason], { expect, onTestFinished }) => {
      const to = await lanesTo(options, { isHanging: reason === 'timeout', onTestFinished })
      expect(await outcomeAt('RCPT', to)).toEqual({ kind: 'later', reason })
    },
  )

  // Sequential: such a large mail would delay the answers of the others.
  test.sequential.for([
    ['stops reading', (socket: Socket) => void socket.pause(), 'timeout'],
    ['hangs up', (socket: Socket) => void setTimeout(() => socket.destroy(), 50), 'dropped'],
  ] as [string, (socket: Socket) => void, string][])(
    'because the server %s in the middle of the mail',
    async ([, misbehave, reason], { expect, onTestFinished }) => {
      const to = await lanesTo(
        {
          data: (socket) => {
            socket.pause()
            misbehave(socket)
            return '354 Go on\r\n'
          },
        },
        { isHanging: reason === 'timeout', onTestFinished },
      )
      // More than the system buffers for two sockets.
      const bytes = Buffer.alloc(12 * 1024 * 1024, 'a line of a long mail\r\n')
      const mail = rawMail({ bytes, leftMs: () => 60_000 })
      expect(await outcomeAt('DATA', to, mail)).toEqual({ kind: 'later', reason })
    },
  )

  test.sequential('and the others do not', async ({ expect, onTestFinished }) => {
    const { lanes, server } = await lanesTo(
      (socket, count) => talk(socket, count === 1 ? { rcpt: sayNothing } : {}),
      { connections: 2, onTestFinished },
    )
    const hung = lanes.sendRaw(rawMail())
    await eventually(() => expect(server.connections()).toBe(1))
    const [hanging] = server.sockets
    for (let count = 0; count < 20; count += 1) {
      expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'sent' })
    }
    expect(server.connections()).toBe(2)
    hanging?.destroy()
    expect(await hung).toEqual({ kind: 'later', reason: 'dropped' })
    expect(await lanes.sendRaw(rawMail())).toEqual({ kind: 'sent' })
  })
})

describe('one mail may have been accepted', { concurrent: true }, () => {
  test.for([
    ['goes silent after it', { end: sayNothing }, 'timeout'],
    ['answers it one byte at a time', { end: (own) => drip(own, '250 Taken at last\r\n') }, 'timeout'],
    ['answers it endlessly', { end: trickle }, 'timeout'],
    ['hangs up after it', { end: hangUp }, 'dropped'],
    ['answers it with nonsense', { end: 'What?\r\n' }, 'protocol'],
  ] as [string, Talk, string][])(
    'by a server that %s',
    async ([, options, reason], { expect, onTestFinished }) => {
      const to = await lanesTo(options, { isHanging: reason === 'timeout', onTestFinished })
      expect(await outcomeAt('.', to)).toEqual({ kind: 'perhaps', reason })
    },
  )

  test('when we disconnect', async ({ expect, onTestFinished }) => {
    const { onMail, arrived } = arrival()
    const { lanes } = await lanesTo({ onMail, end: sayNothing }, { onTestFinished })
    const sending = lanes.sendRaw(rawMail({ leftMs: () => 60_000 }))
    await arrived
    await lanes.close()
    expect(await sending).toEqual({ kind: 'perhaps', reason: 'closed' })
  })
})

describe('a server that scans a mail for long', { concurrent: true }, () => {
  test('is awaited while the lease lasts', async ({ expect, onTestFinished }) => {
    const asked: string[] = []
    const to = await lanesTo({ end: sayNothing }, { isHanging: true, onTestFinished })
    const mail = rawMail({
      leftMs: () => {
        // By now a server that is silent at any other point would have timed out.
        for (const socket of to.server.sockets) socket.write('250 Taken\r\n')
        asked.push('how long')
        return 60_000
      },
    })
    expect(await outcomeAt('.', to, mail)).toEqual({ kind: 'sent' })
    expect(asked).toHaveLength(1)
    expect(await outcomeAt('.', to)).toEqual({ kind: 'perhaps', reason: 'timeout' })
  })

  test('is left while there is still time to record it', async ({ expect, onTestFinished }) => {
    const to = await lanesTo({ end: sayNothing }, { isHanging: true, onTestFinished })
    for (const leftMs of [5_100, 5_000, 0]) {
      const outcome = await outcomeAt('.', to, rawMail({ leftMs: () => leftMs }))
      expect(outcome).toEqual({ kind: 'perhaps', reason: 'timeout' })
    }
  })
})

/**
 * The outcome of the first mail that came to this command. On a busy machine, the short limits may end a mail sooner,
 * while the server still answers.
 */
async function outcomeAt(
  command: string,
  { lanes, hasComeTo }: Pick<Awaited<ReturnType<typeof lanesTo>>, 'lanes' | 'hasComeTo'>,
  mail = rawMail(),
): Promise<RawOutcome> {
  for (;;) {
    const outcome = await lanes.sendRaw(mail)
    if (hasComeTo(command)) return outcome
  }
}

function arrival() {
  let onMail = () => {}
  const arrived = new Promise<void>((resolve) => {
    onMail = resolve
  })
  return { onMail, arrived }
}
