import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSmtpLanes } from '../../src/mail/smtp-lanes.ts'
import { rawMail } from '../support/lanes-to.ts'

describe('the SMTP URL', () => {
  const ANYONE = 'tls.rejectUnauthorized=false'

  test('may contain a user and a password', async () => {
    const url = await realServer({ disabledCommands: ['STARTTLS'], onAuth: allowAda })
    expect(await send(`smtp://ada:p%40ss@${url}`)).toEqual({ kind: 'sent' })
    expect(await send(`smtp://ada:wrong@${url}`)).toEqual({ kind: 'away', reason: '535 EAUTH' })
  })

  test('with smtp: uses encryption if the server offers it', async () => {
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

  test('with smtps: is encrypted from the start', async () => {
    const url = await realServer({ secure: true, authOptional: true })
    expect(await send(`smtps://${url}?${ANYONE}`)).toEqual({ kind: 'sent' })
  })

  const allowAda: NonNullable<SMTPServerOptions['onAuth']> = (auth, _, done) => {
    if (auth.username === 'ada' && auth.password === 'p@ss') done(null, { user: 'ada' })
    else done(new Error('No'))
  }

  async function send(url: string) {
    const lanes = openSmtpLanes({ url, host: 'trust.northwall.example', connections: 1 })
    onTestFinished(lanes.close)
    return lanes.sendRaw(rawMail())
  }
})

async function realServer(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ closeTimeout: 50, ...options })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
