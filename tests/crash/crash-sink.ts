import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { MailStage } from './crash-point.ts'

export interface AcceptedMail {
  to: string
  messageId: string
  connection: number
}

export interface CrashSink {
  url: string
  accepted: AcceptedMail[]
  /** Called before each step is answered, but right after the answer for `accepted`. */
  onStage: (stage: MailStage) => void
  holdAt(stage: MailStage): void
  goOn(): void
  fallSilent(): void
  untilClosed(): Promise<void>
  begin(): void
  stop(): Promise<void>
}

/** A mail server that knows exactly what it accepted and reports every step. */
export async function crashSink(): Promise<CrashSink> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let heldStage: MailStage | undefined
  const onHold: (() => void)[] = []
  let connections = 0

  const server = createServer((socket) => {
    connections += 1
    const connection = connections
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    step('connected', socket, '220 sink\r\n')
    listen(socket, connection)
  })

  function step(stage: MailStage, socket: Socket, answer: string) {
    if (isSilent) return
    sink.onStage(stage)
    if (isSilent) return
    if (stage === heldStage) onHold.push(() => socket.write(answer))
    else socket.write(answer)
  }

  function listen(socket: Socket, connection: number) {
    let rest = ''
    let to = ''
    let body: string[] | undefined

    function onLine(line: string) {
      if (body !== undefined) {
        if (line !== '.') return void body.push(line)
        const messageId =
          body
            .find((header) => /^message-id:/i.test(header))
            ?.slice(11)
            .trim() ?? ''
        body = undefined
        return accept({ to, messageId, connection }, socket)
      }
      if (/^EHLO/i.test(line)) return void socket.write('250-sink\r\n250 PIPELINING\r\n')
      if (/^MAIL/i.test(line)) return step('sender', socket, '250 OK\r\n')
      if (/^RCPT/i.test(line)) {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        return step('recipient', socket, '250 OK\r\n')
      }
      if (/^DATA/i.test(line)) {
        body = []
        return step('data', socket, '354 Go on\r\n')
      }
      socket.write('250 OK\r\n')
    }

    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (!isSilent) onLine(line)
    })
  }

  function accept(mail: AcceptedMail, socket: Socket) {
    sink.onStage('body')
    if (isSilent) return
    sink.accepted.push(mail)
    sink.onStage('taken')
    if (isSilent) return
    socket.write('250 Accepted\r\n')
    sink.onStage('accepted')
  }

  const sink: CrashSink = {
    url: '',
    accepted: [],
    onStage: () => {},
    holdAt: (stage) => {
      heldStage = stage
    },
    goOn: () => {
      heldStage = undefined
      for (const answer of onHold.splice(0)) answer()
    },
    fallSilent: () => {
      isSilent = true
    },
    untilClosed: async () => {
      await Promise.all([...sockets].map((socket) => once(socket, 'close')))
    },
    begin: () => {
      isSilent = false
      for (const socket of sockets) socket.destroy()
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  sink.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return sink
}
