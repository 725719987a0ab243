import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A scripted server, for anything a mail server may do wrong. */
export async function rawServer(onConnection: (socket: Socket, count: number) => void) {
  const sockets = new Set<Socket>()
  let count = 0
  const server: Server = createServer({ noDelay: true }, (socket) => {
    count += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket, count)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url, server, sockets, stop, connections: () => count }
}

/** A function may write its answer itself, at its own pace. */
type Answer = string | ((socket: Socket) => string | undefined)

export interface Talk {
  offers?: readonly string[]
  mail?: Answer
  rcpt?: Answer
  data?: Answer
  end?: Answer
  onCommand?: (line: string) => void
  onMail?: (lines: string[]) => void
}

/** Just enough of a mail server to misbehave at a chosen point. */
export function talk(socket: Socket, options: Talk) {
  const { offers = [], mail = '250 Fine\r\n', rcpt = '250 Fine\r\n' } = options
  const { data = '354 Go on\r\n', end = '250 Taken\r\n' } = options
  let rest = ''
  let body: string[] | undefined

  function answer(by: Answer): string | undefined {
    const said = typeof by === 'string' ? by : by(socket)
    if (said !== undefined) socket.write(said)
    return said
  }

  function onCommand(line: string) {
    options.onCommand?.(line)
    if (line.startsWith('EHLO')) {
      const lines = ['localhost', ...offers]
      answer(lines.map((offer, at) => `250${at === lines.length - 1 ? ' ' : '-'}${offer}\r\n`).join(''))
    } else if (line.startsWith('MAIL')) answer(mail)
    else if (line.startsWith('RCPT')) answer(rcpt)
    else if (line.startsWith('DATA')) {
      const said = answer(data)
      if (said?.startsWith('3')) body = []
    } else answer('250 Fine\r\n')
  }

  socket.write('220 Hello\r\n')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (body === undefined) onCommand(line)
      else if (line === '.') {
        options.onMail?.(body)
        body = undefined
        answer(end)
      } else body.push(line)
    }
  })
}

/** An endless answer that never pauses for long. */
export function trickle(socket: Socket): undefined {
  const timer = setInterval(() => socket.write('250-still at it\r\n'), 50)
  socket.on('close', () => clearInterval(timer))
}

export function drip(socket: Socket, text: string): undefined {
  let at = 0
  const timer = setInterval(() => socket.write(text.charAt(at++)), 100)
  socket.on('close', () => clearInterval(timer))
}

export function hangUp(socket: Socket): undefined {
  socket.destroy()
}

export function sayNothing(): undefined {}
