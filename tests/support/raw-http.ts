import { once } from 'node:events'
import { get, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  lines: string[]
  headers: Record<string, string>
  body: Buffer
}

/** A keep-alive connection: bytes are sent as they are, and answers are read one by one. */
export interface RawConnection {
  socket: Socket
  send(bytes: string | Buffer): void
  /** Undefined if the server closed instead. An answer to HEAD has no body, whatever its length says. */
  answer(of?: { isToHead?: boolean }): Promise<RawAnswer | undefined>
  close(): void
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  // Joined only when an answer may be complete: a long one comes in thousands of pieces.
  let pieces: Buffer[] = []
  let arrivedBytes = 0
  let neededBytes = 0
  let isClosed = false
  let wake = () => {}
  socket.on('data', (data) => {
    pieces.push(data)
    arrivedBytes += data.length
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    close: () => void socket.destroy(),
    async answer({ isToHead = false } = {}) {
      for (;;) {
        if (arrivedBytes >= neededBytes) {
          received = Buffer.concat([received, ...pieces])
          pieces = []
          const taken = takeAnswer(received, isToHead)
          if (taken.kind === 'whole') {
            received = taken.rest
            arrivedBytes = received.length
            neededBytes = 0
            return taken.answer
          }
          neededBytes = taken.neededBytes
        }
        if (isClosed) return undefined
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

type Taken =
  | { kind: 'whole'; answer: RawAnswer; rest: Buffer<ArrayBuffer> }
  | { kind: 'part'; neededBytes: number }

function takeAnswer(received: Buffer, isToHead: boolean): Taken {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return { kind: 'part', neededBytes: received.length + 1 }
  const lines = received.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.slice(1).map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const status = Number(lines[0]?.split(' ')[1])
  const length = isToHead ? 0 : Number(headers['content-length'] ?? 0)
  const bodyEnd = end + 4 + length
  if (received.length < bodyEnd) return { kind: 'part', neededBytes: bodyEnd }
  const body = Buffer.from(received.subarray(end + 4, bodyEnd))
  const rest = Buffer.from(received.subarray(bodyEnd))
  return { kind: 'whole', answer: { status, lines, headers, body }, rest }
}

/** Sends raw bytes, which no client library would, and returns everything until the server closes. */
export async function rawRequest(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (data) => received.push(data))
  // The server may close before everything is sent.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(received).toString()
}

export interface AnswerAsIs {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Requests a path exactly as written, which `fetch` would normalize, without decompressing. */
export function getAsIs(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<AnswerAsIs> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    }).once('error', reject)
  })
}
