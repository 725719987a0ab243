import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Busy clients ask again within this; others are unlikely to ask at the very moment their connection closes. */
const QUIET_MS = 500
/** Less than a whole site has for its stop. */
const LONGEST_MS = 5_000
const LOOK_AGAIN_MS = 20
/** Processes that share a port close it at about the same time. */
const ALL_CLOSED_AFTER_MS = 500
/** Turns of the event loop in which the listener waits for a moment without new connections. */
const MOST_TURNS = 500
const MOST_TURNS_MS = 1_000
const QUICK_TURN_MS = 2
/** Emitted on the server itself. From the first on `/readyz` says so; from the second on each answer ends its connection. */
export const DRAINING = 'draining'
export const LAST_ANSWERS = 'last-answers'

export interface DrainOptions {
  /** How long new connections are still taken, so that load balancers hear of it first. */
  noticeMs?: number
  /** Set where processes share the port: resolves once the one that started them has closed it. */
  othersClosed?: () => Promise<void>
}

/**
 * Before a server closes, it stops accepting connections, and then ends each open one with an answer that says so. The
 * listener goes first: while connections are kept alive, hardly any are being made, and a connection that the system has
 * accepted and we have not is reset when the listener closes. A connection that is closed while a request is on its way
 * would leave that request without an answer, so idle ones are closed only after a while without any request.
 */
export async function drain(
  server: Server,
  { noticeMs = 0, othersClosed }: DrainOptions = {},
): Promise<void> {
  if (!server.listening) return
  server.emit(DRAINING)
  await sleep(noticeMs)
  await othersClosed?.()
  await stopAccepting(server)
  // A client whose connection one of them ends would come again at one that is about to close.
  if (othersClosed !== undefined) await sleep(ALL_CLOSED_AFTER_MS)
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  server.emit(LAST_ANSWERS)
  await untilQuiet(server)
}

/** Closes in a turn of the event loop in which no connection came, so that none waits in the system's queue. */
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
  // That of the HTTP server would also cut connections that wait for their next request.
  NetServer.prototype.close.call(server)
}

/** Quiet is counted in looks and not by the clock: a process that paused for a while has yet to read what arrived meanwhile. */
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
