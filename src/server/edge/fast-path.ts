import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AnswersAtOnce } from './answers-at-once.ts'
import { Connection, type ConnectionLimits } from './connection.ts'
import { Door } from './door.ts'
import { LAST_ANSWERS } from './listen.ts'
import { SlowSide } from './slow-side.ts'

export interface EdgeLimits extends ConnectionLimits {
  connections: number
  /** From the first byte of a request to the end of its head, and from the connection to its first byte. */
  headMs: number
  idleMs: number
  /** Incomplete requests are cut off this long after a stop. Clients may still read their answers. */
  cutAtStopMs: number
}

export interface FastPathOptions {
  answers: AnswersAtOnce
  limits: EdgeLimits
  isCrowded(): boolean
}

export interface FastPath {
  stop(): void
}

/** Turns are so short that even a few requests in each add up to many per second. */
const REQUESTS_A_TURN = 8
/** While answers are waiting to be made: each refusal takes time from them. */
const REQUESTS_A_CROWDED_TURN = 1
const AT_DOOR_MS = 1_000
const LOOKED_AT_EVERY_MS = 1_000
/** Above this share, idle connections are closed, enough at a time to be worth scanning all of them. */
const FULL_AT = 0.9
const ROOM_MADE = 0.05

/**
 * Replaces the HTTP server's own connection listener. Requests with a cached answer are answered here. All
 * others, and anything unusual, reach the HTTP server unchanged, so it listens, closes and counts its
 * connections as usual.
 */
export function openFastPath(server: Server, { answers, limits, isCrowded }: FastPathOptions): FastPath {
  const handOver = server.listeners('connection') as ((socket: unknown) => void)[]
  server.removeAllListeners('connection')
  server.maxConnections = limits.connections

  const connections = new Set<Connection>()
  const mostATurn = () => (isCrowded() ? REQUESTS_A_CROWDED_TURN : REQUESTS_A_TURN)
  const doors = {
    // A supervisor kills a working process if its probe gets no answer.
    watched: new Door({ mostATurn: () => Number.POSITIVE_INFINITY }),
    few: new Door({ mostATurn }),
    many: new Door({ mostATurn, longestWaitMs: AT_DOOR_MS }),
  }
  let isStopping = false
  const underWay = new Set<ServerResponse>()
  // Once draining, every answer says in its head that it ends the connection. The HTTP server handles that.
  let isDraining = false
  server.once(LAST_ANSWERS, () => {
    isDraining = true
    for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false
  })
  const whileOpen: AnswersAtOnce = {
    ...answers,
    find: (head) => (isDraining ? undefined : answers.find(head)),
  }

  server.on('connection', (socket: Socket) => {
    if (isStopping) return void socket.destroy()
    if (connections.size >= limits.connections * FULL_AT) makeRoom()
    const connection = new Connection(socket, {
      answers: whileOpen,
      limits,
      doors,
      openSlowSide: (side) => {
        for (const listener of handOver) listener.call(server, side)
      },
      onFree: () => isStopping && connection.end(),
      onClose: () => connections.delete(connection),
    })
    connections.add(connection)
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const side: unknown = request.socket
    if (!(side instanceof SlowSide)) return
    side.requestRead()
    underWay.add(response)
    response.once('close', () => {
      underWay.delete(response)
      side.requestAnswered(request)
    })
  })

  /** Closes the longest idle connections. Those waiting for an answer stay. */
  function makeRoom() {
    const quiet = [...connections].filter((connection) => connection.isQuiet)
    quiet.sort((a, b) => a.lastAt - b.lastAt)
    for (const connection of quiet.slice(0, Math.ceil(limits.connections * ROOM_MADE))) connection.cut()
  }

  function look() {
    const now = performance.now()
    for (const connection of connections) {
      if (connection.isLate(now, limits.headMs)) refuseLate(server, connection)
      else if (connection.isIdle(now, limits)) connection.cut()
    }
  }

  const timer = setInterval(look, LOOKED_AT_EVERY_MS).unref()
  server.once('close', () => clearInterval(timer))

  return {
    stop() {
      isStopping = true
      for (const connection of connections) if (connection.isFree) connection.end()
      setTimeout(() => {
        for (const connection of connections) if (!connection.isTaking) connection.cut()
      }, limits.cutAtStopMs).unref()
    },
  }
}

/**
 * `FAST_PATH=0`: Node's own parser reads every request, and Fastify answers it. The number of connections is limited as
 * with the fast path, and clients that stop reading their answer are cut off. The HTTP server has its own time limits
 * for heads and idle connections.
 */
export function withoutFastPath(server: Server, limits: EdgeLimits): FastPath {
  server.maxConnections = limits.connections
  server.timeout = limits.stalledMs
  return {
    stop() {
      setTimeout(() => server.closeAllConnections(), limits.cutAtStopMs).unref()
    },
  }
}

/** In the HTTP server's own words. */
function refuseLate(server: Server, connection: Connection) {
  connection.isRefused = true
  const error = Object.assign(new Error('The head took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  // The client has its answer, so we needn't wait for it to hang up.
  if (server.emit('clientError', error, connection.socket)) connection.end()
  else connection.cut()
}
