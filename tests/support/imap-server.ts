import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'
import type { BounceMailbox } from '../../src/delivery/bounces/start-bounce-mailbox.ts'

const USER = 'bounces'
const PASSWORD = 'a password: with/odd@letters'

export async function imapServer({ port = 0, hasProcessed = true } = {}) {
  const server = hoodiecrow({
    plugins: [
      'ID',
      'SASL-IR',
      'AUTH-PLAIN',
      'NAMESPACE',
      'ENABLE',
      'LITERALPLUS',
      'UNSELECT',
      'UIDPLUS',
      'MOVE',
    ],
    users: { [USER]: { password: PASSWORD } },
    storage: { INBOX: {}, '': { folders: hasProcessed ? { Processed: {} } : {} } },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = (server.server.address() as AddressInfo).port
  const mailbox: BounceMailbox = {
    host: '127.0.0.1',
    port: bound,
    encryption: 'if-offered',
    user: USER,
    password: PASSWORD,
    folder: 'INBOX',
  }
  return {
    port: bound,
    mailbox,
    url: `imap://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${bound}/INBOX`,
    put: (raw: string) => server.appendMessage('INBOX', [], null, raw),
    seen: (folder: string) => server.getMailbox(folder).messages.map(({ flags }) => flags.includes('\\Seen')),
    stop: async () => {
      const closed = once(server.server, 'close')
      server.server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
