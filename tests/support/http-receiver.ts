import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { CLIENTS_HANG_UP } from './clients-hang-up.ts'
import { eventually } from './eventually.ts'

interface ReceivedPost {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  json<T = Record<string, unknown>>(): T
}

export type Behavior =
  | { kind: 'answer'; status: number; headers?: OutgoingHttpHeaders; body?: string | Buffer }
  | { kind: 'hang' }
  | { kind: 'trickle'; status: number; everyMs: number }
  | { kind: 'hang-up' }

export interface HttpReceiver {
  /** `http://127.0.0.1:{port}` or `https:`, without a trailing slash. */
  url: string
  port: number
  posts: ReceivedPost[]
  /** The number of connections opened, used or not. */
  connections: number
  /** From now on, for every path without its own behavior. */
  behave(behavior: Behavior): void
  behaveAt(path: string, behavior: Behavior): void
  hangUp(): void
  postTo(path: string, count?: number): Promise<ReceivedPost>
  stop(): Promise<void>
}

const TAKES_IT: Behavior = { kind: 'answer', status: 204 }

export async function httpReceiver({
  port = 0,
  tls,
}: {
  port?: number
  tls?: TlsOptions
} = {}): Promise<HttpReceiver> {
  const behaviors = new Map<string, Behavior>()
  let usual = TAKES_IT
  const keep: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const body = Buffer.concat(chunks).toString()
      const { headers, method = '' } = request
      receiver.posts.push({ method, path, headers, body, json: () => JSON.parse(body) })
      behaveTo(response, behaviors.get(path) ?? usual)
    })
  }
  const server =
    tls === undefined
      ? createServer(CLIENTS_HANG_UP, keep)
      : createTlsServer({ ...CLIENTS_HANG_UP, ...tls }, keep)
  server.on('connection', () => {
    receiver.connections += 1
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  const receiver: HttpReceiver = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${bound}`,
    port: bound,
    posts: [],
    connections: 0,
    behave: (behavior) => {
      usual = behavior
    },
    behaveAt: (path, behavior) => {
      behaviors.set(path, behavior)
    },
    hangUp: () => server.closeAllConnections(),
    postTo: (path, count = 1) =>
      eventually(() => {
        const own = receiver.posts.filter((post) => post.path === path)
        const last = own[count - 1]
        if (last === undefined) throw new Error(`${own.length} of ${count} posts to ${path}`)
        return last
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

function behaveTo(response: ServerResponse, behavior: Behavior) {
  switch (behavior.kind) {
    case 'answer':
      return response.writeHead(behavior.status, behavior.headers).end(behavior.body)
    case 'hang':
      return
    case 'hang-up':
      return response.socket?.destroy()
    case 'trickle':
      return trickle(response, behavior)
  }
}

/** Byte by byte from the status line on, so that an idle timeout never fires. */
function trickle({ socket }: ServerResponse, { status, everyMs }: { status: number; everyMs: number }) {
  const bytes = `HTTP/1.1 ${status} Slowly\r\ncontent-length: 0\r\n\r\n`
  let sent = 0
  const timer = setInterval(() => {
    socket?.write(bytes.charAt(sent))
    sent += 1
    if (sent === bytes.length) clearInterval(timer)
  }, everyMs)
  socket?.on('close', () => clearInterval(timer))
}
