import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'

interface Listening {
  address: string
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

export async function listen(
  app: FastifyInstance,
  { config }: Pick<AppContext, 'config'>,
  { othersClosed }: Pick<DrainOptions, 'othersClosed'> = {},
): Promise<Listening> {
  // For `localhost` Fastify opens a second server for the other of 127.0.0.1 and ::1, which the drain would miss.
  const host = config.host === 'localhost' ? LOOPBACK : config.host
  const address = await app.listen({ port: config.port, host })
  return {
    address,
    close: async () => {
      await drain(app.server, {
        noticeMs: config.scale.drainSeconds * 1_000,
        ...(othersClosed !== undefined && { othersClosed }),
      })
      await app.close()
    },
  }
}

export function explainListen(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): string {
  const { code, message } = error as { code?: string; message: string }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set PORT to another number.`
    case 'EACCES':
      return `This user may not use port ${port}. Set PORT to a number above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`
    default:
      return `Cannot listen on ${host}:${port}: ${message}`
  }
}

/** Busy clients send their next request within this time. Others are unlikely to send one at the moment we close. */
const QUIET_MS = 500
/** Shorter than the limit for stopping the whole site. */
const LONGEST_MS = 5_000
const LOOK_AGAIN_MS = 20
const ALL_CLOSED_AFTER_MS = 500
const MOST_TURNS = 500
const MOST_TURNS_MS = 1_000
const QUICK_TURN_MS = 2
/** Emitted on the server. After the first, `/readyz` reports it; after the second, each answer ends its connection. */
export const DRAINING = 'draining'
export const LAST_ANSWERS = 'last-answers'

interface DrainOptions {
  /** How long new connections are still accepted, so that load balancers notice first. */
  noticeMs?: number
  /** For processes that share the port: resolves once the primary process has closed it. */
  othersClosed?: () => Promise<void>
}

/**
 * The listener closes first: a connection that the system has accepted but we have not is reset when the
 * listener closes. Closing a connection with a request in progress would lose that request, so idle
 * connections are closed only after a period without requests.
 */
async function drain(server: Server, { noticeMs = 0, othersClosed }: DrainOptions = {}): Promise<void> {
  if (!server.listening) return
  server.emit(DRAINING)
  await sleep(noticeMs)
  await othersClosed?.()
  await stopAccepting(server)
  // A client disconnected by one process could reconnect to another that is about to close.
  if (othersClosed !== undefined) await sleep(ALL_CLOSED_AFTER_MS)
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  server.emit(LAST_ANSWERS)
  await untilQuiet(server)
}

async function stopAccepting(server: Server) {
  let accepted = 0
  server.on('connection', () => {
    accepted++
  })
  await turn()
  const deadline = performance.now() + MOST_TURNS_MS
  for (let turns = 0; turns < MOST_TURNS && performance.now() < deadline; turns++) {
    const [before, since] = [accepted, performance.now()]
    await turn()
    if (accepted === before && performance.now() - since < QUICK_TURN_MS) break
  }
  // The HTTP server's own close would also cut connections that wait for their next request.
  NetServer.prototype.close.call(server)
}

/** Counts checks, not time: a process that was paused still has to read what arrived meanwhile. */
async function untilQuiet(server: Server) {
  let quietLooks = 0
  server.on('request', () => {
    quietLooks = 0
  })
  const countConnections = promisify(server.getConnections.bind(server))
  const deadline = performance.now() + LONGEST_MS
  while (performance.now() < deadline) {
    if (quietLooks++ >= QUIET_MS / LOOK_AGAIN_MS || (await countConnections()) === 0) return
    await sleep(LOOK_AGAIN_MS)
  }
}
