import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { eventually } from './eventually.ts'

export interface ReceivedMail {
  envelope: { from: string; to: string[] }
  raw: string
  parsed: Email
}

export interface MailServer {
  url: string
  port: number
  mails: ReceivedMail[]
  /** The number of recipients named, accepted or not. */
  attempts: number
  answerWith(code: number): void
  mailTo(address: string, count?: number): Promise<ReceivedMail>
  stop(): Promise<void>
}

export async function mailServer({ port = 0 } = {}): Promise<MailServer> {
  let code = 250
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    // Idle connections don't delay the server's end.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      box.attempts += 1
      done(code === 250 ? null : Object.assign(new Error('Not this one'), { responseCode: code }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString()
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ envelope: { from, to }, raw, parsed: await PostalMime.parse(raw) })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = (server.server.address() as AddressInfo).port
  const box: MailServer = {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    attempts: 0,
    answerWith: (answer) => {
      code = answer
    },
    mailTo: (address, count = 1) =>
      eventually(() => {
        const own = mails.filter(({ envelope }) => envelope.to.includes(address))
        const last = own[count - 1]
        if (last === undefined) throw new Error(`${own.length} of ${count} mails to ${address}`)
        return last
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return box
}

export function linkIn({ parsed }: ReceivedMail): URL {
  const [link] = parsed.text?.match(/https?:\/\/\S+\?token=\S+/) ?? []
  if (link === undefined) throw new Error('There is no link in this mail')
  return new URL(link)
}

export function tokenIn(mail: ReceivedMail): string {
  return linkIn(mail).searchParams.get('token') ?? ''
}
